const { cancellableSleep } = require('../../../nodes/Verbit/http/cancellation');

describe('a sleep', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	/** How long a sleep takes, ms. @param {number} ms @param {AbortSignal} [signal] */
	async function durationOf(ms, signal) {
		const began = Date.now();
		let done = false;
		const sleeping = cancellableSleep(ms, signal).then(() => (done = true));
		while (!done) await jest.advanceTimersByTimeAsync(1);
		await sleeping;
		return Date.now() - began;
	}

	test.each([1, 249, 250, 251, 1000])('%d ms are slept', async (ms) => {
		const duration = await durationOf(ms);
		expect(duration).toBeGreaterThanOrEqual(ms);
		expect(duration).toBeLessThanOrEqual(ms + 1);
	});

	test.each([0, -5])('%d ms are over at once, without a timer', async (ms) => {
		await cancellableSleep(ms);
		expect(jest.getTimerCount()).toBe(0);
	});

	test('a cancel ends it within a quarter of a second, and no timer is left', async () => {
		const cancel = new AbortController();
		setTimeout(() => cancel.abort(), 600);
		const duration = await durationOf(60_000, cancel.signal);
		expect(duration).toBeGreaterThanOrEqual(600);
		expect(duration).toBeLessThanOrEqual(851);
		expect(jest.getTimerCount()).toBe(0);
	});
});
