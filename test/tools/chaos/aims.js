const { aimRow, table } = require('../docs/markdown');
const { sum, sums, tally } = require('../tally');
const { reasonOf, WAY_TITLES } = require('./words');

/**
 * @typedef {import('./results').RunResult} RunResult
 * @typedef {import('./plan').Way} Way
 */

const ways = /** @type {Way[]} */ (Object.keys(WAY_TITLES));

/** What the project aims at, and what became of it. @param {RunResult[]} results */
const aimTable = (results) =>
	table([
		...ways.map((way) => startedAim(results, way)),
		liesAim(results),
		takenAim(results),
		operatorAim(results),
		orphansAim(results),
	]);

/** @param {RunResult[]} results @param {Way} way @param {keyof import('./results').Counts} name */
const count = (results, way, name) => sum(results.map(({ counts }) => counts[way][name]));

/** Each reason after the number that it holds for. @param {Record<string, number>} reasons */
const because = (reasons) =>
	Object.entries(reasons)
		.map(([reason, times]) => `. ${times}: ${reason}`)
		.join('');

/** Why recordings have other than one started job with its bytes. @param {RunResult[]} results @param {Way[]} own */
function reasonsNotOnce(results, ...own) {
	const odd = results.flatMap((run) => run.odd).filter(({ way }) => own.includes(way));
	const reasons = odd.flatMap((one) => {
		const flaw = one.flaws.find(({ kind }) => kind !== 'orphan');
		return flaw ? reasonOf(one, flaw) : [];
	});
	return because(tally(reasons));
}

/** @param {RunResult[]} results @param {Way} way */
function startedAim(results, way) {
	const [all, right] = [count(results, way, 'all'), count(results, way, 'startedOnce')];
	const measured = `${right} of ${all}${reasonsNotOnce(results, way)}`;
	const what = `Recordings with one started job and their bytes: ${WAY_TITLES[way]}`;
	return aimRow(what, 'all', measured, right === all);
}

/** @param {RunResult[]} results */
function liesAim(results) {
	const lies = sum(results.map((run) => run.lies));
	const all = sums(results.flatMap(({ executions }) => Object.entries(executions)));
	const successes = ways.map((way) => all[`${way}: success`] ?? 0);
	const measured = `${lies} in ${sum(successes)} executions with success`;
	return aimRow('Executions that report a success that is not true', '0', measured, lies === 0);
}

/** @param {RunResult[]} results */
function takenAim(results) {
	const last = count(results, 'webhook', 'notStartedTaken');
	const atOnce = count(results, 'atOnce', 'notStartedTaken');
	const why =
		atOnce > 0
			? `. ${atOnce}: n8n, which responds *Immediately*, returned success before this node ran and lost the recording`
			: '';
	const what = 'Senders that got success from n8n for a recording that was not started';
	return aimRow(what, '0', `${last + atOnce}${why}`, last + atOnce === 0);
}

/** @param {RunResult[]} results */
function operatorAim(results) {
	const missing = sum(ways.map((way) => count(results, way, 'notStarted')));
	const runs = results.map(({ operator }) => operator.scheduledRuns);
	const isNext = runs.every((needed) => needed === 1);
	const schedule = `Scheduled runs until one succeeded, by seed: ${runs.join(', ')}`;
	const measured = `${missing}${reasonsNotOnce(results, ...ways)}. ${schedule}`;
	const what = 'Recordings that need more than one retry or the next scheduled run';
	return aimRow(what, '0', measured, missing === 0 && isNext);
}

/** @param {RunResult[]} results */
function orphansAim(results) {
	const orphans = sum(results.map((run) => run.orphans));
	const named = sum(results.map((run) => run.orphansNamed));
	const unnamed = results
		.flatMap((run) => run.odd)
		.flatMap((one) =>
			one.flaws
				.filter(({ kind }) => kind === 'orphan')
				.map((flaw) => /** @type {[string, number]} */ ([reasonOf(one, flaw), one.orphans])),
		);
	const measured = `${named} of ${orphans}${because(sums(unnamed))}`;
	const what = 'Jobs created and never started that an error or `possible_duplicate` names';
	return aimRow(what, 'all', measured, named === orphans);
}

module.exports = { aimTable };
