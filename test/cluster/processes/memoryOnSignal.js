/**
 * Loaded into a process of n8n before its own code: at SIGUSR2 it collects the garbage and writes down what memory is
 * left in use. The memory that the system counts has garbage in it, and so goes up and down by more than a leak would.
 */
const { renameSync, writeFileSync } = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

/** What a collection has found is only let go in the turns that follow it. */
const COLLECTIONS = 3;
const BETWEEN_MS = 20;

const file = process.env.MEMORY_REPORT;

if (file !== undefined) {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc');
	process.on('SIGUSR2', async () => {
		for (let times = 0; times < COLLECTIONS; times++) {
			collectGarbage();
			await sleep(BETWEEN_MS);
		}
		const { heapUsed, external, rss } = process.memoryUsage();
		writeFileSync(`${file}.draft`, JSON.stringify({ inUse: heapUsed + external, rss }));
		renameSync(`${file}.draft`, file);
	});
}
