#!/usr/bin/env node
/**
 * `npm run chaos`: recordings go through n8n in regular and in queue mode while everything that can die does. Prints what
 * became of them, and puts it into docs/maintainers/results.md. Takes an hour. `-- --quick` only prints one run in queue
 * mode. It fails where a flaw is the node's.
 */
const { runCommand } = require('../command');
const { tellResult } = require('../results');

const isQuick = process.argv.includes('--quick');
const SEEDS = isQuick ? [1] : [1, 2, 3];

/** What is told of the recordings of `chaos.js`. @type {Record<string, string>} */
const WAYS = {
	webhook: 'Webhook that answers at the end, queue mode',
	folder: 'Schedule that lists a folder, queue mode',
};

/** @typedef {{ way: string, started: number, isWhole?: boolean, isLie?: boolean, delivered?: number }} Recording `delivered`: how often its transcript was output */

const isWrong = (/** @type {Recording} */ { started, isWhole = true, isLie = false }) =>
	started > 1 || !isWhole || isLie;

/** @param {string} way @param {Recording[]} all */
function rowOf(way, all) {
	const recordings = all.filter((one) => one.way === way);
	const right = recordings.filter((one) => !isWrong(one));
	const delivered = recordings.flatMap((one) => one.delivered ?? []);
	const timesOver = (/** @type {number} */ times) =>
		delivered.length > 0 ? delivered.filter((one) => one > times).length : '–';
	return {
		'Recordings come by': WAYS[way] ?? way,
		Recordings: recordings.length,
		'Started once': right.filter(({ started }) => started === 1).length,
		'Not started': right.filter(({ started }) => started === 0).length,
		'Wrong by the node': recordings.length - right.length,
		'Transcript output': timesOver(0),
		'… more than once': timesOver(1),
	};
}

runCommand(async (n8n) => {
	// These need what has been installed by now.
	const { runChaos } = require('./chaos');
	const { runDelivery } = require('./delivery');
	const begun = new Date();
	/** @type {Array<{ restarts: number, stopped?: number, recordings: Recording[] }>} */
	const runs = [];
	for (const seed of SEEDS) runs.push(await runChaos(seed));
	for (const mode of isQuick ? [] : /** @type {const} */ (['regular', 'queue'])) {
		for (const ifUsed of /** @type {const} */ (['reuse', 'skip']))
			for (const seed of SEEDS.slice(0, 2)) runs.push(await runDelivery(seed, mode, ifUsed));
	}
	const all = runs.flatMap(({ recordings }) => recordings);
	for (const one of all) if (isWrong(one) || one.started < 1) console.log(JSON.stringify(one));
	const ways = [...new Set(all.map(({ way }) => way))];
	const restarts = runs.reduce((sum, run) => sum + run.restarts, 0);
	const stopped = runs.reduce((sum, run) => sum + (run.stopped ?? 0), 0);
	const rows = ways.map((way) => rowOf(way, all));
	const more = ` Seeds: ${SEEDS}; ${restarts} starts of n8n's processes after the first of each run, ${stopped} executions stopped by hand.`;
	tellResult('chaos', rows, { n8n, begun, more, isForOthers: !isQuick });
	if (all.some(isWrong)) process.exitCode = 1;
});
