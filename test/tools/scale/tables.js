const os = require('node:os');
const markdown = require('../docs/markdown');
const { cpuOf, fit, predict } = require('./model');

/**
 * @typedef {import('./scope').Results} Results
 * @typedef {import('./scope').MeasuredSeries} MeasuredSeries
 */

const TITLES = {
	none: 'Read the file only',
	http: 'Three HTTP Request nodes',
	verbit: 'This node (Add Media)',
};

const MIB = 1024 * 1024;

/** @param {Array<Record<string, string | number>>} rows */
const table = (rows) => (rows.length > 0 ? markdown.table(rows) : 'Not measured.');

/** @param {number} value */
const three = (value) => value.toFixed(3);

/** @param {number} bytes */
const size = (bytes) =>
	bytes > 900 * 1024 * MIB
		? `${(bytes / MIB / 1024 / 1024).toFixed(1)} TiB`
		: bytes > 900 * MIB
			? `${(bytes / MIB / 1024).toFixed(1)} GiB`
			: `${(bytes / MIB).toFixed(1)} MiB`;

/** Of the same recordings with as many workers. @param {MeasuredSeries[]} series @param {MeasuredSeries} one @param {import('./scope').Way} way */
const beside = (series, { mode, workers, mib }, way) =>
	series.find(
		(other) =>
			other.way === way && other.mode === mode && other.workers === workers && other.mib === mib,
	);

/** What a way costs in n8n's processes beside reading the file. @param {MeasuredSeries[]} series @param {MeasuredSeries} one */
const aboveFile = (series, one) =>
	(one.cpu.n8n - (beside(series, one, 'none')?.cpu.n8n ?? NaN)) / one.recordings;

/** What was measured, as tables. @param {Results} results */
const tablesOf = ({ series, checked, slow, small, eventLoop }) => ({
	series: table(
		series.map((one) => ({
			Files: one.mode,
			Workers: one.workers,
			Recordings: `${one.recordings} × ${one.mib} MiB`,
			Workflow: TITLES[one.way],
			'Recordings a minute': ((60 * one.recordings) / one.seconds).toFixed(0),
			'CPU s a recording, n8n': three(one.cpu.n8n / one.recordings),
			Postgres: three(one.cpu.database / one.recordings),
			Redis: three(one.cpu.redis / one.recordings),
			'above the file alone': three(aboveFile(series, one)),
		})),
	),
	growth: table([...checked, ...series].filter(({ mib }) => mib === 1).map(growthRow)),
	slow: table(
		slow.map(({ workers, recordings, delayMs, seconds }) => ({
			Workers: workers,
			'Each response after': `${delayMs} ms`,
			Recordings: `${recordings} × 1 MiB`,
			'Recordings a minute': ((60 * recordings) / seconds).toFixed(0),
		})),
	),
	small: table(
		small.measured.map(({ job, way, seconds }) => ({
			'What is done': job === 'get' ? 'Get' : 'Add Media by URL',
			Node: way === 'http' ? 'HTTP Request' : 'This node',
			Items: small.items,
			Seconds: seconds.toFixed(2),
			'Items a second': (small.items / seconds).toFixed(0),
		})),
	),
	loop: table(
		eventLoop.measured.map(({ way, p50, p99, max, ms }) => ({
			Node: way === 'http' ? 'HTTP Request' : 'This node',
			'p50 (ms)': p50.toFixed(1),
			'p99 (ms)': p99.toFixed(1),
			'max (ms)': max.toFixed(1),
			'Time of the uploads (s)': (ms / 1000).toFixed(1),
		})),
	),
});

/** @param {MeasuredSeries} one */
const growthRow = ({ mode, workers, recordings, way, databaseBytes, redisBytes, redisKeys }) => ({
	Files: mode,
	Workers: workers,
	Measured: recordings,
	Workflow: TITLES[way],
	'Postgres, for 1,000 recordings': size((1000 * databaseBytes) / recordings),
	'Redis memory': size((1000 * redisBytes) / recordings),
	'Redis keys': ((1000 * redisKeys) / recordings).toFixed(0),
});

/** @param {Results} results */
const checkTable = (results) => table(results.checked.flatMap((one) => checkRow(results, one)));

/** None without a model. @param {Results} results @param {MeasuredSeries} one */
function checkRow(results, one) {
	const model = fit(results, one);
	if (model === undefined) return [];
	const cpu = one.recordings * (model.a + model.b * one.mib);
	const seconds = one.recordings / model.pace;
	return {
		Workflow: TITLES[one.way],
		Load: `${one.recordings} × ${one.mib} MiB`,
		'CPU seconds, model': cpu.toFixed(1),
		'CPU seconds, measured': cpuOf(one.cpu).toFixed(1),
		'model off by': percent(cpu / cpuOf(one.cpu)),
		'Seconds at the same pace': seconds.toFixed(1),
		'Seconds, measured': one.seconds.toFixed(1),
		'Postgres growth, model': size(one.recordings * model.databaseBytes),
		'Postgres growth, measured': size(one.databaseBytes),
	};
}

/** @param {number} ratio */
const percent = (ratio) => `${(100 * (ratio - 1)).toFixed(0)} %`;

/** @param {import('./model').Model} model @param {Omit<import('./model').Load, 'recordings'>} each */
function loadTable(model, each) {
	return table(
		[100, 1000, 10_000, 100_000].map((recordings) => {
			const need = predict(model, { recordings, ...each });
			return {
				'Recordings a day': recordings.toLocaleString('en-US'),
				Cores: need.cores.toFixed(2),
				'Uploads at once': need.atOnce.toFixed(1),
				Workers: need.workers,
				'Memory of the workers': size(need.memory),
				Postgres: size(need.database),
				'Files a day, if they are in Postgres': size(need.databaseFiles),
				'Network, each way (Mbit/s)': need.mbits.toFixed(0),
				'Calls to Verbit (1/s)': need.calls.toFixed(2),
				'Jobs being transcribed': need.waiting.toFixed(0),
			};
		}),
	);
}

/**
 * For a page: what a run was measured on, and how busy the machine was.
 * @param {{ origin: import('../../support/origin').Origin, loadAfter: number }} run
 */
const measuredOn = ({ origin, loadAfter }) => ({
	machine: `${origin.cpu} and ${size(os.totalmem())} of memory`,
	commit: origin.commit,
	date: origin.date.slice(0, 16).replace('T', ' '),
	load: origin.load.toFixed(1),
	loadAfter: loadAfter.toFixed(1),
});

module.exports = { aboveFile, beside, checkTable, loadTable, measuredOn, size, tablesOf };
