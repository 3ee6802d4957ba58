const { LOOP_WAYS, measureEventLoop } = require('./eventLoop');
const { isCompared, WAYS } = require('./scope');
const { measureItems, measureSeries, SMALL_JOBS } = require('./series');

/**
 * @typedef {import('./scope').Mode} Mode
 * @typedef {import('./scope').Results} Results
 *
 * @typedef {object} Measure
 * @property {string} title
 * @property {{ mode: Mode, workers: number }} [lab] the n8n in queue mode that it needs
 * @property {(lab: import('./lab').ScaleLab) => Promise<string>} run adds to the results, and returns the figure in short;
 *   without `lab` it gets none
 */

/** Everything that is measured. */
class Plan {
	/** @param {import('./scope').Scope} scope @param {Results} results */
	constructor(scope, results) {
		this.scope = scope;
		this.results = results;
	}

	/** The most important first: what is left when the time is over is the least of it. @returns {Measure[]} */
	measures() {
		const { modes, workers: numbers, checked, slow } = this.scope;
		const [first, ...others] = modes;
		return [
			...numbers.flatMap((workers) => [
				...this.matrix(first, workers),
				...(workers === checked.workers ? this.ways(first, checked, this.results.checked) : []),
				...(slow.workers.includes(workers) ? [this.slow(first, workers)] : []),
				...(workers === 1 ? this.inTurn(this.smallItems(first)) : []),
			]),
			...this.inTurn(LOOP_WAYS.map((way) => this.eventLoop(way))),
			...others.flatMap((mode) => numbers.flatMap((workers) => this.matrix(mode, workers))),
		];
	}

	/** Each size in each way. @param {Mode} mode @param {number} workers */
	matrix(mode, workers) {
		const { series } = this.results;
		return this.scope.sizes.flatMap((size) => {
			const ways = this.ways(mode, { ...size, workers }, series);
			return isCompared({ mib: size.mib, workers }) ? this.inTurn(ways) : ways;
		});
	}

	/** What an aim compares is measured several times, one way after the other: of its runs the middle one counts. @param {Measure[]} measures */
	inTurn(measures) {
		return Array.from({ length: this.scope.rounds }, (_, round) =>
			measures.map((one) =>
				round === 0 ? one : { ...one, title: `${one.title}, run ${round + 1}` },
			),
		).flat();
	}

	/** @param {Mode} mode @param {import('./scope').Series} series @param {Results['series']} measured @returns {Measure[]} */
	ways(mode, series, measured) {
		const { workers, recordings, mib } = series;
		return WAYS.map((way) => ({
			title: `${mode}, workers: ${workers}, ${recordings} × ${mib} MiB, ${way}`,
			lab: { mode, workers },
			run: async (lab) => {
				const one = { ...series, mode, way, ...(await measureSeries(lab, way, series)) };
				measured.push(one);
				return `${one.seconds.toFixed(1)} s, CPU of n8n ${one.cpu.n8n.toFixed(1)} s`;
			},
		}));
	}

	/** Where executions wait for Verbit, not for a core. @param {Mode} mode @param {number} workers @returns {Measure} */
	slow(mode, workers) {
		const { recordings, delayMs } = this.scope.slow;
		return {
			title: `${mode}, workers: ${workers}, each answer after ${delayMs} ms`,
			lab: { mode, workers },
			run: async (lab) => {
				await lab.emulator.delayAnswers(delayMs);
				const { seconds } = await measureSeries(lab, 'verbit', { mib: 1, recordings });
				await lab.emulator.control.delete('faults');
				this.results.slow.push({ workers, recordings, delayMs, seconds });
				return `${seconds.toFixed(1)} s`;
			},
		};
	}

	/** @param {Mode} mode @returns {Measure[]} */
	smallItems(mode) {
		const { items } = this.scope;
		const jobs = SMALL_JOBS.flatMap((job) => LOOP_WAYS.map((way) => ({ job, way })));
		return jobs.map(({ job, way }) => ({
			title: `${items} small items, ${job}, ${way}`,
			lab: { mode, workers: 1 },
			run: async (lab) => {
				const seconds = await measureItems(lab, { job, way, items });
				this.results.small.measured.push({ job, way, seconds });
				return `${seconds.toFixed(2)} s`;
			},
		}));
	}

	/** @param {'http' | 'verbit'} way @returns {Measure} */
	eventLoop(way) {
		const { eventLoop } = this.scope;
		return {
			title: `Event loop, ${eventLoop.files} × ${eventLoop.mib} MiB, ${way}`,
			run: async () => {
				const one = await measureEventLoop(eventLoop, way);
				this.results.eventLoop.measured.push(one);
				return `p99 ${one.p99.toFixed(1)} ms`;
			},
		};
	}
}

module.exports = { Plan };
