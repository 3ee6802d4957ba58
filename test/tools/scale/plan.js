const { LOOP_WAYS, measureEventLoop } = require('./eventLoop');
const { measureItems, SMALL_JOBS } = require('./items');
const { measureSeries, measureSlow } = require('./series');

/**
 * @typedef {import('./scope').Scope} Scope
 * @typedef {import('./scope').Mode} Mode
 * @typedef {import('./scope').Way} Way
 * @typedef {import('./scope').Results} Results
 *
 * @typedef {object} Measure
 * @property {string} title
 * @property {{ mode: Mode, workers: number }} [lab] the n8n in queue mode that it needs
 * @property {(lab: import('./lab').ScaleLab) => Promise<string>} run adds to the results, and returns the figure in short;
 *   without `lab` it gets none
 */

/** The baseline first: the others are compared with it. @type {Way[]} */
const WAYS = ['none', 'http', 'verbit'];

/**
 * Everything that is measured, the most important first: what is left when the time is over is the least of it.
 * @param {Scope} scope
 * @param {Results} results
 * @returns {Measure[]}
 */
function plan(scope, results) {
	const [first, ...others] = scope.modes;
	const checkedAt = scope.checked.workers;
	return [
		...scope.workers.flatMap((workers) => [
			...matrix(scope, results.series, { mode: first, workers }),
			...(workers === checkedAt ? checks(scope, results, first) : []),
			...(scope.slow.workers.includes(workers) ? [slow(scope, results, first, workers)] : []),
			...(workers === 1 ? smallItems(scope, results, first) : []),
		]),
		...LOOP_WAYS.map((way) => eventLoop(scope, results, way)),
		...others.flatMap((mode) =>
			scope.workers.flatMap((workers) => matrix(scope, results.series, { mode, workers })),
		),
	];
}

/**
 * Each size in each way.
 * @param {Scope} scope
 * @param {Results['series']} measured
 * @param {{ mode: Mode, workers: number }} lab
 * @returns {Measure[]}
 */
const matrix = ({ sizes }, measured, lab) =>
	sizes.flatMap((size) => ways({ ...size, workers: lab.workers }, measured, lab));

/**
 * @param {import('./scope').Series} series
 * @param {Results['series']} measured
 * @param {{ mode: Mode, workers: number }} lab
 * @returns {Measure[]}
 */
const ways = (series, measured, lab) =>
	WAYS.map((way) => ({
		title: `${lab.mode}, workers: ${lab.workers}, ${series.recordings} × ${series.mib} MiB, ${way}`,
		lab,
		run: async (open) => {
			const one = { ...series, mode: lab.mode, way, ...(await measureSeries(open, way, series)) };
			measured.push(one);
			return `${one.seconds.toFixed(1)} s, CPU of n8n ${one.cpu.n8n.toFixed(1)} s`;
		},
	}));

/** @param {Scope} scope @param {Results} results @param {Mode} mode */
const checks = ({ checked }, results, mode) =>
	ways(checked, results.checked, { mode, workers: checked.workers });

/**
 * Where executions wait for Verbit, not for a core.
 * @param {Scope} scope
 * @param {Results} results
 * @param {Mode} mode
 * @param {number} workers
 * @returns {Measure}
 */
const slow = (scope, results, mode, workers) => ({
	title: `${mode}, workers: ${workers}, each answer after ${scope.slow.delayMs} ms`,
	lab: { mode, workers },
	run: async (lab) => {
		const { recordings, delayMs } = scope.slow;
		const { seconds } = await measureSlow(lab, scope.slow);
		results.slow.push({ workers, recordings, delayMs, seconds });
		return `${seconds.toFixed(1)} s`;
	},
});

/** @param {Scope} scope @param {Results} results @param {Mode} mode @returns {Measure[]} */
const smallItems = ({ items }, results, mode) =>
	SMALL_JOBS.flatMap((job) =>
		/** @type {const} */ (['http', 'verbit']).map((way) => ({
			title: `${items} small items, ${job}, ${way}`,
			lab: { mode, workers: 1 },
			run: async (/** @type {import('./lab').ScaleLab} */ lab) => {
				const seconds = await measureItems(lab, { job, way, items });
				results.small.measured.push({ job, way, seconds });
				return `${seconds.toFixed(2)} s`;
			},
		})),
	);

/** @param {Scope} scope @param {Results} results @param {'http' | 'verbit'} way @returns {Measure} */
const eventLoop = (scope, results, way) => ({
	title: `Event loop, ${scope.eventLoop.files} × ${scope.eventLoop.mib} MiB, ${way}`,
	run: async () => {
		const one = await measureEventLoop(scope.eventLoop, way);
		results.eventLoop.measured.push(one);
		return `p99 ${one.p99.toFixed(1)} ms`;
	},
});

module.exports = { plan };
