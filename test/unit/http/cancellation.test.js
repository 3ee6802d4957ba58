const { getEventListeners } = require('node:events');
const { cancellableSleep, StallWatch } = require('../../../nodes/Verbit/http/cancellation');
const { until } = require('../../support/until');

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

	test('it does not begin when it has been cancelled before', async () => {
		await cancellableSleep(1000, AbortSignal.abort());
		expect(jest.getTimerCount()).toBe(0);
	});
});

const MIB = 1024 * 1024;
const later = async (/** @type {number} */ ms) =>
	await new Promise((resolve) => setTimeout(resolve, ms));

/** @param {{ size: number, moved: number }} transfer */
const watchOver = (transfer) =>
	new StallWatch({ size: transfer.size, bytesMoved: () => transfer.moved, stallMs: 50 });

test('a transfer that does not move is aborted', async () => {
	const watch = watchOver({ size: 100, moved: 0 });
	await later(120);
	expect(watch.hasStalled).toBe(true);
	expect(watch.signal.aborted).toBe(true);
});

test('a large file that does not move gets no more time than a small one', async () => {
	const watch = watchOver({ size: 100 * MIB, moved: 1 });
	await later(200);
	expect(watch.hasStalled).toBe(true);
});

test('a transfer that moves is let be, however long it takes', async () => {
	const transfer = { size: 100, moved: 0 };
	const watch = watchOver(transfer);
	for (let step = 0; step < 20; step++) {
		await later(20);
		transfer.moved++;
	}
	expect(watch.hasStalled).toBe(false);
	watch.stop();
});

test('a watch over a long transfer keeps one listener, however often it looks', async () => {
	const timeout = jest.spyOn(AbortSignal, 'timeout');
	const transfer = { size: 1000, moved: 0 };
	const watch = new StallWatch({ size: 1000, bytesMoved: () => transfer.moved++, stallMs: 5 });
	await until(() => transfer.moved > 20);
	expect(watch.hasStalled).toBe(false);
	const own = Object.values(watch).filter((value) => value instanceof AbortController);
	const listeners = own.flatMap(({ signal }) => getEventListeners(signal, 'abort'));
	expect(listeners.length).toBeLessThanOrEqual(1);
	watch.stop();
	const last = timeout.mock.results.at(-1)?.value;
	expect(getEventListeners(last, 'abort')).toHaveLength(0);
	timeout.mockRestore();
});

test('what the system still holds after the last byte gets time to arrive', async () => {
	const watch = watchOver({ size: 4 * MIB, moved: 4 * MIB });
	await later(300);
	expect(watch.hasStalled).toBe(false);
	watch.stop();
});

test('an answer to a small file is not waited for much longer than the timeout', async () => {
	const watch = watchOver({ size: 100, moved: 100 });
	await later(200);
	expect(watch.hasStalled).toBe(true);
});

test('a watch that was stopped aborts nothing', async () => {
	const watch = watchOver({ size: 100, moved: 0 });
	watch.stop();
	await later(120);
	expect(watch.hasStalled).toBe(false);
});
