const path = require('node:path');
const { STALL_SETTINGS } = require('../../cluster/queue');
const { code, fill, plain, table } = require('../docs/markdown');
const { sums } = require('../tally');
const { aimTable } = require('./aims');
const { oddTable } = require('./oddTable');
const { COUNTED } = require('./results');
const { WAY_TITLES } = require('./words');

/**
 * @typedef {import('./results').RunResult} RunResult
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
		stallSettings: stallSettings(),
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

/** When n8n takes a worker for dead, as it is set here. */
const stallSettings = () =>
	Object.entries(STALL_SETTINGS)
		.map((setting) => code(setting.join('=')))
		.join(', ');

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
	const sums = (/** @type {Way} */ way) =>
		Object.entries(COUNTED).map(([name, { title }]) => {
			const counts = results.map((run) => run[when][way][/** @type {keyof COUNTED} */ (name)]);
			return [title, counts.reduce((sum, count) => sum + count, 0)];
		});
	return table(
		/** @type {Way[]} */ (Object.keys(WAY_TITLES)).map((way) => ({
			'How recordings reach n8n': WAY_TITLES[way],
			...Object.fromEntries(sums(way)),
		})),
	);
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
