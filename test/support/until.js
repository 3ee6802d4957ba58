const { setTimeout: sleep } = require('node:timers/promises');

const POLL_MS = 20;

/** Enough for a whole n8n on a slow machine; a test has to have more, so that it is this error which shows. */
const MAX_MS = 60_000;

/**
 * Waits until what a test waits for has come true.
 * @param {() => boolean | Promise<boolean>} condition
 * @param {object} [options]
 * @param {number} [options.maxMs]
 * @param {() => string} [options.tell] what there is instead, when it does not come true
 * @throws Error then: a test that waits for ever would only say that its time is over
 */
async function until(condition, { maxMs = MAX_MS, tell = () => '' } = {}) {
	const deadline = Date.now() + maxMs;
	while (!(await condition())) {
		if (Date.now() > deadline) {
			throw new Error(`It has not come true in ${maxMs} ms that ${condition}. ${tell()}`);
		}
		await sleep(POLL_MS);
	}
}

module.exports = { until };
