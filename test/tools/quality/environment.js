const Environment = require('../../support/environment');

/** The change that a test has noticed: the tests after it have nothing to add. @type {string | undefined} */
let noticed;

class MutationEnvironment extends Environment {
	/** @param {any} event of jest-circus */
	handleTestEvent({ name, test }) {
		const change = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (change === undefined) return;
		if (name === 'test_done' && test.errors.length > 0) noticed = change;
		if (name === 'test_start' && noticed === change) test.mode = 'skip';
	}
}

module.exports = MutationEnvironment;
