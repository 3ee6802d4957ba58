#!/usr/bin/env node
/**
 * `npm run chaos`: recordings go through n8n in queue mode while everything that can die does; prints what became of them.
 * `-- --seeds 4,5` for other seeds; `--delivered` for what n8n delivers in regular and in queue mode while its processes are
 * killed and restarted. It fails where a flaw is the node's.
 */
const { parseArgs } = require('node:util');
const { runCommand } = require('../command');

const OPTIONS = /** @type {const} */ ({
	seeds: { type: 'string', default: '1,2,3' },
	delivered: { type: 'boolean', default: false },
});
const { seeds, delivered } = parseArgs({ options: OPTIONS }).values;

/** What became of the recordings of a run, and each that is not as it has to be. @param {import('./chaos').Run} run */
function tell({ seed, restarts, scheduledRuns, recordings }) {
	const { tally } = require('../measure');
	const outcomes = recordings.map(({ way, flaws }) => {
		const flawed = flaws.map(({ kind, cause }) => `${kind} by ${cause}`).join(' and ');
		return `${way}: ${flawed || 'one started job with its bytes'}`;
	});
	console.log(`Seed ${seed}: ${tally(outcomes)}`);
	console.log(
		`${restarts} starts of n8n after the first, ${scheduledRuns} scheduled runs to a success`,
	);
	for (const one of recordings) if (one.flaws.length > 0) console.log(JSON.stringify(one));
	const isFault = recordings.some(({ flaws }) => flaws.some(({ cause }) => cause === 'node'));
	if (isFault) process.exitCode = 1;
}

/** @param {import('./delivery').Delivery} run */
function rowOf({ mode, ends, statuses, recordings }) {
	const { tally } = require('../measure');
	const of = (/** @type {(one: typeof recordings[0]) => boolean} */ is) =>
		`${recordings.filter(is).length} of ${recordings.length}`;
	return {
		'n8n in': `${mode} mode`,
		'Processes ended': tally(ends),
		Executions: tally(statuses),
		'Recordings with one started job': of(({ started }) => started === 1),
		'… whose transcript was put out': of(({ delivered: times }) => times > 0),
		'… more than once': of(({ delivered: times }) => times > 1),
	};
}

runCommand(async ({ n8n }) => {
	// These need what has been installed by now.
	const { table } = require('../docs/markdown');
	const { measuredOn } = require('../measure');
	const { runChaos } = require('./chaos');
	const { runDelivery } = require('./delivery');
	const begun = new Date();
	for (const seed of seeds.split(',').map(Number)) {
		if (delivered) {
			const runs = [await runDelivery(seed, 'regular'), await runDelivery(seed, 'queue')];
			console.log(table(runs.map(rowOf)));
		} else tell(await runChaos(seed));
	}
	console.log(`\n${measuredOn(begun, n8n)} Seeds: ${seeds}.`);
});
