const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { code, page, plain, table } = require('../docs/markdown');
const { AFTER, BEFORE, WAY_TITLES } = require('./prose');

/**
 * @typedef {import('./results').RunResult} RunResult
 * @typedef {import('./results').Counts} Counts
 * @typedef {import('./plan').Way} Way
 */

const FILE = path.join(checkout, 'docs/chaos.md');

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
	return page(
		...BEFORE,
		table(originRows(results)),
		'## What became of the recordings',
		wayTable(results, 'counts'),
		'Before anybody did anything, when everything had just started again:',
		wayTable(results, 'unaided'),
		table(results.map(runRow)),
		'## What happened meanwhile',
		table(happenedRows(results)),
		'## What the executions said',
		table(results.flatMap(statements)),
		table(errorRows(results)),
		...AFTER,
	);
}

/** @param {RunResult[]} results */
const originRows = (results) =>
	results.map(({ seed, n8n, minutes, origin }) => ({
		Seed: String(seed),
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
				String(results.reduce((total, result) => total + result[when][way][name], 0));
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
function runRow({
	seed,
	lies,
	orphans,
	orphansNamed,
	orphansBesideJob,
	operator,
	sentAgain,
	givenUp,
}) {
	return {
		Seed: String(seed),
		'Success that is not true': String(lies),
		'Jobs created and never started': String(orphans),
		'of these named': String(orphansNamed),
		'neither named nor the only job of their recording': String(orphansBesideJob),
		'Recordings sent again by their sender': String(sentAgain),
		'given up by their sender': String(givenUp),
		'Executions retried by hand': String(operator.retried),
		'refused by n8n': String(operator.refused.length),
		'Scheduled runs until one succeeded': String(operator.scheduledRuns),
	};
}

/** @param {RunResult[]} results */
function happenedRows(results) {
	const kinds = new Set(results.flatMap(({ happened }) => Object.keys(happened)));
	kinds.delete('everything is up');
	const rows = [...kinds].map((kind) => ({
		Event: kind,
		...Object.fromEntries(
			results.map(({ seed, happened }) => [`Seed ${seed}`, String(happened[kind] ?? 0)]),
		),
	}));
	const restarts = results.map(({ seed, restarts: times }) => [`Seed ${seed}`, String(times)]);
	return [...rows, { Event: 'starts of n8n processes', ...Object.fromEntries(restarts) }];
}

/** @param {RunResult} result */
function statements({ seed, executions }) {
	return Object.entries(executions).map(([what, count]) => ({
		Seed: String(seed),
		Executions: what,
		Count: String(count),
	}));
}

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
		.map(([text, count]) => ({ Error: plain(text), Count: String(count) }));
	return rows.length > 0 ? rows : [{ Error: code('none'), Count: '0' }];
}

module.exports = { printRun, writePage };
