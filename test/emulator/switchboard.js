const { SWITCHES } = require('./switches');

/**
 * @typedef {import('./switches').SwitchName} SwitchName
 * @typedef {import('./switches').SwitchValues} SwitchValues
 */

/** The switches as they are set now. A change holds from the next request on, and over a restart. */
class Switchboard {
	/** @param {import('./state').State} state */
	constructor(state) {
		this.state = state;
	}

	/**
	 * @template {SwitchName} Name
	 * @param {Name} name
	 * @returns {SwitchValues[Name]}
	 */
	get(name) {
		return this.all()[name];
	}

	/** @returns {SwitchValues} */
	all() {
		return { ...defaults(), ...this.state.data.switches };
	}

	/**
	 * @param {Partial<SwitchValues>} values
	 * @throws RangeError for a name or value that is not in the table; nothing is set then
	 */
	set(values) {
		const checked = Object.entries(values).map(([name, value]) => [name, check(name, value)]);
		this.state.update((data) => Object.assign(data.switches, Object.fromEntries(checked)));
	}

	reset() {
		this.state.update((data) => {
			data.switches = {};
		});
	}
}

/** @returns {SwitchValues} */
function defaults() {
	const entries = Object.entries(SWITCHES).map(([name, { default: value }]) => [name, value]);
	return Object.fromEntries(entries);
}

/**
 * Values are compared as text, since a command line and a query know no other type.
 * @param {string} name
 * @param {unknown} value
 */
function check(name, value) {
	if (!Object.hasOwn(SWITCHES, name)) throw new RangeError(`There is no switch ${name}`);
	const known = SWITCHES[/** @type {SwitchName} */ (name)];
	const found = find(known, String(value));
	if (found !== undefined) return found;
	throw new RangeError(`${name} can not be ${JSON.stringify(value)}, but ${describe(known)}`);
}

/**
 * @param {import('./switches').Switch<any>} known
 * @param {string} text
 */
function find({ values, default: fallback }, text) {
	if (!(values instanceof RegExp)) return values.find((value) => String(value) === text);
	if (!values.test(text)) return undefined;
	return typeof fallback === 'number' ? Number(text) : text;
}

/** @param {import('./switches').Switch<any>} known */
function describe({ values }) {
	return Array.isArray(values) ? values.join(', ') : String(values);
}

module.exports = { Switchboard };
