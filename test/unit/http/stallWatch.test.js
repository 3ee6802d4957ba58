const { getEventListeners } = require('node:events');
const { StallWatch } = require('../../../nodes/Verbit/http/cancellation');
const { until } = require('../../support/until');

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
