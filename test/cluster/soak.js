const { setTimeout: sleep } = require('node:timers/promises');
const { slope } = require('../support/slope');

const MINUTE = 60_000;
const MINUTES = 30;
const RUNS_A_MINUTE = 10;
const FILE_BYTES = 256 * 1024;

/** What a run may leave behind, in bytes: less than a part of its file, or a stream with its buffers. A leak of 20 kB fails. */
const MAX_LEFT_A_RUN = 16 * 1024;

/** What the system counts has free pieces in it, and goes up and down with the load of the machine: less than a run's file. */
const MAX_GROWTH_A_RUN = 200 * 1024;

/** Open files and connections a minute, where one a run would be as many as there are runs. */
const MAX_HANDLES_A_MINUTE = 0.5;

/** For connections that are about to end. */
const SETTLE_MS = 500;

/** Half an hour of one worker. The queue is left with this worker alone. @param {ReturnType<typeof import('./world').useQueue>} world */
function testSoak(world) {
	/** After each minute of the second half. @type {Array<{ inUse: number, rss: number, handles: number }>} */
	const samples = [];

	test('half an hour of scheduled runs is worked off, with tokens that end in between', async () => {
		const [worker, ...others] = world.queue.workers;
		for (const other of others) await other.stop();
		world.emulator.switches.set({ tokenLifetime: 600, tokenHasExp: false });
		world.credential = await world.createCredential();
		const workflow = await world.publish('lastNode');
		for (let minute = 0; minute < MINUTES; minute++) {
			const files = world.newFiles(RUNS_A_MINUTE, () => FILE_BYTES);
			await Promise.all(files.map(async (file) => await world.post(workflow, file)));
			expect(world.flaws(files)).toEqual([]);
			world.emulator.clock.advance(MINUTE);
			// In the first half everything is loaded, and all pools and caches are filled.
			if (minute < MINUTES / 2) continue;
			await sleep(SETTLE_MS);
			samples.push({
				...(await world.queue.memoryOf(worker)),
				handles: worker.openFiles().length,
			});
		}
		const exchanges = world.emulator.journal.count({ operation: 'auth' });
		// The first one, and another after a token has ended.
		expect(exchanges).toBeGreaterThanOrEqual(2);
		expect(exchanges).toBeLessThanOrEqual(5);
	}, 300_000);

	test("the worker's memory in use is level in the second half", () => {
		const left = slope(samples.map(({ inUse }) => inUse)) / RUNS_A_MINUTE;
		expect(left).toBeLessThan(MAX_LEFT_A_RUN);
	});

	test("the worker's memory in all is level in the second half", () => {
		const growth = slope(samples.map(({ rss }) => rss)) / RUNS_A_MINUTE;
		expect(growth).toBeLessThan(MAX_GROWTH_A_RUN);
	});

	test('no file and no connection stays open', () => {
		const growth = slope(samples.map(({ handles }) => handles));
		expect(growth).toBeLessThan(MAX_HANDLES_A_MINUTE);
	});
}

module.exports = { testSoak };
