const { setTimeout: sleep } = require('node:timers/promises');
const { isDeepStrictEqual } = require('node:util');

const POLL_MS = 50;
const TIMEOUT_MS = 10_000;

/**
 * Reads what the editor shows until it is as expected, or as it is when the time is up.
 * @template T
 * @param {() => Promise<T>} read
 * @param {T} expected
 */
async function eventually(read, expected) {
	const deadline = Date.now() + TIMEOUT_MS;
	for (;;) {
		const actual = await read();
		if (isDeepStrictEqual(actual, expected) || Date.now() > deadline) return actual;
		await sleep(POLL_MS);
	}
}

module.exports = { eventually };
