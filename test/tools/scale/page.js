const path = require('node:path');
const { fill, plain, table } = require('../docs/markdown');
const { aimTable } = require('./aims');
const model = require('./model');
const tables = require('./tables');

/** What the table of loads is for. */
const EXAMPLE = { mib: 100, minutes: 60 };

/**
 * @param {import('./scope').Results} measured also of a run that was interrupted
 * @param {string} version of n8n
 */
function render(measured, version) {
	const results = middleRuns(measured);
	const { eventLoop, missing } = results;
	const rows = missing.map(({ title, why }) => ({ 'Not measured': title, Why: plain(why) }));
	return fill(path.join(__dirname, 'page.md'), {
		...tables.measuredOn(results),
		n8n: version,
		rounds: results.rounds,
		runMinutes: results.minutes.toFixed(0),
		quick: results.isQuick
			? 'This was a short run to see that everything works: no figure means anything.'
			: '',
		aims: aimTable(results),
		...tables.tablesOf(results),
		loopFiles: eventLoop.files,
		loopMib: eventLoop.mib,
		loopGbits: eventLoop.bitsPerSecond / 1e9,
		reckoned: reckoned(results),
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
 * @returns {T[]} one for each measure, in the order of their first runs; of an even number the lower one
 */
function middles(runs, figureOf, ...names) {
	/** @type {Map<string, T[]>} */
	const groups = new Map();
	for (const run of runs) {
		const measure = names.map((name) => run[name]).join();
		groups.set(measure, [...(groups.get(measure) ?? []), run]);
	}
	return [...groups.values()].map((group) => {
		const sorted = group.sort((a, b) => figureOf(a) - figureOf(b));
		return sorted[Math.floor((sorted.length - 1) / 2)];
	});
}

/** @param {import('./scope').Results} results */
function reckoned(results) {
	const [one] = results.checked;
	const fitted = one && model.fit(results, { ...one, way: 'verbit' });
	if (!fitted) return '## Reckoned\n\nNothing: a figure that the formula needs was not measured.';
	const day = (/** @type {number} */ recordings) =>
		model.predict(fitted, { recordings, ...EXAMPLE });
	return fill(path.join(__dirname, 'reckoned.md'), {
		cpuEach: fitted.a.toFixed(3),
		cpuMib: fitted.b.toFixed(4),
		...model.ASSUMED,
		worker: tables.size(fitted.workerBytes),
		kib: (fitted.databaseBytes / 1024).toFixed(1),
		mode: one.mode,
		workers: one.workers,
		check: tables.checkTable(results),
		...EXAMPLE,
		busyPercent: 100 * model.ASSUMED.busy,
		loads: tables.loadTable(fitted, EXAMPLE),
		filesADay: tables.size(day(10_000).databaseFiles),
		mbits: day(100_000).mbits.toFixed(0),
		cores: day(100_000).cores.toFixed(1),
	});
}

module.exports = { render };
