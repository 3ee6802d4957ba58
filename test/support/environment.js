/** Jest's own, whose copy is the one that jest runs with. */
const { TestEnvironment } = require(
	require.resolve('jest-environment-node', { paths: [require.resolve('jest')] }),
);

/**
 * What all tests of a file need, as an n8n that starts, is one failure where it can't be had: that of the first test. Jest
 * would repeat it for each.
 */
class Environment extends TestEnvironment {
	/** The tests that share what can't be had, by the error. */
	blocks = new Map();

	/** @param {any} event of jest-circus */
	handleTestEvent({ name, hook, error, describeBlock, test }) {
		if (name === 'hook_failure' && hook.type === 'beforeAll') this.blocks.set(error, describeBlock);
		if (name !== 'test_done') return;
		for (const each of test.errors) {
			const [cause] = [each].flat();
			if (this.blocks.has(cause)) this.skipRest(this.blocks.get(cause));
		}
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

module.exports = Environment;
