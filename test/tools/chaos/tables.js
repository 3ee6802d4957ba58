const { aim, aimAll, plain } = require('../measure/measure');
const { sum, tally } = require('../measure/tally');
const { isStartedOnce } = require('./recordings');

/** @typedef {import('./chaos').Run} Run */

/** How recordings reach n8n. @type {Record<import('./plan').Way, string>} */
const WAYS = {
	webhook: 'Webhook that responds when the last node finishes',
	folder: 'Schedule that lists a folder',
	atOnce: 'Webhook that responds immediately',
};

/** @type {Record<import('./recordings').Cause, string>} */
const CAUSES = {
	node: 'a fault of this node',
	crash: 'the process ended while it started the job; an error names the recording',
	n8n: 'n8n dropped the data of the execution',
};

/** @param {Run[]} runs */
const sectionsOf = (runs) => ({
	chaos: aimsOf(runs),
	recordings: runs
		.flatMap(({ recordings }) => recordings)
		.filter(({ flaws }) => flaws.length > 0)
		.map(flawed),
	'n8n restarts': runs.map(({ seed, restarts }) => ({ Seed: seed, Starts: restarts })),
});

/** What the project aims at, and what became of it. @param {Run[]} runs */
function aimsOf(runs) {
	const all = runs.flatMap(({ recordings }) => recordings);
	const withFlaw = (/** @type {import('./recordings').Kind} */ kind) =>
		all.filter(({ flaws }) => flaws.some((flaw) => flaw.kind === kind));
	const [lies, lost] = [withFlaw('lie').length, withFlaw('notStarted')];
	const taken = lost.filter(({ isTaken }) => isTaken).length;
	const unnamed = sum(withFlaw('orphan').map(({ orphans }) => orphans.length));
	const orphans = sum(all.map((one) => one.orphans.length));
	const scheduledRuns = Math.max(...runs.map((run) => run.scheduledRuns));
	const named =
		'Jobs created and never started that an error, a hint or `possible_duplicate` names';
	return [
		...Object.entries(WAYS).map(([name, title]) => {
			const own = all.filter(({ way }) => way === name);
			const what = `Recordings with one started job and their bytes: ${title}`;
			const flaws = own.flatMap((one) => one.flaws.filter(({ kind }) => kind !== 'orphan'));
			const reasons = Object.entries(tally(flaws.map(({ cause }) => CAUSES[cause])));
			const why = reasons.map(([reason, count]) => `${count}: ${reason}`);
			return aimAll(what, own.filter(isStartedOnce).length, own.length, ...why);
		}),
		aim('Recordings that n8n reports as a success, which is not true', lies, '=', 0),
		aim('Recordings that n8n took from a sender, and lost', taken, '=', 0),
		aim('Recordings that need more than one retry or scheduled run', lost.length, '=', 0),
		aim('Scheduled runs until one succeeded', scheduledRuns, '=', 1),
		aimAll(named, orphans - unnamed, orphans),
	];
}

/** A recording that is not as it has to be. @param {Run['recordings'][0]} one */
const flawed = ({ id, way, started, orphans, said, flaws, isTaken }) => ({
	Recording: id,
	'How it reached n8n': WAYS[way],
	'What Verbit holds of it': `started jobs: ${started.length}, not started: ${orphans.length}`,
	'What its sender got': way === 'folder' ? '' : isTaken ? 'success' : 'no success',
	'What its executions said': Object.entries(said)
		.map(([text, times]) => `${times} × ${plain(text)}`)
		.join('\n'),
	'What is wrong': flaws.map(({ kind, cause }) => `${kind}, by ${cause}`).join('\n'),
});

/** @param {import('./delivery').Delivery[]} runs */
function deliveriesOf(runs) {
	const all = runs.flatMap(({ recordings }) => recordings);
	const of = (/** @type {(one: typeof all[0]) => boolean} */ is) =>
		`${all.filter(is).length} of ${all.length}`;
	const ends = Object.entries(tally(runs.flatMap((run) => run.ends)));
	return [
		['n8n ended', ends.map(([signal, times]) => `${times} × ${signal}`).join(', ')],
		['Recordings with one started job', of(({ started }) => started === 1)],
		['Recordings whose transcript was put out', of(({ delivered }) => delivered > 0)],
		['… more than once', of(({ delivered }) => delivered > 1)],
	].map(([What, Measured]) => ({ What, Measured }));
}

module.exports = { deliveriesOf, sectionsOf };
