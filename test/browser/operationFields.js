/**
 * @typedef {import('n8n-workflow').INodeProperties} Property
 * @typedef {Record<string, unknown>} Values of parameters, by name
 * @typedef {{ name: string, values: Array<{ label: string, value: unknown }> }} Choice
 */

/** Where no condition but these decides, n8n shows a property. @param {Property} property @param {Values} values */
function isShown({ displayOptions = {} }, values) {
	const { show = {}, hide = {}, ...others } = displayOptions;
	if (Object.keys(others).length > 0) throw new Error('Only `show` and `hide` are understood here');
	const holds = (/** @type {[string, unknown]} */ [name, wanted]) =>
		// From inside a collection the node's parameters are reached from the root.
		/** @type {unknown[]} */ (wanted).some((entry) =>
			matches(entry, values[name.replace('/', '')]),
		);
	return Object.entries(show).every(holds) && !Object.entries(hide).some(holds);
}

/** n8n's conditions that the nodes use. @type {Record<string, (value: any, wanted: any) => boolean>} */
const CONDITIONS = {
	gt: (value, wanted) => value > wanted,
	includes: (value, wanted) => String(value).includes(wanted),
};

/** @param {any} wanted a value, or n8n's condition on one @param {unknown} value */
function matches(wanted, value) {
	if (wanted?._cnd === undefined) return wanted === value;
	return Object.entries(wanted._cnd).every(([name, of]) => {
		if (CONDITIONS[name] === undefined) throw new Error(`${name} is not understood here`);
		return CONDITIONS[name](value, of);
	});
}

/** What the editor has to show of an operation, by the node's description alone. */
class OperationFields {
	/**
	 * @param {Property[]} properties of the node
	 * @param {Record<string, string>} fixed its resource and operation, where it has them
	 */
	constructor(properties, fixed) {
		const own = properties.filter(
			({ displayOptions: { show } = {} }) =>
				// Fields of the tool that n8n derives from the node have the names of those here.
				!show?.['@tool'] &&
				Object.entries(fixed).every(([name, value]) => show?.[name]?.includes(value)),
		);
		this.fields = own.filter(({ type }) => !['collection', 'hidden', 'notice'].includes(type));
		this.collections = own.filter(({ type }) => type === 'collection');
		this.notices = own.filter(({ type }) => type === 'notice');
		this.fixed = fixed;
		/** @type {Values} */
		this.defaults = { ...fixed };
		for (const { name, default: value } of this.fields) this.defaults[name] = value;
	}

	/** The fields that others depend on. @returns {Choice[]} */
	get choices() {
		const conditions = [...this.fields, ...this.collections.flatMap(optionsOf)].flatMap(
			({ displayOptions }) => Object.keys(displayOptions?.show ?? {}),
		);
		const names = new Set(conditions.map((name) => name.replace('/', '')));
		return this.fields
			.filter(({ name }) => names.has(name))
			.map(({ name, type, options = [] }) => ({
				name,
				values:
					type === 'boolean'
						? [true, false].map((value) => ({ label: String(value), value }))
						: options.map((option) => ({ label: option.name, value: valueOf(option) })),
			}));
	}

	/** The choice that shows a field which isn't there by default. @param {string} field */
	openerOf(field) {
		const isThere = (/** @type {Values} */ values) => this.shown(values).includes(field);
		if (isThere(this.defaults)) return undefined;
		for (const { name, values } of this.choices) {
			const opening = values.find(({ value }) => isThere({ ...this.defaults, [name]: value }));
			const byDefault = values.find(({ value }) => value === this.defaults[name]);
			if (opening === undefined || byDefault === undefined) continue;
			const { label, value } = opening;
			return { name, label, values: { [name]: value }, labelOfDefault: byDefault.label };
		}
		throw new Error(`No choice shows the field ${field}`);
	}

	/** @param {Values} values */
	shown(values) {
		const own = this.fields.filter((field) => isShown(field, values));
		return [...Object.keys(this.fixed), ...own.map(({ name }) => name)];
	}

	/** The texts of its notices, as far as they have no mark-up. @param {Values} values */
	noticed(values) {
		return this.notices
			.filter((notice) => isShown(notice, values))
			.map(({ displayName }) => displayName.split('<')[0]);
	}

	/** The titles of collections that aren't there for these values. @param {Values} values */
	withheld(values) {
		const withheld = this.collections.filter((collection) => !isShown(collection, values));
		return withheld.map(({ displayName }) => displayName);
	}

	/** What each collection offers to add, by its title: n8n makes a button of a list of one. @param {Values} values */
	offered(values) {
		const shown = this.collections.filter((collection) => isShown(collection, values));
		return Object.fromEntries(
			shown.map((collection) => {
				const options = optionsOf(collection).filter((option) => isShown(option, values));
				const names = options.map(({ displayName }) => displayName);
				return [
					collection.displayName,
					optionsOf(collection).length > 1 ? names : [collection.placeholder],
				];
			}),
		);
	}
}

/** @param {Property} collection */
const optionsOf = (collection) => /** @type {Property[]} */ (collection.options ?? []);

/** @param {object} option */
const valueOf = (option) => ('value' in option ? option.value : undefined);

module.exports = { OperationFields };
