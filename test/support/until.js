const { setTimeout: sleep } = require('node:timers/promises');

const POLL_MS = 20;

const MAX_PAUSE_MS = 500;

/** Enough for a whole n8n on a slow machine; a test needs more, so that this error is the one that shows. */
const MAX_MS = 60_000;

/**
 * Waits until what a test waits for has come true.
 * @template T @param {() => T | Promise<T>} condition
 * @param {{ maxMs?: number, pollMs?: number, tell?: () => string }} [options] `tell` says what there is instead, when it doesn't come true
 * @returns {Promise<NonNullable<T>>} the first value of the condition that is truthy
 * @throws Error after `maxMs`, as a test that waits forever would only say that its time is over. For how long a busy
 * machine keeps this process from looking doesn't count
 */
async function until(condition, { maxMs = MAX_MS, pollMs = POLL_MS, tell = () => '' } = {}) {
	for (let waited = 0; waited <= maxMs;) {
		const began = performance.now();
		const value = await condition();
		if (value) return value;
		const look = performance.now() - began;
		waited += look;
		// What takes long is asked for less often, and so is who takes long to answer: each look costs n8n time of its own.
		const pause = Math.max(pollMs, Math.min(Math.max(waited / 20, 4 * look), MAX_PAUSE_MS));
		await sleep(pause);
		waited += pause;
	}
	throw new Error(`This did not come true within ${maxMs} ms: ${condition}. ${tell()}`);
}

module.exports = { MAX_MS, until };
