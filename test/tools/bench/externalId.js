const fs = require('node:fs');
const path = require('node:path');
const { World } = require('../../e2e/world');
const { readFiles } = require('../../support/n8n/workflow');
const { step } = require('../../support/setup/progress');
const { median } = require('./bench');

const RECORDINGS = 100;

/** Small, so that the calls are what takes time. */
const BYTES = 20_000;

/** How long Verbit takes for each answer, ms: nothing, which no service does, and what one does over the internet. */
const DELAYS = [0, 100];

const WAYS = /** @type {const} */ (['none', 'skip']);

/** What an external ID costs: the same recordings, submitted without one and with Skip. @param {number} rounds */
async function benchExternalId(rounds) {
	const world = new World();
	await step('Start n8n', async () => await world.start());
	try {
		for (let index = 0; index < RECORDINGS; index++)
			fs.writeFileSync(path.join(world.scratch, `${index}.wav`), Buffer.alloc(BYTES, index));
		const rows = [];
		for (const delayMs of DELAYS) {
			world.emulator.faults.clear();
			if (delayMs > 0)
				world.emulator.faults.add({ where: 'service', kind: 'delay', delayMs, times: 1_000_000 });
			/** @type {Record<typeof WAYS[number], number[]>} */
			const times = { none: [], skip: [] };
			for (let round = 0; round <= rounds; round++) {
				for (const way of WAYS) {
					const name = `${delayMs} ms, ${way}: round ${round} of ${rounds}`;
					const ms = await step(name, async () => await submit(world, way, `${delayMs} ${round}`));
					// n8n loads its code in the first one.
					if (round > 0) times[way].push(ms);
				}
			}
			const [none, skip] = WAYS.map((way) => median(times[way]));
			rows.push({
				'Verbit answers after': `${delayMs} ms`,
				'Without an external ID': `${(none / 1000).toFixed(2)} s`,
				'With Skip': `${(skip / 1000).toFixed(2)} s`,
				'With Skip / without': `${(skip / none).toFixed(2)} ×`,
			});
		}
		return rows;
	} finally {
		await world.stop();
	}
}

/** @param {World} world @param {typeof WAYS[number]} way @param {string} round @returns {Promise<number>} ms, as n8n reports them */
async function submit(world, way, round) {
	const externalId = `=${round} {{ $binary.data.fileName }}`;
	const { id } = await world.begin(
		readFiles(path.join(world.scratch, '*.wav')),
		world.verbit('Submit', 'recording:submit', {
			profile: { __rl: true, mode: 'name', value: 'standard' },
			...(way !== 'none' && { externalId, ifExternalIdUsed: way }),
		}),
	);
	const { data } = await world.n8n.client.waitForExecution(id, { pollMs: 500 });
	const [run] = data?.resultData?.runData?.Submit ?? [];
	const { length } = run?.data?.main?.[0] ?? [];
	if (length !== RECORDINGS) throw new Error(`${length} recordings were submitted`);
	return run.executionTime;
}

module.exports = { benchExternalId };
