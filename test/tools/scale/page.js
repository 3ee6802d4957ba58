const path = require('node:path');
const { fill, plain, table } = require('../docs/markdown');
const { aimTable } = require('./aims');
const model = require('./model');
const tables = require('./tables');

/** What the table of loads is for. */
const EXAMPLE = { mib: 100, minutes: 60 };

/**
 * @param {import('./scope').Results} results also of a run that was interrupted
 * @param {string} version of n8n
 */
function render(results, version) {
	const { eventLoop, missing } = results;
	const rows = missing.map(({ title, why }) => ({ 'Not measured': title, Why: plain(why) }));
	return fill(path.join(__dirname, 'page.md'), {
		...tables.measuredOn(results),
		n8n: version,
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
		busy: model.BUSY,
		worker: tables.size(fitted.workerBytes),
		kib: (fitted.databaseBytes / 1024).toFixed(1),
		mode: one.mode,
		workers: one.workers,
		check: tables.checkTable(results),
		...EXAMPLE,
		hours: model.HOURS,
		uploadMbits: model.UPLOAD_MBITS,
		atATime: model.EXECUTIONS_A_WORKER,
		busyPercent: 100 * model.BUSY,
		keptDays: model.KEPT_DAYS,
		loads: tables.loadTable(fitted, EXAMPLE),
		filesADay: tables.size(day(10_000).databaseFiles),
		mbits: day(100_000).mbits.toFixed(0),
		cores: day(100_000).cores.toFixed(1),
	});
}

module.exports = { render };
