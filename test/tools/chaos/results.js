const { tally } = require('../tally');
const { flawsOf } = require('./flaws');
const { storyOf } = require('./story');

/**
 * @typedef {import('./chaos').Run} Run
 * @typedef {import('./reckoning').Reckoned} Reckoned
 * @typedef {import('./plan').Way} Way
 * @typedef {ReturnType<typeof describeOdd>} Odd
 * @typedef {import('./carryOut').Log['sendings']} Sendings
 * @typedef {Record<keyof typeof COUNTED, number>} Counts of recordings
 * @typedef {ReturnType<typeof summarizeRun> & { origin: import('../../support/origin').Origin }} RunResult
 */

/** More would be more of the same. */
const MAX_STORIES = 25;

/** What a flaw comes of: the last is the worst. @type {Array<import('./flaws').Cause>} */
const CAUSES = ['n8n', 'crash', 'node'];

/** @param {Pick<Reckoned, 'started' | 'rightBytes'>} one */
const isStartedOnce = ({ started, rightBytes }) => started.length === 1 && rightBytes.length === 1;

/** @param {Reckoned} one */
const isMissing = ({ started }) => started.length === 0;

/**
 * What recordings are counted by, with the titles of the columns.
 * @satisfies {Record<string, { title: string, is: (one: Reckoned, sendings: Sendings) => boolean }>}
 */
const COUNTED = {
	all: { title: 'Recordings', is: () => true },
	startedOnce: { title: 'One started job with its bytes', is: isStartedOnce },
	startedTwice: { title: 'Started twice', is: ({ started }) => started.length > 1 },
	wrongBytes: {
		title: 'Other bytes',
		is: ({ started, rightBytes }) => started.length > rightBytes.length,
	},
	notStarted: { title: 'Not started', is: isMissing },
	notStartedTaken: {
		title: 'of these: n8n had returned success to the sender',
		is: (one, sendings) => isMissing(one) && sendings[one.id]?.isTaken === true,
	},
	notStartedNamed: {
		title: 'of these: named in an error',
		is: (one) => isMissing(one) && one.isNamed,
	},
};

/** @param {Run} run */
function summarizeRun(run) {
	const { world, plan, startedAt, log, operator, unaided, reckoned, executions } = run;
	const sendings = Object.values(log.sendings);
	const orphans = (/** @type {(one: Reckoned) => boolean} */ is) =>
		reckoned.filter(is).flatMap((one) => one.orphans).length;
	// The first is to be looked at first.
	const odd = reckoned
		.map((one) => describeOdd(run, one))
		.filter(({ flaws }) => flaws.length > 0)
		.sort((a, b) => weightOf(b) - weightOf(a));
	return {
		seed: plan.seed,
		n8n: world.queue.main.n8n.version,
		recordings: reckoned.length,
		minutes: (Date.now() - startedAt) / 60_000,
		happened: tally(log.events.map(({ what }) => what)),
		/** Of n8n's processes. */
		restarts: world.supervisor.restarts,
		/** Recordings that a webhook was sent more than once. */
		sentAgain: sendings.filter(({ tries }) => tries > 1).length,
		/** Recordings that their sender got no success for. */
		givenUp: sendings.filter(({ isTaken }) => !isTaken).length,
		unaided: countByWay(unaided, log.sendings),
		counts: countByWay(reckoned, log.sendings),
		/** Jobs that were created and never started. */
		orphans: orphans(() => true),
		orphansNamed: orphans(({ isNamed }) => isNamed),
		/** Those that nothing names, beside another job of their recording that was started. */
		orphansBesideJob: orphans(({ isNamed, started }) => !isNamed && started.length > 0),
		lies: reckoned.flatMap(({ lies }) => lies).length,
		operator,
		executions: tally(executions.map(({ way, status }) => `${way}: ${status}`)),
		errors: tally(executions.flatMap(errorsOf).map(withoutNames)),
		/** Recordings that are not as they have to be. */
		odd,
		/** Of the first of these. */
		stories: Object.fromEntries(odd.slice(0, MAX_STORIES).map(({ id }) => [id, storyOf(run, id)])),
		events: log.events,
	};
}

/** @param {Run} run @param {Reckoned} one */
const describeOdd = ({ upAt, log, executions }, one) => ({
	id: one.id,
	way: one.way,
	flaws: flawsOf(one, upAt),
	started: one.started.length,
	rightBytes: one.rightBytes.length,
	orphans: one.orphans.length,
	/** None where it was put into a folder. */
	sending: /** @type {import('./carryOut').Sending | undefined} */ (log.sendings[one.id]),
	/** By each of its executions, and how often. */
	said: tally(executions.flatMap((execution) => saidOf(execution, one.id))),
});

/** What an execution says of a recording; of itself, where its node said nothing. @param {import('./executions').ExecutionReport} execution @param {string} id */
function saidOf({ status, error, statements, recordings }, id) {
	const own = statements.filter(({ recording }) => recording === id);
	if (own.length > 0) return own.map((one) => withoutNames(one.error ?? one.kind));
	return recordings.includes(id) ? [withoutNames(error ?? status)] : [];
}

/** @param {Odd} one */
const weightOf = ({ flaws }) => Math.max(...flaws.map(({ cause }) => CAUSES.indexOf(cause)));

/** @param {Reckoned[]} reckoned @param {Sendings} sendings */
function countByWay(reckoned, sendings) {
	const of = (/** @type {Way} */ way) => {
		const own = reckoned.filter((one) => one.way === way);
		const counts = Object.entries(COUNTED).map(([name, { is }]) => [
			name,
			own.filter((one) => is(one, sendings)).length,
		]);
		return /** @type {Counts} */ (Object.fromEntries(counts));
	};
	return { webhook: of('webhook'), folder: of('folder'), atOnce: of('atOnce') };
}

/** @param {import('./executions').ExecutionReport} execution */
function errorsOf({ error, statements }) {
	const ofItems = statements.flatMap((statement) => statement.error ?? []);
	return ofItems.length > 0 || error === undefined ? ofItems : [error];
}

/** Without numbers, either. @param {string} text */
const withoutNames = (text) =>
	text
		.replace(/chaos-\d+-\w+-\d+(\.wav)?/g, '…')
		.replace(/\b\d+(\.\d+)?\b/g, 'N')
		.slice(0, 300);

module.exports = { COUNTED, isStartedOnce, summarizeRun };
