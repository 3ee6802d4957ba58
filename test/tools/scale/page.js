const os = require('node:os');
const { cpuName } = require('../bench/machine');
const { page } = require('../docs/markdown');
const { aimTable } = require('./aims');
const { BUSY, EXECUTIONS_A_WORKER, fit, HOURS, KEPT_DAYS, UPLOAD_MBITS } = require('./model');
const tables = require('./tables');

const INTRO = [
	'# What many recordings cost',
	'This page is written by `npm run bench:scale`. It runs n8n in queue mode (Postgres, Redis, a main, a webhook process, one to four workers) on one machine, with the emulator of Verbit in a process on the same cores. Each heading says what was measured and what was reckoned from it. Nothing was simulated.',
];

const SERIES_INTRO =
	'All recordings of a row are posted at once. The workflow reads a file from the disk into n8n and adds it to a job: with this node, with three HTTP Request nodes (add asset, PUT, add media), or not at all. CPU is of n8n’s processes, Postgres and Redis; the emulator is not in it, but takes its part of the cores, so that more workers than cores show no more recordings a minute.';

const BREAKS_FIRST = [
	'## What breaks first',
	[
		'| Recordings a day | First | What moves it |',
		'|---|---|---|',
		'| 100 | nothing: n8n on one machine is enough | |',
		'| 1,000 | the list of executions: n8n keeps 10,000 of them, which is ten days or less | `EXECUTIONS_DATA_PRUNE_MAX_COUNT`, `EXECUTIONS_DATA_SAVE_ON_SUCCESS=none` |',
		'| 10,000 | Postgres, where n8n keeps files in it (the default of queue mode): 1 TB goes in and out each day | `N8N_DEFAULT_BINARY_DATA_MODE=filesystem` on a shared disk, or Upload Source *URL*, which keeps no file |',
		'| 100,000 | the network: about 2.9 Gbit/s in and as much out; then cores | more machines with workers, `n8n worker --concurrency`; links instead of files, so that Verbit fetches them |',
	].join('\n'),
	'Waiting takes no worker: a long Wait for Completion is in the database only. Thousands of them are better served by the Verbit Trigger.',
];

/** What the table of loads is for. */
const EXAMPLE = { mib: 100, minutes: 60 };

/**
 * @param {import('./scope').Results} results
 * @param {import('../../support/setup/n8n').N8nInstall} n8n
 */
function render(results, n8n) {
	const [{ mode, workers }] = results.checked;
	const model = fit(results, mode, 'verbit', workers);
	return page(
		...INTRO,
		machine(results, n8n),
		'## Aims',
		aimTable(results),
		'## Measured: recordings a minute, and CPU',
		SERIES_INTRO,
		tables.seriesTable(results.series),
		'With every answer of Verbit and its storage delayed, executions wait for Verbit, not for a core. Each worker takes five executions at a time:',
		tables.slowTable(results.slow),
		'## Measured: what is left behind',
		tables.growthTable(results.series),
		'## Measured: many small items in one execution',
		tables.smallTable(results.small),
		"## Measured: the delay of n8n's event loop",
		`${results.eventLoop.files} files of ${results.eventLoop.mib} MiB at the same time, over a line of ${results.eventLoop.bitsPerSecond / 1e9} Gbit/s each, in one n8n.`,
		tables.loopTable(results.eventLoop),
		'## Reckoned: a formula',
		formula(model),
		`Checked against a measured load that is three times the one it was fitted to (${mode} mode, ${workers} workers):`,
		tables.checkTable(results),
		`## Reckoned: ${EXAMPLE.mib} MiB each, within ${HOURS} hours of the day`,
		`Transcription takes ${EXAMPLE.minutes} minutes. Each upload has ${UPLOAD_MBITS} Mbit/s, each worker ${EXECUTIONS_A_WORKER} executions at a time, a core is planned to be ${100 * BUSY} % busy, n8n keeps executions for ${KEPT_DAYS} days or 10,000 of them. These figures are reckoned, not measured.`,
		tables.loadTable(model, EXAMPLE),
		...BREAKS_FIRST,
		...results.notes,
	);
}

/** @param {import('./model').Model} model */
function formula({ a, b, databaseBytes, workerBytes }) {
	return [
		'For N recordings a day of M MiB, in H hours:',
		'',
		`- CPU seconds a day of n8n, Postgres and Redis: N × (${a.toFixed(3)} + ${b.toFixed(4)} × M)`,
		`- cores: CPU seconds ÷ (3,600 × H × ${BUSY})`,
		`- uploads at once: N × (8.39 × M ÷ line in Mbit/s + 2 s) ÷ (3,600 × H)`,
		`- workers: the larger of the cores, and the uploads at once ÷ executions of a worker`,
		`- memory: workers × ${tables.size(workerBytes)} + uploads at once × 17 MiB (the last figure is from [Benchmarks](benchmarks.md))`,
		`- Postgres: executions kept × ${(databaseBytes / 1024).toFixed(1)} KiB, and in the \`database\` mode each file until n8n deletes its execution`,
		`- network: N × M in, and N × M out`,
		`- calls: 4 for each submitted recording and 1 PUT, 1 more for each event of the trigger, and at least 1 each 10 minutes for each job that a Wait for Completion waits for`,
		`- tokens: 1 exchange a day for each credential, and at most 1 for each worker when it expires`,
	].join('\n');
}

/**
 * @param {import('./scope').Results} results
 * @param {import('../../support/setup/n8n').N8nInstall} n8n
 */
function machine({ date, load, loadAfter }, { version }) {
	return `Measured on ${cpuName()} and ${tables.size(os.totalmem())} of memory, n8n ${version}, ${date.slice(0, 16).replace('T', ' ')} UTC; load ${load.toFixed(1)} before the run, ${loadAfter.toFixed(1)} at its end.`;
}

module.exports = { render };
