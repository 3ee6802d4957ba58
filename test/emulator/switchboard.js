const { SWITCHES } = require('./switches');

/**
 * @typedef {import('./switches').SwitchName} SwitchName
 * @typedef {import('./switches').SwitchValues} SwitchValues
 */

const DEFAULTS = /** @type {SwitchValues} */ (
	Object.fromEntries(Object.entries(SWITCHES).map(([name, one]) => [name, one.default]))
);

/** The switches as they are set now. A change holds from the next request on, and over a restart. */
class Switchboard {
	/** @param {import('./state').State} state */
	constructor(state) {
		this.state = state;
	}

	/** @template {SwitchName} Name @param {Name} name @returns {SwitchValues[Name]} */
	get(name) {
		return this.all()[name];
	}

	/** @returns {SwitchValues} */
	all() {
		return { ...DEFAULTS, ...this.state.data.switches };
	}

	/**
	 * @param {Partial<SwitchValues>} values
	 * @throws RangeError for a name or value that is not in the table; nothing is set then
	 */
	set(values) {
		const checked = Object.entries(values).map(([name, value]) => [name, check(name, value)]);
		Object.assign(this.state.data.switches, Object.fromEntries(checked));
	}

	reset() {
		this.state.data.switches = {};
	}
}

/**
 * Values are compared as text, since a command line and a query know no other type.
 * @param {string} name
 * @param {unknown} value
 */
function check(name, value) {
	if (!Object.hasOwn(SWITCHES, name)) throw new RangeError(`There is no switch ${name}`);
	/** @type {import('./switches').Switch<any>} */
	const { values, default: fallback } = SWITCHES[/** @type {SwitchName} */ (name)];
	const text = String(value);
	if (values instanceof RegExp) {
		if (values.test(text)) return typeof fallback === 'number' ? Number(text) : text;
		throw new RangeError(`${name} can not be ${JSON.stringify(value)}, but ${values}`);
	}
	const found = values.find((one) => String(one) === text);
	if (found !== undefined) return found;
	throw new RangeError(`${name} can not be ${JSON.stringify(value)}, but ${values.join(', ')}`);
}

module.exports = { Switchboard };
