/**
 * @typedef {object} Model what a recording costs in n8n, Postgres and Redis together
 * @property {number} a CPU seconds of each recording
 * @property {number} b CPU seconds of each MiB
 * @property {number} pace recordings a second of the smallest file
 * @property {number} databaseBytes that each recording leaves in Postgres, without its file
 * @property {number} workerBytes of a worker that has nothing to do
 *
 * @typedef {object} Load a day's work
 * @property {number} recordings
 * @property {number} mib size of each
 * @property {number} minutes that a transcription takes
 */

/** What a day's work is reckoned with. */
const ASSUMED = {
	/** Work comes in a working day. */
	hours: 8,
	/** How much of a core is planned with. */
	busy: 0.5,
	/** Executions of a worker: n8n's own default. */
	atATime: 10,
	/** A line to Verbit's storage, in Mbit/s for one upload. */
	uploadMbits: 100,
	/** Of executions: n8n's own default. */
	keptDays: 14,
};

/** Calls of an upload's execution that wait for Verbit. */
const CALL_SECONDS = 2;

/** What n8n keeps unless it is set otherwise. */
const KEPT_EXECUTIONS = 10_000;

/** With External ID: create, add asset, add media, start; the PUT goes to the storage. */
const CALLS = 4;

/** The largest of one upload in the filesystem mode: docs/benchmarks.md. */
const UPLOAD_BYTES = 43 * 1024 * 1024;

/** @param {import('./lab').Usage} cpu */
const cpuOf = ({ n8n, database, redis }) => n8n + database + redis;

/**
 * A straight line through the smallest and the largest file; nothing where not both have been measured.
 * @param {import('./scope').Results} results
 * @param {Pick<import('./scope').MeasuredSeries, 'mode' | 'way' | 'workers'>} of
 * @returns {Model | undefined}
 */
function fit({ series, workerBytes }, { mode, way, workers }) {
	const own = series
		.filter((one) => one.mode === mode && one.way === way && one.workers === workers)
		.sort((x, y) => x.mib - y.mib);
	const [smallest, largest] = [own[0], own[own.length - 1]];
	if (own.length < 2 || workerBytes === null) return undefined;
	const cost = (/** @type {typeof smallest} */ one) => cpuOf(one.cpu) / one.recordings;
	const b = (cost(largest) - cost(smallest)) / (largest.mib - smallest.mib);
	const databaseBytes = smallest.databaseBytes / smallest.recordings;
	const pace = smallest.recordings / smallest.seconds;
	return { a: cost(smallest) - b * smallest.mib, b, pace, databaseBytes, workerBytes };
}

/** @param {Model} model @param {Load} load */
function predict({ a, b, databaseBytes, workerBytes }, { recordings, mib, minutes }) {
	const { hours, busy, atATime, uploadMbits, keptDays } = ASSUMED;
	const seconds = hours * 3600;
	const cores = (recordings * (a + b * mib)) / seconds / busy;
	const uploadSeconds = (mib * 1.048576 * 8) / uploadMbits + CALL_SECONDS;
	const atOnce = (recordings * uploadSeconds) / seconds;
	const workers = Math.max(1, Math.ceil(cores), Math.ceil(atOnce / atATime));
	return {
		cores,
		atOnce,
		workers,
		memory: workers * workerBytes + Math.ceil(atOnce) * UPLOAD_BYTES,
		database: Math.min(recordings * keptDays, KEPT_EXECUTIONS) * databaseBytes,
		/** Where n8n keeps the files in the database. */
		databaseFiles: recordings * mib * 1024 * 1024,
		mbits: (recordings * mib * 1.048576 * 8) / seconds,
		calls: (recordings * CALLS) / seconds,
		waiting: (recordings * minutes * 60) / seconds,
	};
}

module.exports = { ASSUMED, cpuOf, fit, predict };
