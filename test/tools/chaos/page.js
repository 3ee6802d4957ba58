const path = require('node:path');
const { STALL_SETTINGS } = require('../../cluster/queue');
const { code, fill, plain, table } = require('../docs/markdown');
const { sum, sums } = require('../tally');
const { aimTable } = require('./aims');
const { COUNTED } = require('./results');
const { KINDS, reasonOf, WAY_TITLES } = require('./words');

/**
 * @typedef {import('./results').RunResult} RunResult
 * @typedef {import('./results').Odd} Odd
 * @typedef {import('./plan').Way} Way
 */

/** @param {RunResult} result */
function printRun(result) {
	console.log(`\nSeed ${result.seed}\n\n${wayTable([result], 'counts')}\n`);
	console.log(`${table(statements(result))}\n`);
	for (const [id, lines] of Object.entries(result.stories)) {
		console.log(`${id}\n${lines.map((line) => `  ${line}`).join('\n')}`);
	}
}

/** @param {RunResult[]} results */
function render(results) {
	return fill(path.join(__dirname, 'page.md'), {
		origins: table(originRows(results)),
		// When n8n takes a worker for dead, as it is set here.
		stallSettings: Object.entries(STALL_SETTINGS)
			.map((setting) => code(setting.join('=')))
			.join(', '),
		aims: aimTable(results),
		odd: oddTable(results),
		counts: wayTable(results, 'counts'),
		unaided: wayTable(results, 'unaided'),
		runs: table(results.map(runRow)),
		happened: table(happenedRows(results)),
		executions: table(results.flatMap(statements)),
		errors: table(errorRows(results)),
	});
}

/** @param {RunResult[]} results */
const originRows = (results) =>
	results.map(({ seed, n8n, minutes, origin }) => ({
		Seed: seed,
		Began: `${origin.date.slice(0, 16).replace('T', ' ')} UTC`,
		Minutes: minutes.toFixed(1),
		'Load before it': origin.load.toFixed(1),
		Commit: origin.commit,
		n8n,
		Machine: origin.cpu,
	}));

/** @param {RunResult[]} results @param {'counts' | 'unaided'} when */
function wayTable(results, when) {
	const names = /** @type {Array<keyof COUNTED>} */ (Object.keys(COUNTED));
	const count = (/** @type {Way} */ way, /** @type {keyof COUNTED} */ name) =>
		sum(results.map((run) => run[when][way][name]));
	return table(
		/** @type {Way[]} */ (Object.keys(WAY_TITLES)).map((way) => ({
			'How recordings reach n8n': WAY_TITLES[way],
			...Object.fromEntries(names.map((name) => [COUNTED[name].title, count(way, name)])),
		})),
	);
}

/** Every recording that is not as it has to be; the others are counted. @param {RunResult[]} results */
function oddTable(results) {
	const rows = results.flatMap(({ seed, odd }) => odd.map((one) => oddRow(seed, one)));
	const all = sum(results.map(({ recordings }) => recordings));
	const others = `${all - rows.length} others: one started job each, with its bytes.`;
	return rows.length > 0 ? `${table(rows)}\n\n${others}` : others;
}

/** @param {number} seed @param {Odd} one */
const oddRow = (seed, one) => ({
	Recording: one.id,
	Seed: seed,
	'How it reached n8n': WAY_TITLES[one.way],
	'What Verbit holds of it': holds(one),
	'What its sender got': receivedBy(one),
	'What its executions said': saidOf(one),
	'What is wrong': one.flaws
		.map((flaw) => `${KINDS[flaw.kind]}: ${reasonOf(one, flaw)}`)
		.join('\n'),
});

/** @param {Odd} one */
function holds({ started, rightBytes, orphans }) {
	if (started + orphans === 0) return 'no job';
	const parts = [
		started > 0 ? `started jobs: ${started}, with its bytes: ${rightBytes}` : '',
		orphans > 0 ? `jobs not started: ${orphans}` : '',
	];
	return parts.filter(Boolean).join(', ');
}

/** @param {Odd} one */
function receivedBy({ sending }) {
	if (sending === undefined) return '';
	return `${sending.isTaken ? 'success' : 'no success'}, tries: ${sending.tries}`;
}

/** @param {Odd} one */
function saidOf({ said }) {
	const texts = Object.entries(said).map(([text, times]) => `${times} × ${plain(text)}`);
	return texts.join('\n') || 'nothing: n8n kept none of their data';
}

/** @param {RunResult} result */
const runRow = ({ seed, operator, ...run }) => ({
	Seed: seed,
	'Success that is not true': run.lies,
	'Jobs created and never started': run.orphans,
	'of these named': run.orphansNamed,
	'neither named nor the only job of their recording': run.orphansBesideJob,
	'Recordings sent again by their sender': run.sentAgain,
	'given up by their sender': run.givenUp,
	'Executions retried by hand': operator.retried,
	'refused by n8n': operator.refused.length,
	'Scheduled runs until one succeeded': operator.scheduledRuns,
});

/** @param {RunResult[]} results */
function happenedRows(results) {
	const kinds = new Set(results.flatMap(({ happened }) => Object.keys(happened)));
	kinds.delete('everything is up');
	/** @type {(event: string, count: (result: RunResult) => number) => Record<string, string | number>} */
	const row = (event, count) => ({
		Event: event,
		...Object.fromEntries(results.map((run) => [`Seed ${run.seed}`, count(run)])),
	});
	return [
		...[...kinds].map((kind) => row(kind, ({ happened }) => happened[kind] ?? 0)),
		row('starts of n8n processes', ({ restarts }) => restarts),
	];
}

/** @param {RunResult} result */
const statements = ({ seed, executions }) =>
	Object.entries(executions).map(([Executions, Count]) => ({ Seed: seed, Executions, Count }));

/** @param {RunResult[]} results */
function errorRows(results) {
	const counts = sums(results.flatMap(({ errors }) => Object.entries(errors)));
	const rows = Object.entries(counts).map(([text, Count]) => ({ Error: plain(text), Count }));
	return rows.length > 0 ? rows : [{ Error: code('none'), Count: 0 }];
}

module.exports = { printRun, render };
