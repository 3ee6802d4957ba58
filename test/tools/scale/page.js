const path = require('node:path');
const { fill, plain, table } = require('../docs/markdown');
const { middle } = require('../tally');
const { aimsOf } = require('./aims');
const model = require('./model');
const { loads } = require('./reckoned.json');
const tables = require('./tables');

/** @param {string} name of a file of this folder @param {Parameters<typeof fill>[1]} values */
const filled = (name, values) =>
	fill(path.join(__dirname, name), values, { ifEmpty: 'Not measured.' });

/**
 * @param {import('./scope').Results} measured also of a run that was interrupted
 * @param {string} version of n8n
 * @param {ReturnType<typeof import('./waits').waitRule>} checksOf
 */
function render(measured, version, checksOf) {
	const results = middleRuns(measured);
	const { eventLoop, missing } = results;
	const rows = missing.map(({ title, why }) => ({ 'Not measured': title, Why: plain(why) }));
	return filled('page.md', {
		...tables.measuredOn(results),
		n8n: version,
		rounds: results.rounds,
		runMinutes: results.minutes.toFixed(0),
		quick: results.isQuick
			? 'This was a short run to see that everything works: no figure means anything.'
			: '',
		aims: aimsOf(results),
		...tables.tablesOf(results),
		loopFiles: eventLoop.files,
		loopMib: eventLoop.mib,
		loopGbits: eventLoop.bitsPerSecond / 1e9,
		reckoned: reckoned(results, checksOf),
		missing: rows.length > 0 ? `## Not measured\n\n${table(rows)}` : '',
	});
}

/** Of what was measured several times, the middle run. @param {import('./scope').Results} results @returns {import('./scope').Results} */
function middleRuns({ series, small, eventLoop, ...results }) {
	return {
		...results,
		series: middles(series, ({ cpu }) => cpu.n8n, 'mode', 'workers', 'mib', 'way'),
		small: { ...small, measured: middles(small.measured, ({ seconds }) => seconds, 'job', 'way') },
		eventLoop: { ...eventLoop, measured: middles(eventLoop.measured, ({ p99 }) => p99, 'way') },
	};
}

/**
 * @template T
 * @param {T[]} runs
 * @param {(run: T) => number} figureOf
 * @param {Array<keyof T>} names of the fields that say what was measured
 * @returns {T[]} one for each measure, in the order of their first runs
 */
function middles(runs, figureOf, ...names) {
	/** @type {Map<string, T[]>} */
	const groups = new Map();
	for (const run of runs) {
		const measure = names.map((name) => run[name]).join();
		groups.set(measure, [...(groups.get(measure) ?? []), run]);
	}
	return [...groups.values()].map((group) => middle(group, figureOf));
}

/** @param {import('./scope').Results} results @param {Parameters<typeof render>[2]} checksOf */
function reckoned(results, checksOf) {
	const [one] = results.checked;
	const fitted = one && model.fit(results, { ...one, way: 'verbit' });
	if (!fitted) return '## Reckoned\n\nNothing: a figure that the formula needs was not measured.';
	const { ASSUMED } = model;
	const assumed = Object.entries(ASSUMED).map(([name, value]) => [
		name,
		value.toLocaleString('en-US'),
	]);
	const needs = needsOf(fitted, checksOf);
	const days = loads.recordings.map((recordings) => needs(recordings));
	return filled('reckoned.md', {
		cpuEach: fitted.a.toFixed(3),
		cpuMib: fitted.b.toFixed(4),
		call: fitted.call.toFixed(4),
		bare: fitted.bare.toFixed(3),
		...Object.fromEntries(assumed),
		worker: tables.size(fitted.workerBytes),
		kib: (fitted.databaseBytes / 1024).toFixed(1),
		mode: one.mode,
		workers: one.workers,
		check: tables.checkRows(results),
		...loads.example,
		busyPercent: 100 * ASSUMED.busy,
		waits: tables.needed(
			'waits',
			loads.minutes.flatMap((minutes) => needs(1, minutes)),
		),
		days: tables.needed('days', days.flat()),
		calls: tables.needed('calls', days.flat()),
		limits: tables.limits(days.map(([, wait]) => wait)),
	});
}

/** Of each way to follow a job. @param {import('./model').Model} fitted @param {Parameters<typeof render>[2]} checksOf */
function needsOf(fitted, checksOf) {
	const { pollInterval } = model.ASSUMED;
	/** @type {Record<string, (minutes: number) => number>} */
	const ways = {
		'Verbit Trigger': () => 0,
		'Wait for Completion': (minutes) => checksOf(minutes),
		[`Wait for Completion every ${pollInterval} s`]: (minutes) => checksOf(minutes, pollInterval),
	};
	return (recordings = 1, minutes = loads.example.minutes) =>
		Object.entries(ways).map(([then, checksIn]) => {
			const load = { ...loads.example, recordings, minutes, checks: checksIn(minutes) };
			return { ...model.predict(fitted, load), then };
		});
}

module.exports = { render };
