const Environment = require('../../support/environment');

/** The change that a test has noticed: the tests after it have nothing to add. @type {string | undefined} */
let noticed;

class MutationEnvironment extends Environment {
	/** @param {any} event of jest-circus */
	handleTestEvent(event) {
		const change = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (change === undefined || event.test === undefined) return;
		if (event.name === 'test_done' && event.test.errors.length > 0) noticed = change;
		let block = event.test.parent;
		while (block.parent !== undefined) block = block.parent;
		if (noticed === change) this.skipRest(block);
	}

	/** @param {any} block of tests, those of which that have run keep their results */
	skipRest(block) {
		for (const child of block.children) {
			if (child.type === 'test' && child.status !== null) continue;
			Object.assign(child, { mode: 'skip', errors: [] });
			if (child.type !== 'test') this.skipRest(child);
		}
	}
}

module.exports = MutationEnvironment;
