const { SWITCHES } = require('./switches');

/**
 * @typedef {import('./switches').SwitchName} SwitchName
 * @typedef {import('./switches').SwitchValues} SwitchValues
 */

const DEFAULTS = /** @type {SwitchValues} */ (
	Object.fromEntries(Object.entries(SWITCHES).map(([name, [byDefault]]) => [name, byDefault]))
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
		for (const [name, value] of Object.entries(values)) check(name, value);
		Object.assign(this.state.data.switches, values);
	}

	reset() {
		this.state.data.switches = {};
	}
}

/** @param {string} name @param {any} value */
function check(name, value) {
	if (!Object.hasOwn(SWITCHES, name)) throw new RangeError(`There is no switch ${name}`);
	/** @type {readonly unknown[]} */
	const values = SWITCHES[/** @type {SwitchName} */ (name)];
	const [byDefault, form] = values;
	const isValue =
		form instanceof RegExp
			? typeof value === typeof byDefault && form.test(value)
			: values.includes(value);
	if (!isValue) throw new RangeError(`${name} can not be ${JSON.stringify(value)}`);
}

module.exports = { Switchboard };
