const { inTurn, middle } = require('../measure/tally');
const { WAYS } = require('./flows');
const { openLab } = require('./queueLab');
const { sectionsOf } = require('./tables');

/** @typedef {import('./run').Scope} Scope */
/** @typedef {import('../measure/measure').Attempt} Attempt */

/** @param {Scope} scope @param {Attempt} attempt */
async function runScale(scope, attempt) {
	/** @type {import('./tables').Figures} */
	const figures = { series: [], slow: {} };
	for (const mode of scope.modes) {
		for (const workers of scope.workers) {
			const title = `${mode}, workers: ${workers}`;
			const lab = await attempt(title, async () => await openLab(mode, workers));
			if (lab === undefined) continue;
			/** @type {Attempt} */
			const within = async (what, work) => await attempt(`${title}, ${what}`, work);
			await measureSeries(lab, scope, within, figures);
			const isFirst = mode === scope.modes[0];
			if (isFirst && scope.slow.workers.includes(workers)) {
				await measureSlow(lab, scope, within, figures);
			}
			await lab.world.close();
		}
	}
	return sectionsOf(figures);
}

/** @typedef {(lab: import('./queueLab').QueueLab, scope: Scope, attempt: Attempt, figures: import('./tables').Figures) => Promise<void>} Measure */

/** Each size in each way. @type {Measure} */
async function measureSeries(lab, scope, attempt, { series }) {
	const { mode, workers } = lab;
	for (const size of scope.sizes) {
		// What an aim compares is measured several times.
		const rounds = size.mib === 1 && workers === 2 ? scope.rounds : 1;
		const all = await inTurn(rounds, WAYS, async (way, round) => {
			const title = `${size.recordings} × ${size.mib} MiB, ${way} (${round} of ${rounds})`;
			return await attempt(title, async () => await lab.series(way, size));
		});
		for (const { way, runs } of all) {
			series.push({ mode, workers, ...size, way, ...middle(runs, ({ cpu }) => cpu) });
		}
	}
}

/** Where executions wait for Verbit, not for a core. @type {Measure} */
async function measureSlow(lab, scope, attempt, { slow }) {
	const { recordings, delayMs } = scope.slow;
	const { faults } = lab.world.emulator;
	const delay = /** @type {const} */ ({ kind: 'delay', delayMs, times: Infinity });
	faults.add({ ...delay, where: 'service' }, { ...delay, where: 'store' });
	const work = async () => await lab.series('verbit', { mib: 1, recordings });
	const one = await attempt(`answers after ${delayMs} ms`, work);
	faults.clear();
	if (one) slow[lab.workers] = (60 * recordings) / one.seconds;
}

module.exports = { runScale };
