const { aim, show } = require('../measure/measure');

/**
 * @typedef {{ mode: string, workers: number, mib: number, recordings: number, way: 'none' | 'http' | 'verbit', seconds: number,
 *   cpu: number }} Series CPU seconds of n8n
 * @typedef {{ workers: number, recordings: number, seconds: number }} Slow
 * @typedef {{ job: 'get' | 'addMedia', way: string, seconds: number }} Items
 * @typedef {{ series: Series[], slow: Slow[], items: Items[] }} Figures
 */

const TITLES = {
	none: 'Read the file only',
	http: 'Three HTTP Request nodes',
	verbit: 'This node (Add Media)',
};

/** @param {{ recordings: number, seconds: number }} run */
const aMinute = ({ recordings, seconds }) => (60 * recordings) / seconds;

/** CPU of n8n for a recording beside reading the file. @param {Series[]} series @param {Series} one */
function aboveFile(series, one) {
	const isSame = (/** @type {Series} */ { mode, workers, mib }) =>
		mode === one.mode && workers === one.workers && mib === one.mib;
	const alone = series.find((other) => other.way === 'none' && isSame(other));
	return (one.cpu - (alone?.cpu ?? NaN)) / one.recordings;
}

/** @param {Figures} figures */
const sectionsOf = ({ series, slow, items }) => ({
	aims: aimsOf({ series, slow, items }),
	recordings: series.map((one) => ({
		Files: one.mode,
		Workers: one.workers,
		Recordings: `${one.recordings} × ${one.mib} MiB`,
		Workflow: TITLES[one.way],
		'Recordings a minute': show(aMinute(one), '', 0),
		'CPU s a recording': show(one.cpu / one.recordings, '', 3),
		'above the file alone': show(aboveFile(series, one), '', 3),
	})),
});

/** What this node is meant to reach, and whether it did. @param {Figures} figures */
function aimsOf({ series, slow, items }) {
	const small = series.filter(({ mib }) => mib === 1);
	const ofNode = small.filter(({ way, mode }) => way === 'verbit' && mode === 'filesystem');
	/** @param {string} where @param {Array<Series | Slow>} runs */
	const workersAim = (where, runs) => {
		const [two = NaN, one = NaN] = [2, 1]
			.map((number) => runs.filter(({ workers }) => workers === number).map(aMinute))
			.flat();
		return aim(`Recordings a minute of 2 workers beside 1, ${where}`, two / one, '≥', 1.8, ' ×');
	};
	/** @template {{ way: string }} T @param {string} what @param {T[]} runs @param {(run: T) => number} of @param {string} unit */
	const besideHttp = (what, runs, of, unit) => {
		const [own, other] = ['verbit', 'http'].map((name) => runs.find(({ way }) => way === name));
		return aim(what, own && of(own), '≤', other && of(other), unit, 3);
	};
	return [
		workersAim('while Verbit responds slowly', slow),
		workersAim('all on the cores of one machine', ofNode),
		...[...new Set(series.map(({ mode }) => mode))].map((name) => {
			const what = `CPU of a 1 MiB recording beside three HTTP Request nodes, ${name}`;
			const runs = small.filter(({ mode, workers }) => mode === name && workers === 2);
			return besideHttp(what, runs, (one) => aboveFile(series, one), ' s');
		}),
		...['get', 'addMedia'].map((name) => {
			const runs = items.filter(({ job }) => job === name);
			return besideHttp(
				`Many items of ${name} beside HTTP Request`,
				runs,
				({ seconds }) => seconds,
				' s',
			);
		}),
	];
}

module.exports = { sectionsOf };
