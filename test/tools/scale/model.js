const { GIB, MIB } = require('../bench/machine');

/**
 * @typedef {object} Model what a recording costs in n8n, Postgres and Redis together
 * @property {number} a CPU seconds of each recording
 * @property {number} b CPU seconds of each MiB
 * @property {number} pace recordings a second of the smallest file
 * @property {number} databaseBytes that each recording leaves in Postgres, without its file
 * @property {number} workerBytes of a worker that has nothing to do
 * @property {number} bare CPU seconds of an execution that only reads the smallest file
 * @property {number} call seconds of one call, of many in one execution
 *
 * @typedef {object} Load a day's work
 * @property {number} recordings
 * @property {number} mib size of each
 * @property {number} minutes that a transcription takes
 * @property {number} checks of each job by Wait for Completion; 0 with the Verbit Trigger
 */

/**
 * What a day's work is reckoned with: a working day of hours, a busy part of each core, n8n's defaults (at a time, kept), bytes of
 * an External ID (docs/maintainers/soak.md), MiB of an upload (docs/maintainers/benchmarks.md), and what one installation has. A limit names the figure
 * that is needed, how much is assumed to be there, and the setting or choice that moves it.
 * @typedef {{ what: string, need: keyof Need, most: keyof typeof ASSUMED, unit: string, change: string }} Limit
 * @typedef {ReturnType<typeof predict>} Need
 */
const { assumed: ASSUMED, limits } = require('./reckoned.json');
const LIMITS = /** @type {Limit[]} */ (limits);

/** @param {import('./lab').Usage} cpu */
const cpuOf = ({ n8n, database, redis }) => n8n + database + redis;

/** CPU seconds of one recording. @param {import('./scope').MeasuredSeries} one */
const costOf = (one) => cpuOf(one.cpu) / one.recordings;

/** All sizes of one way, the smallest file first. @param {import('./scope').MeasuredSeries[]} series @param {Pick<import('./scope').MeasuredSeries, 'mode' | 'way' | 'workers'>} of */
const sizesOf = (series, { mode, way, workers }) =>
	series
		.filter((one) => one.mode === mode && one.way === way && one.workers === workers)
		.sort((x, y) => x.mib - y.mib);

/**
 * A straight line through the smallest and the largest file; nothing where not all that it needs has been measured.
 * @param {import('./scope').Results} results
 * @param {Pick<import('./scope').MeasuredSeries, 'mode' | 'way' | 'workers'>} of
 * @returns {Model | undefined}
 */
function fit({ series, small, workerBytes }, of) {
	const own = sizesOf(series, of);
	const [smallest, largest] = [own[0], own[own.length - 1]];
	const [alone] = sizesOf(series, { ...of, way: 'none' });
	const get = small.measured.find(({ job, way }) => job === 'get' && way === 'verbit');
	if (own.length < 2 || !alone || !get || workerBytes === null) return undefined;
	const b = (costOf(largest) - costOf(smallest)) / (largest.mib - smallest.mib);
	const a = costOf(smallest) - b * smallest.mib;
	const pace = smallest.recordings / smallest.seconds;
	const databaseBytes = smallest.databaseBytes / smallest.recordings;
	const call = get.seconds / small.items;
	return { a, b, pace, databaseBytes, workerBytes, bare: costOf(alone), call };
}

/** What Submit Recording and the rest of its job need. @param {Model} model @param {Load} load */
function predict(model, { recordings, mib, minutes, checks }) {
	const { hours, busy, atATime, uploadMbits, keptDays, keptExecutions, idBytes } = ASSUMED;
	const { addMediaCalls, submitCalls, callSeconds, uploadMib } = ASSUMED;
	const aSecond = recordings / hours / 3600;
	const upload = model.a + model.b * mib + (submitCalls - addMediaCalls) * model.call;
	// Each check but the first resumes the execution that waits. The trigger starts one for each job.
	const isWait = checks > 0;
	const resumed = isWait ? checks - 1 : 0;
	const followSeconds = isWait ? resumed * model.bare + checks * model.call : model.bare;
	const cores = (aSecond * (upload + followSeconds)) / busy;
	const atOnce = aSecond * ((mib * 1.048576 * 8) / uploadMbits + callSeconds);
	const workers = Math.max(1, Math.ceil(cores), Math.ceil(atOnce / atATime));
	const jobs = aSecond * minutes * 60;
	const executions = recordings * (isWait ? 1 : 2) * keptDays;
	// n8n doesn't delete executions that wait.
	const kept = Math.min(executions, keptExecutions) + (isWait ? jobs : 0);
	return {
		recordings,
		minutes,
		checks,
		resumed,
		followSeconds,
		cores,
		atOnce,
		workers,
		executions,
		jobs,
		uploadCores: (aSecond * upload) / busy,
		memoryGib: (workers * model.workerBytes + Math.ceil(atOnce) * uploadMib * MIB) / GIB,
		databaseMib: (kept * model.databaseBytes) / MIB,
		idGibAYear: (recordings * 365 * idBytes) / GIB,
		/** Where n8n keeps the files in the database. */
		filesGib: (recordings * mib * MIB) / GIB,
		keptGib: (Math.min(kept, recordings * keptDays) * mib * MIB) / GIB,
		mbits: aSecond * mib * 1.048576 * 8,
		mediaCalls: aSecond * addMediaCalls,
		calls: aSecond * (submitCalls + checks),
		resumedASecond: aSecond * resumed,
	};
}

/**
 * The limits that a day's work passes, the one that it passes by most first.
 * @param {Need} need
 * @param {Need} [before] of less work: what it passes has been changed already
 */
function passedLimits(need, before) {
	/** @type {(limit: Limit, one?: Need) => number} */
	const share = (limit, one = need) => one[limit.need] / ASSUMED[limit.most];
	return LIMITS.filter((limit) => share(limit) > 1 && !(before && share(limit, before) > 1)).sort(
		(x, y) => share(y) - share(x),
	);
}

module.exports = { ASSUMED, cpuOf, fit, passedLimits, predict, sizesOf };
