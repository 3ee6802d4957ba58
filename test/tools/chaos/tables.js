const { tally } = require('../measure/measure');
const { isStartedOnce } = require('./recordings');

/** @typedef {import('./chaos').Run} Run */

/** How recordings reach n8n. @type {Record<import('./plan').Way, string>} */
const WAYS = {
	webhook: 'Webhook that responds when the last node finishes',
	folder: 'Schedule that lists a folder',
};

/** @type {Record<import('./recordings').Cause, string>} */
const CAUSES = {
	node: 'a fault of this node',
	crash: 'the process ended while it started the job; an error names the recording',
	n8n: 'n8n dropped the data of the execution',
};

/** @param {Array<[What: string, Measured: string | number]>} rows */
const rowsOf = (rows) => rows.map(([What, Measured]) => ({ What, Measured }));

/** What became of the recordings, and each that is not as it has to be. @param {Run[]} runs */
function chaosOf(runs) {
	const all = runs.flatMap(({ recordings }) => recordings);
	const withFlaw = (/** @type {import('./recordings').Kind} */ kind) =>
		all.filter(({ flaws }) => flaws.some((flaw) => flaw.kind === kind));
	const countOf = (/** @type {Run['recordings']} */ some) =>
		some.reduce((sum, { orphans }) => sum + orphans.length, 0);
	const starts = Object.entries(WAYS).map(([way, title]) => {
		const own = all.filter((one) => one.way === way);
		const flaws = own.flatMap((one) => one.flaws.filter(({ kind }) => kind !== 'orphan'));
		const why = tally(flaws.map(({ cause }) => CAUSES[cause]));
		const count = `${own.filter(isStartedOnce).length} of ${own.length}`;
		return /** @type {[string, string]} */ ([
			`With one started job: ${title}`,
			[count, why].filter(Boolean).join('. '),
		]);
	});
	const orphans = countOf(all);
	return {
		chaos: rowsOf([
			...starts,
			['A success that is not true', withFlaw('lie').length],
			['Need more than one retry or scheduled run', withFlaw('notStarted').length],
			['Scheduled runs until one succeeded', Math.max(...runs.map((run) => run.scheduledRuns))],
			[
				'Jobs never started that an error, a hint or `possible_duplicate` names',
				`${orphans - countOf(withFlaw('orphan'))} of ${orphans}`,
			],
			['Starts of n8n after the first', runs.map(({ restarts }) => restarts).join(', ')],
		]),
		'recordings with a flaw': all
			.filter(({ flaws }) => flaws.length > 0)
			.map((one) => JSON.stringify(one))
			.join('\n'),
	};
}

/** @param {import('./delivery').Delivery[][]} runs each in all modes */
function deliveriesOf(runs) {
	const columns = runs.flat().map(({ mode, ends, statuses, recordings }) => {
		const of = (/** @type {(one: typeof recordings[0]) => boolean} */ is) =>
			`${recordings.filter(is).length} of ${recordings.length}`;
		const crashed = statuses.filter((status) => status === 'crashed').length;
		return {
			'n8n in': `${mode} mode`,
			'Processes ended': tally(ends),
			'Executions that crashed': `${crashed} of ${statuses.length}`,
			'Recordings with one started job': of(({ started }) => started === 1),
			'… whose transcript was put out': of(({ delivered }) => delivered > 0),
			'… more than once': of(({ delivered }) => delivered > 1),
		};
	});
	return { delivered: columns };
}

module.exports = { chaosOf, deliveriesOf };
