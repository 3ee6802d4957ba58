const path = require('node:path');
const { MIB } = require('../bench/machine');
const { fill, plain, table } = require('../docs/markdown');
const { measuredOn } = require('../scale/tables');
const { aimTable, endOf, restOf } = require('./aims');
const { KEPT_HOURS, MEAN_HOURS } = require('./outside');

/** @typedef {Awaited<ReturnType<typeof import('./soak').runSoak>>} Results */

/** @param {Results} results */
function render(results) {
	const { days, factor, minutes, n8n } = results;
	const [own, other] = results.results;
	const [ours, theirs] = [own, other].map((result) => endOf(result).rows);
	const differing = (/** @type {typeof ours} */ rows) =>
		Object.fromEntries(Object.entries(rows).filter(([name]) => ours[name] !== theirs[name]));
	return fill(path.join(__dirname, 'page.md'), {
		...measuredOn(results),
		days,
		factor,
		n8n,
		minutes: minutes.toFixed(0),
		keptHours: KEPT_HOURS,
		meanHours: MEAN_HOURS,
		recordings: own.recordings,
		downHours: Math.max(own.downHours, other.downHours).toFixed(1),
		aims: aimTable(results),
		outcome: sideBySide('Executions', own.executions, other.executions),
		errors: sideBySide('What failed executions said', own.errors, other.errors),
		memory: processTable(results, ({ inUse }) => (inUse / MIB).toFixed(1)),
		openFiles: processTable(results, ({ openFiles }) => String(openFiles)),
		stored: dayTable(results, {
			'Executions kept': ({ rows }) => rows.execution_entity,
			'Rows of processed\\_data': ({ rows }) => rows.processed_data,
			'Rows of other tables': restOf,
			'Postgres (MiB)': ({ stored }) => Math.round(stored.databaseBytes / MIB),
			'Redis keys': ({ stored }) => stored.redisKeys,
			'Redis (KiB)': ({ stored }) => Math.round(stored.redisBytes / 1024),
		}),
		rows: sideBySide('Table', differing(ours), differing(theirs)),
	});
}

/**
 * Counts of both weeks.
 * @param {string} title
 * @param {Record<string, number>} own
 * @param {Record<string, number>} other
 */
function sideBySide(title, own, other) {
	const names = [...new Set([...Object.keys(own), ...Object.keys(other)])];
	if (names.length === 0) return `${title}: none.`;
	return table(
		names.map((name) => ({
			[title]: plain(name),
			'With this node': String(own[name] ?? 0),
			"With n8n's own nodes": String(other[name] ?? 0),
		})),
	);
}

/**
 * One row for each day, and one for when everything was over, with both weeks in each cell.
 * @param {Results} results
 * @param {Record<string, (sample: import('./samples').Sample) => string | number>} columns
 */
function dayTable({ results: [own, other] }, columns) {
	const last = own.samples.length - 1;
	const rows = own.samples.map((sample, index) => {
		const cells = Object.entries(columns).map(([title, of]) => [
			title,
			`${of(sample)} / ${of(other.samples[index])}`,
		]);
		return { Day: index === last ? 'end' : (index + 1) / 4, ...Object.fromEntries(cells) };
	});
	return table(rows.filter((_, index) => index === last || index % 4 === 3));
}

/** @param {Results} results @param {(state: import('./samples').ProcessState) => string} show */
const processTable = (results, show) =>
	dayTable(results, {
		'Main process': ({ processes }) => show(processes.main),
		'Webhook process': ({ processes }) => show(processes.webhooks),
		'Worker 1': ({ processes }) => show(processes['worker 1']),
		'Worker 2': ({ processes }) => show(processes['worker 2']),
	});

module.exports = { render };
