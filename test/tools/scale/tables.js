const os = require('node:os');
const { MIB } = require('../bench/machine');
const { ASSUMED, cpuOf, fit, passedLimits, sizesOf } = require('./model');
const { columns } = require('./reckoned.json');

/**
 * @typedef {import('./scope').Results} Results
 * @typedef {import('./scope').MeasuredSeries} MeasuredSeries
 */

const TITLES = {
	none: 'Read the file only',
	http: 'Three HTTP Request nodes',
	verbit: 'This node (Add Media)',
};

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

/** What was measured, as rows of tables. @param {Results} results */
const tablesOf = ({ series, checked, slow, small, eventLoop }) => ({
	series: series.map((one) => ({
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
	growth: [...checked, ...series].filter(({ mib }) => mib === 1).map(growthRow),
	slow: slow.map(({ workers, recordings, delayMs, seconds }) => ({
		Workers: workers,
		'Each response after': `${delayMs} ms`,
		Recordings: `${recordings} × 1 MiB`,
		'Recordings a minute': ((60 * recordings) / seconds).toFixed(0),
	})),
	small: small.measured.map(({ job, way, seconds }) => ({
		'What is done': job === 'get' ? 'Get' : 'Add Media by URL',
		Node: way === 'http' ? 'HTTP Request' : 'This node',
		Items: small.items,
		Seconds: seconds.toFixed(2),
		'Items a second': (small.items / seconds).toFixed(0),
	})),
	loop: eventLoop.measured.map(({ way, p50, p99, max, ms }) => ({
		Node: way === 'http' ? 'HTTP Request' : 'This node',
		'p50 (ms)': p50.toFixed(1),
		'p99 (ms)': p99.toFixed(1),
		'max (ms)': max.toFixed(1),
		'Time of the uploads (s)': (ms / 1000).toFixed(1),
	})),
});

/** @param {MeasuredSeries} one */
const growthRow = ({ mode, workers, recordings, way, databaseBytes, redisBytes, redisKeys }) => ({
	Files: mode,
	Workers: workers,
	Measured: recordings,
	Workflow: TITLES[way],
	'Postgres, for 1,000 recordings': size((1000 * databaseBytes) / recordings),
	'Redis memory, for 1,000 recordings': size((1000 * redisBytes) / recordings),
	'Redis keys, for 1,000 recordings': ((1000 * redisKeys) / recordings).toFixed(0),
});

/** At three times the load, and with files between the smallest and the largest. @param {Results} results */
function checkRows(results) {
	const between = results.checked.flatMap((one) => sizesOf(results.series, one).slice(1, -1));
	return [...results.checked, ...between].flatMap((one) => checkRow(results, one));
}

/** None without a model. @param {Results} results @param {MeasuredSeries} one */
function checkRow(results, one) {
	const model = fit(results, one);
	if (model === undefined) return [];
	// The model has no pace or growth of larger files.
	const recordings = one.mib === results.checked[0].mib ? one.recordings : NaN;
	const tenth = (/** @type {number} */ value) => value.toFixed(1);
	const cpu = one.recordings * (model.a + model.b * one.mib);
	return {
		Workflow: TITLES[one.way],
		Load: `${one.recordings} × ${one.mib} MiB`,
		...compared('CPU seconds', cpu, cpuOf(one.cpu), tenth),
		...compared('Seconds', recordings / model.pace, one.seconds, tenth),
		...compared('Postgres growth', recordings * model.databaseBytes, one.databaseBytes, size),
	};
}

/** @param {string} name @param {number} model @param {number} measured @param {(value: number) => string} show */
function compared(name, model, measured, show) {
	const off = `${(100 * (model / measured - 1)).toFixed(0)} %`;
	const cells = Number.isNaN(model) ? ['–', '–', '–'] : [show(model), show(measured), off];
	const names = ['model', 'measured', 'off by'].map((what) => `${name}, ${what}`);
	return Object.fromEntries(names.map((title, index) => [title, cells[index]]));
}

/** @param {number} value @param {number} [digits] */
const figure = (value, digits = value < 10 ? 1 : 0) =>
	value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** @param {keyof typeof columns} name of the columns @param {Array<import('./model').Need & { then: string }>} needs */
const needed = (name, needs) =>
	needs.map((need) => {
		const cells = Object.entries(columns[name]).map(([title, [field, digits]]) => [
			title,
			figure(need[/** @type {'cores'} */ (field)], Number(digits)),
		]);
		return { Then: need.then, ...Object.fromEntries(cells) };
	});

/** With each load, what it passes that smaller ones don't. @param {import('./model').Need[]} needs the smallest first */
const limits = (needs) =>
	needs.flatMap((need, index) => {
		const passed = passedLimits(need, needs[index - 1]);
		return (passed.length > 0 ? passed : [undefined]).map((limit) => ({
			'Recordings a day': figure(need.recordings, 0),
			'What breaks first': limit?.what ?? 'Nothing',
			Needed: limit ? `${figure(need[limit.need])} ${limit.unit}` : '',
			Assumed: limit ? figure(ASSUMED[limit.most], 0) : '',
			'What to change': limit?.change ?? '',
		}));
	});

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

module.exports = { aboveFile, beside, checkRows, limits, measuredOn, needed, size, tablesOf };
