const { storyOf } = require('./story');

/**
 * @typedef {import('./reckoning').Reckoned} Reckoned
 *
 * @typedef {import('./plan').Way} Way
 *
 * @typedef {object} Counts of recordings
 * @property {number} all
 * @property {number} startedOnce with their bytes
 * @property {number} startedTwice or more often
 * @property {number} wrongBytes started, and made of other bytes
 * @property {number} notStarted
 * @property {number} notStartedTaken those that their webhook returned success for
 * @property {number} notStartedNamed those of which an error names the External ID
 *
 * @typedef {Run & { origin: import('../../support/origin').Origin }} RunResult
 *
 * @typedef {object} Run
 * @property {number} seed
 * @property {string} n8n its version
 * @property {number} recordings
 * @property {number} minutes that the whole run took
 * @property {Record<string, number>} happened how often what was done
 * @property {number} restarts of n8n's processes
 * @property {number} sentAgain recordings that a webhook was sent more than once
 * @property {number} givenUp recordings that their sender got no success for
 * @property {Record<Way, Counts>} unaided when everything was up again, before anybody did anything
 * @property {Record<Way, Counts>} counts at the end
 * @property {number} orphans jobs that were created and never started
 * @property {number} orphansNamed those of which an error or a `possible_duplicate` tells
 * @property {number} orphansBesideJob those that nothing names, beside another job of their recording that was started
 * @property {number} lies statements of success that are not true
 * @property {{ retried: number, refused: string[], scheduledRuns: number }} operator
 * @property {Record<string, number>} executions by status
 * @property {Record<string, number>} errors by their text without names and numbers
 * @property {Record<string, string[]>} stories of recordings that are not as they have to be
 * @property {Array<{ ms: number, what: string }>} events
 */

/** More would be more of the same. */
const MAX_STORIES = 25;

/**
 * @param {object} run
 * @param {import('./world').ChaosWorld} run.world
 * @param {import('./plan').Plan} run.plan
 * @param {import('./carryOut').Log} run.log
 * @param {number} run.startedAt
 * @param {{ retried: string[], refused: string[], runs: number }} run.operator
 * @param {Reckoned[]} run.unaided
 * @param {Reckoned[]} run.reckoned
 * @param {import('./executions').ExecutionReport[]} run.executions
 * @returns {Run}
 */
function summarizeRun({ world, plan, log, startedAt, operator, unaided, reckoned, executions }) {
	const orphans = (/** @type {(one: Reckoned) => boolean} */ is) =>
		reckoned.filter(is).flatMap((one) => one.orphans).length;
	const odd = reckoned
		.filter(isOdd)
		.sort((a, b) => weightOf(b) - weightOf(a))
		.slice(0, MAX_STORIES);
	return {
		seed: plan.seed,
		n8n: world.queue.main.n8n.version,
		recordings: reckoned.length,
		minutes: (Date.now() - startedAt) / 60_000,
		happened: tally(log.events.map(({ what }) => kindOf(what))),
		restarts: world.supervisor.restarts,
		sentAgain: Object.values(log.sendings).filter(({ tries }) => tries > 1).length,
		givenUp: Object.values(log.sendings).filter(({ isTaken }) => !isTaken).length,
		unaided: countByWay(unaided, log),
		counts: countByWay(reckoned, log),
		orphans: orphans(() => true),
		orphansNamed: orphans(({ isNamed }) => isNamed),
		orphansBesideJob: orphans(({ isNamed, started }) => !isNamed && started.length > 0),
		lies: reckoned.flatMap(({ lies }) => lies).length,
		operator: {
			retried: operator.retried.length,
			refused: operator.refused,
			scheduledRuns: operator.runs,
		},
		executions: tally(executions.map(({ way, status }) => `${way}: ${status}`)),
		errors: tally(executions.flatMap(errorsOf).map(withoutNames)),
		stories: Object.fromEntries(
			odd.map(({ id }) => [id, storyOf(world, id, executions, { startedAt, log })]),
		),
		events: log.events,
	};
}

/** @param {Reckoned} one */
function isOdd({ started, rightBytes, orphans, isNamed, lies }) {
	const isRight = started.length === 1 && rightBytes.length === 1 && lies.length === 0;
	return !isRight || (orphans.length > 0 && !isNamed);
}

/** What is to be looked at first. @param {Reckoned} one */
function weightOf({ started, rightBytes, orphans, isNamed, lies }) {
	if (started.length > 1 || started.length > rightBytes.length || lies.length > 0) return 2;
	return orphans.length > 0 && !isNamed ? 1 : 0;
}

/**
 * @param {Reckoned[]} reckoned
 * @param {import('./carryOut').Log} log
 * @returns {Record<Way, Counts>}
 */
function countByWay(reckoned, log) {
	const ofWay = (/** @type {Way} */ way) => reckoned.filter((one) => one.way === way);
	const of = (/** @type {Way} */ way) => count(ofWay(way), log);
	return { webhook: of('webhook'), folder: of('folder'), atOnce: of('atOnce') };
}

/**
 * @param {Reckoned[]} reckoned
 * @param {import('./carryOut').Log} log
 * @returns {Counts}
 */
function count(reckoned, { sendings }) {
	const number = (/** @type {(one: Reckoned) => boolean} */ is) => reckoned.filter(is).length;
	const isMissing = (/** @type {Reckoned} */ one) => one.started.length === 0;
	return {
		all: reckoned.length,
		startedOnce: number((one) => one.started.length === 1 && one.rightBytes.length === 1),
		startedTwice: number((one) => one.started.length > 1),
		wrongBytes: number((one) => one.started.length > one.rightBytes.length),
		notStarted: number(isMissing),
		notStartedTaken: number((one) => isMissing(one) && sendings[one.id]?.isTaken === true),
		notStartedNamed: number((one) => isMissing(one) && one.isNamed),
	};
}

/** @param {import('./executions').ExecutionReport} execution */
function errorsOf({ error, statements }) {
	const ofItems = statements.flatMap((statement) => statement.error ?? []);
	return ofItems.length > 0 || error === undefined ? ofItems : [error];
}

/** @param {string} text */
function withoutNames(text) {
	return text
		.replace(/chaos-\d+-\w+-\d+(\.wav)?/g, '…')
		.replace(/\b\d+(\.\d+)?\b/g, 'N')
		.slice(0, 300);
}

/** @param {string} what as it is logged */
function kindOf(what) {
	return what
		.replace(/faults: .*/, 'bursts of faults')
		.replace(/,? (is )?down for .*/, '')
		.replace(/ \(was down\)/, '');
}

/**
 * @param {string[]} values
 * @returns {Record<string, number>} how often each comes, the most frequent first
 */
function tally(values) {
	/** @type {Map<string, number>} */
	const counts = new Map();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

module.exports = { summarizeRun, tally };
