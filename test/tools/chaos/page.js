const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { code, fill, plain, table } = require('../docs/markdown');

/**
 * @typedef {import('./results').RunResult} RunResult
 * @typedef {import('./results').Counts} Counts
 * @typedef {import('./plan').Way} Way
 */

const FILE = path.join(checkout, 'docs/chaos.md');

/** @type {Record<Way, string>} */
const WAY_TITLES = {
	webhook: 'Webhook that responds when the last node finishes',
	folder: 'Schedule that lists a folder',
	atOnce: 'Webhook that responds immediately',
};

/** @param {RunResult[]} results of one run or more */
function writePage(results) {
	fs.writeFileSync(FILE, render(results));
	console.log(`\nWritten to ${path.relative(process.cwd(), FILE)}`);
}

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

/**
 * @param {RunResult[]} results
 * @param {'counts' | 'unaided'} when
 */
function wayTable(results, when) {
	const ways = /** @type {Way[]} */ (Object.keys(WAY_TITLES));
	return table(
		ways.map((way) => {
			const sum = (/** @type {keyof Counts} */ name) =>
				results.reduce((total, result) => total + result[when][way][name], 0);
			return {
				'How recordings reach n8n': WAY_TITLES[way],
				Recordings: sum('all'),
				'One started job with its bytes': sum('startedOnce'),
				'Started twice': sum('startedTwice'),
				'Other bytes': sum('wrongBytes'),
				'Not started': sum('notStarted'),
				'of these: n8n had returned success to the sender': sum('notStartedTaken'),
				'of these: named in an error': sum('notStartedNamed'),
			};
		}),
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
	const row = (event, count) =>
		Object.assign(
			{ Event: event },
			...results.map((run) => ({ [`Seed ${run.seed}`]: count(run) })),
		);
	return [
		...[...kinds].map((kind) => row(kind, ({ happened }) => happened[kind] ?? 0)),
		row('starts of n8n processes', ({ restarts }) => restarts),
	];
}

/** @param {RunResult} result */
const statements = ({ seed, executions }) =>
	Object.entries(executions).map(([what, count]) => ({
		Seed: seed,
		Executions: what,
		Count: count,
	}));

/** @param {RunResult[]} results */
function errorRows(results) {
	/** @type {Map<string, number>} */
	const counts = new Map();
	for (const { errors } of results) {
		for (const [text, count] of Object.entries(errors)) {
			counts.set(text, (counts.get(text) ?? 0) + count);
		}
	}
	const rows = [...counts]
		.sort(([, a], [, b]) => b - a)
		.map(([text, count]) => ({ Error: plain(text), Count: count }));
	return rows.length > 0 ? rows : [{ Error: code('none'), Count: 0 }];
}

module.exports = { printRun, writePage };
