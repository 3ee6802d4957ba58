#!/usr/bin/env node
/**
 * `npm run chaos`: recordings go through n8n in regular and in queue mode while everything that can die does. Prints what
 * became of them, and puts it into docs/maintainers/results.md. Takes an hour. `-- --quick` only prints one run in queue
 * mode. It fails where a flaw is the node's.
 */
const { runCommand } = require('../command');

const isQuick = process.argv.includes('--quick');
const SEEDS = isQuick ? [1] : [1, 2, 3];

/** @typedef {'Started once' | 'Not started' | 'Wrong by the node'} Outcome */
/** @typedef {{ way: string, outcomes: Outcome[], delivered?: number[] }} Row `delivered`: how often each transcript was output */

/** @param {{ started: number, isWhole?: boolean, isLie?: boolean }} recording @returns {Outcome} */
function outcomeOf({ started, isWhole = true, isLie = false }) {
	if (started > 1 || !isWhole || isLie) return 'Wrong by the node';
	return started === 1 ? 'Started once' : 'Not started';
}

/** @param {import('./chaos').Run[]} runs @returns {Row[]} */
function rowsOfChaos(runs) {
	const all = runs.flatMap(({ recordings }) => recordings);
	for (const one of all) if (outcomeOf(one) !== 'Started once') console.log(JSON.stringify(one));
	const of = (/** @type {string} */ way) => all.filter((one) => one.way === way).map(outcomeOf);
	return [
		{ way: 'Webhook that answers at the end, queue mode', outcomes: of('webhook') },
		{ way: 'Schedule that lists a folder, queue mode', outcomes: of('folder') },
	];
}

/** @param {import('./delivery').Delivery[]} deliveries of one mode, with one choice @returns {Row} */
function rowOfDelivery(deliveries) {
	const [{ mode, ifUsed }] = deliveries;
	const recordings = deliveries.flatMap((one) => one.recordings);
	return {
		way: `Transcribe, ${ifUsed}, ${mode} mode`,
		outcomes: recordings.map(outcomeOf),
		delivered: recordings.map(({ delivered }) => delivered),
	};
}

/** @param {Row} row @param {Outcome} outcome */
const count = ({ outcomes }, outcome) => outcomes.filter((one) => one === outcome).length;

const cellsOf = (/** @type {Row} */ row) => ({
	'Recordings come by': row.way,
	Recordings: row.outcomes.length,
	'Started once': count(row, 'Started once'),
	'Not started': count(row, 'Not started'),
	'Wrong by the node': count(row, 'Wrong by the node'),
	'Transcript output': row.delivered?.filter((times) => times > 0).length ?? '–',
	'… more than once': row.delivered?.filter((times) => times > 1).length ?? '–',
});

runCommand(async (n8n) => {
	// These need what has been installed by now.
	const { measuredOn, tellResult } = require('../results');
	const { runChaos } = require('./chaos');
	const { runDelivery } = require('./delivery');
	const begun = new Date();
	/** @type {import('./chaos').Run[]} */
	const runs = [];
	for (const seed of SEEDS) runs.push(await runChaos(seed));
	const rows = rowsOfChaos(runs);
	/** @type {import('./delivery').Delivery[]} */
	const deliveries = [];
	for (const mode of isQuick ? [] : /** @type {const} */ (['regular', 'queue'])) {
		for (const ifUsed of /** @type {const} */ (['reuse', 'skip'])) {
			const ofWay = [];
			for (const seed of SEEDS.slice(0, 2)) ofWay.push(await runDelivery(seed, mode, ifUsed));
			rows.push(rowOfDelivery(ofWay));
			deliveries.push(...ofWay);
		}
	}
	const restarts = [...runs, ...deliveries].reduce((sum, run) => sum + run.restarts, 0);
	const stopped = deliveries.reduce((sum, run) => sum + run.stopped, 0);
	tellResult('chaos', {
		rows: rows.map(cellsOf),
		measured: `${measuredOn(begun, n8n)} Seeds: ${SEEDS}; ${restarts} starts of n8n's processes after the first of each run, ${stopped} executions stopped by hand.`,
		isForOthers: !isQuick,
	});
	if (rows.some((row) => count(row, 'Wrong by the node') > 0)) process.exitCode = 1;
});
