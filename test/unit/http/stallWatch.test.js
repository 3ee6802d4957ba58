const { getEventListeners } = require('node:events');
const { watchForStall } = require('../../../nodes/Verbit/http/stallWatch');
const { useTimeLimits } = require('../../support/timeLimits');

const MIB = 1024 * 1024;

const STALL_MS = 50_000;

const limits = useTimeLimits();

const watchOver = (/** @type {{ size: number, moved: number }} */ transfer) =>
	watchForStall({ size: transfer.size, bytesMoved: () => transfer.moved, stallMs: STALL_MS });

test.each([
	['a file that does not move', { size: 100, moved: 0 }, STALL_MS],
	// What the system still holds after the last byte gets time to arrive, 64 KiB a second.
	['a small file whose last byte has left', { size: 65_536, moved: 65_536 }, STALL_MS + 1000],
	['a large file whose last byte has left', { size: 8 * MIB, moved: 8 * MIB }, STALL_MS + 64_000],
])('%s is aborted when its time is over, and not before', (_what, transfer, patience) => {
	const watch = watchOver(transfer);
	limits.pass(patience - 1);
	expect(watch.signal.aborted).toBe(false);
	limits.pass(1);
	expect(watch.signal.aborted).toBe(true);
});

test('a transfer that moves is let be, however long it takes, with one listener at a time', () => {
	const transfer = { size: 1000, moved: 0 };
	const watch = watchOver(transfer);
	const timers = () => jest.mocked(AbortSignal.timeout).mock.results.map(({ value }) => value);
	const listeners = () => getEventListeners(timers().at(-1), 'abort');
	for (let step = 0; step < 200; step++) {
		transfer.moved++;
		limits.pass(STALL_MS - 1);
		expect(watch.signal.aborted).toBe(false);
	}
	expect(timers().length).toBeGreaterThan(100);
	// Those that have fired keep theirs, and nothing keeps them.
	expect(timers().filter((timer) => !timer.aborted)).toHaveLength(1);
	expect(listeners()).toHaveLength(1);
	watch.stop();
	expect(listeners()).toHaveLength(0);
});
