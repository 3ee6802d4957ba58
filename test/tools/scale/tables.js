const { aim, show } = require('../measure/measure');

/**
 * @typedef {{ mode: string, workers: number, mib: number, recordings: number, way: 'none' | 'http' | 'verbit', seconds: number,
 *   cpu: number }} Series CPU seconds of n8n
 * @typedef {{ series: Series[], slow: Record<number, number> }} Figures `slow` in recordings a minute by the number of workers
 */

const TITLES = {
	none: 'Read the file only',
	http: 'Three HTTP Request nodes',
	verbit: 'This node (Add Media)',
};

/** @param {{ recordings: number, seconds: number }} [run] */
const aMinute = (run) => (run ? (60 * run.recordings) / run.seconds : NaN);

/** CPU of n8n for a recording beside reading the file. @param {Series[]} series @param {Series} [one] */
function aboveFile(series, one) {
	const alone = series.find(
		({ way, mode, workers, mib }) =>
			way === 'none' && mode === one?.mode && workers === one.workers && mib === one.mib,
	);
	return one && alone ? (one.cpu - alone.cpu) / one.recordings : NaN;
}

/** @param {Figures} figures */
const sectionsOf = (figures) => ({
	aims: aimsOf(figures),
	recordings: figures.series.map((one) => ({
		Files: one.mode,
		Workers: one.workers,
		Recordings: `${one.recordings} × ${one.mib} MiB`,
		Workflow: TITLES[one.way],
		'Recordings a minute': show(aMinute(one), '', 0),
		'CPU s a recording': show(one.cpu / one.recordings, '', 3),
		'above the file alone': show(aboveFile(figures.series, one), '', 3),
	})),
});

/** What this node is meant to reach, and whether it did. @param {Figures} figures */
function aimsOf({ series, slow }) {
	/** Of recordings of 1 MiB. @param {string} mode @param {number} workers @param {Series['way']} way */
	const small = (mode, workers, way) =>
		series.find(
			(one) => one.mode === mode && one.workers === workers && one.way === way && one.mib === 1,
		);
	const [two, one] = [2, 1].map((workers) => aMinute(small('filesystem', workers, 'verbit')));
	const beside = 'Recordings a minute of 2 workers beside 1';
	return [
		aim(`${beside}, while Verbit responds slowly`, slow[2] / slow[1], '≥', 1.8, ' ×'),
		aim(`${beside}, all on the cores of one machine`, two / one, '≥', 1.8, ' ×'),
		...['filesystem', 'database'].map((mode) => {
			const what = `CPU of a 1 MiB recording beside three HTTP Request nodes, ${mode}`;
			const [own, http] = /** @type {const} */ (['verbit', 'http']).map((way) =>
				aboveFile(series, small(mode, 2, way)),
			);
			return aim(what, own, '≤', http, ' s', 3);
		}),
	];
}

module.exports = { sectionsOf };
