const { slope } = require('../../support/slope');
const { MIB } = require('../bench/machine');
const { aimRow, table } = require('../docs/markdown');

/**
 * @typedef {import('./page').Results} Results
 * @typedef {Results['results'][0]} Result
 * @typedef {import('./samples').Sample} Sample
 * @typedef {import('./samples').ProcessState} ProcessState
 */

const SAMPLES_A_DAY = 4;

/** A life of a process with fewer samples says nothing. */
const MIN_SAMPLES = 5;

/** Processes that call Verbit, each of which may find the token expired first. */
const CALLERS = 3;

/** A leak of 20 KB an execution would be 2 MiB a day. */
const MAX_MIB_A_DAY = 2;

/** One for each execution would be a hundred a day. */
const MAX_FILES_A_DAY = 2;

/** One for each recording would be a hundred or more; some rows of n8n come and go. */
const MAX_ROWS = 10;

/** Tables that hold what n8n keeps of executions until it deletes them. */
const OF_EXECUTIONS = /^(execution|binary|insights)/;

/** Rows of all tables but those of executions and the list of processed data. @param {Sample} sample */
const restOf = ({ rows }) =>
	Object.entries(rows)
		.filter(([name]) => name !== 'processed_data' && !OF_EXECUTIONS.test(name))
		.reduce((sum, [, count]) => sum + count, 0);

/**
 * How much a process grows in a day between two restarts, on average; the first sample after a start is left out.
 * @param {Result} result
 * @param {string} role
 * @param {(state: ProcessState) => number} of
 */
function growth({ samples }, role, of) {
	const names = Object.keys(samples[0].processes).filter((name) => name.startsWith(role));
	const lives = names.flatMap((name) => {
		// The last one is not as long after the one before.
		const states = samples.slice(0, -1).map(({ processes }) => processes[name]);
		const pids = [...new Set(states.map(({ pid }) => pid))];
		return pids.map((id) =>
			states
				.filter(({ pid }) => pid === id)
				.slice(1)
				.map(of),
		);
	});
	const slopes = lives
		.filter(({ length }) => length >= MIN_SAMPLES)
		.map((values) => slope(values) * SAMPLES_A_DAY);
	return slopes.reduce((sum, value) => sum + value, 0) / slopes.length;
}

/** @param {Result} result */
const endOf = ({ samples }) => samples[samples.length - 1];

/** @param {Results} results */
const aimTable = ({ results: [own, other] }) =>
	table([
		...outcomeAims(own),
		...['main', 'webhooks', 'worker'].flatMap((role) => growthAims(own, other, role)),
		...storedAims(own, other),
	]);

/** @param {Result} own */
function outcomeAims(own) {
	const { recordings, startedOnce, reportedOnce, reportedTwice, repeats, exchanges, calls } = own;
	const count = (/** @type {string} */ what, /** @type {number} */ right) =>
		aimRow(what, 'all', `${right} of ${recordings}`, right === recordings);
	const days = endOf(own).hour / 24;
	const tokens = `${exchanges} in ${days.toFixed(1)} days, for ${calls} calls`;
	const isOneADay = exchanges >= Math.floor(days) && exchanges <= Math.ceil(days) * CALLERS;
	const again = `${reportedTwice} of ${repeats}`;
	return [
		count('Recordings with one started job and their bytes', startedOnce),
		count('Jobs whose callback ran the workflow once', reportedOnce),
		aimRow('Repeated callbacks that ran it again', '0', again, reportedTwice === 0),
		aimRow('Token exchanges', `1 a day, at most ${CALLERS}`, tokens, isOneADay),
	];
}

/** @param {Result} own @param {Result} other @param {string} role */
function growthAims(own, other, role) {
	/** @type {(what: string, most: number, of: (state: ProcessState) => number) => ReturnType<typeof aimRow>} */
	const aim = (what, most, of) => {
		const [ours, theirs] = [own, other].map((result) => growth(result, role, of));
		const measured = `${ours.toFixed(2)}, without ${theirs.toFixed(2)}`;
		const isReached = ours <= Math.max(0, theirs) + most;
		return aimRow(`${what} a day, ${role}`, `at most ${most} more`, measured, isReached);
	};
	return [
		aim('Growth of the memory in use (MiB)', MAX_MIB_A_DAY, ({ inUse }) => inUse / MIB),
		aim('Growth of open files', MAX_FILES_A_DAY, ({ openFiles }) => openFiles),
	];
}

/** @param {Result} own @param {Result} other */
function storedAims(own, other) {
	const grown = (/** @type {(sample: Sample) => number} */ of) =>
		[own, other].map((result) => of(endOf(result)) - of(result.samples[SAMPLES_A_DAY - 1]));
	const [rows, rowsWithout] = grown(restOf);
	const records = endOf(own).rows.processed_data;
	const [keys, keysWithout] = [own, other].map((result) => endOf(result).stored.redisKeys);
	const keysMeasured = `${keys}, without ${keysWithout}`;
	const gained = 'Rows that other tables gained after the first day';
	const [most, measured] = [`at most ${MAX_ROWS} more`, `${rows}, without ${rowsWithout}`];
	const one = 'one a recording, one of the trigger';
	return [
		aimRow(gained, most, measured, rows <= rowsWithout + MAX_ROWS),
		aimRow('Rows of processed\\_data', one, String(records), records <= own.recordings + 1),
		aimRow('Redis keys at the end', 'no more', keysMeasured, keys <= keysWithout),
	];
}

module.exports = { aimTable, endOf, restOf };
