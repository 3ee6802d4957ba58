const os = require('node:os');
const path = require('node:path');
const { cpuName } = require('../bench/machine');
const { fill } = require('../docs/markdown');
const { aimTable } = require('./aims');
const { BUSY, EXECUTIONS_A_WORKER, fit, HOURS, KEPT_DAYS, UPLOAD_MBITS } = require('./model');
const tables = require('./tables');

/** What the table of loads is for. */
const EXAMPLE = { mib: 100, minutes: 60 };

/**
 * @param {import('./scope').Results} results
 * @param {import('../../support/setup/n8n').N8nInstall} n8n
 */
function render(results, { version }) {
	const [{ mode, workers }] = results.checked;
	const { eventLoop } = results;
	const model = fit(results, mode, 'verbit', workers);
	return fill(path.join(__dirname, 'page.md'), {
		machine: `${cpuName()} and ${tables.size(os.totalmem())} of memory`,
		n8n: version,
		date: results.date.slice(0, 16).replace('T', ' '),
		load: results.load.toFixed(1),
		loadAfter: results.loadAfter.toFixed(1),
		aims: aimTable(results),
		series: tables.seriesTable(results.series),
		slow: tables.slowTable(results.slow),
		growth: tables.growthTable(results.series),
		small: tables.smallTable(results.small),
		loopFiles: eventLoop.files,
		loopMib: eventLoop.mib,
		loopGbits: eventLoop.bitsPerSecond / 1e9,
		loop: tables.loopTable(eventLoop),
		cpuEach: model.a.toFixed(3),
		cpuMib: model.b.toFixed(4),
		busy: BUSY,
		worker: tables.size(model.workerBytes),
		kib: (model.databaseBytes / 1024).toFixed(1),
		mode,
		workers,
		check: tables.checkTable(results),
		...EXAMPLE,
		hours: HOURS,
		uploadMbits: UPLOAD_MBITS,
		atATime: EXECUTIONS_A_WORKER,
		busyPercent: 100 * BUSY,
		keptDays: KEPT_DAYS,
		loads: tables.loadTable(model, EXAMPLE),
		notes: results.notes.join('\n\n'),
	});
}

module.exports = { render };
