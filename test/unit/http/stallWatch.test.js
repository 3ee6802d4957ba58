const { StallWatch } = require('../../../nodes/Verbit/http/stallWatch');

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
