const { tally } = require('../tally');
const { flawsOf } = require('./flaws');
const { storyOf } = require('./story');

/**
 * @typedef {import('./reckoning').Reckoned} Reckoned
 * @typedef {import('./plan').Way} Way
 * @typedef {ReturnType<typeof describeOdd>} Odd
 * @typedef {import('./carryOut').Log['sendings']} Sendings
 * @typedef {Record<keyof typeof COUNTED, number>} Counts of recordings
 * @typedef {ReturnType<typeof summarizeRun> & { origin: import('../../support/origin').Origin }} RunResult
 */

/** More would be more of the same. */
const MAX_STORIES = 25;

/** @param {string} title of its column @param {(one: Reckoned, sendings: Sendings) => boolean} is */
const counted = (title, is) => ({ title, is });

/** @param {Pick<Reckoned, 'started' | 'rightBytes'>} one */
const isStartedOnce = ({ started, rightBytes }) => started.length === 1 && rightBytes.length === 1;

/** @param {Reckoned} one */
const hasOtherBytes = ({ started, rightBytes }) => started.length > rightBytes.length;

/** @param {Reckoned} one */
const isMissing = ({ started }) => started.length === 0;

/** What recordings are counted by. */
const COUNTED = {
	all: counted('Recordings', () => true),
	startedOnce: counted('One started job with its bytes', isStartedOnce),
	startedTwice: counted('Started twice', ({ started }) => started.length > 1),
	wrongBytes: counted('Other bytes', hasOtherBytes),
	notStarted: counted('Not started', isMissing),
	notStartedTaken: counted(
		'of these: n8n had returned success to the sender',
		(one, sendings) => isMissing(one) && sendings[one.id]?.isTaken === true,
	),
	notStartedNamed: counted('of these: named in an error', (one) => isMissing(one) && one.isNamed),
};

/**
 * @param {object} run
 * @param {import('./chaos').ChaosWorld} run.world
 * @param {import('./plan').Plan} run.plan
 * @param {import('./carryOut').Log} run.log
 * @param {{ startedAt: number, upAt: number }} run.times when it began, and when everything was up again, ms since 1970
 * @param {{ retried: string[], refused: string[], scheduledRuns: number }} run.operator
 * @param {Reckoned[]} run.unaided when everything was up again, before anybody did anything
 * @param {Reckoned[]} run.reckoned at the end
 * @param {import('./executions').ExecutionReport[]} run.executions
 */
function summarizeRun({ world, plan, log, times, operator, unaided, reckoned, executions }) {
	const sendings = Object.values(log.sendings);
	const orphans = (/** @type {(one: Reckoned) => boolean} */ is) =>
		reckoned.filter(is).flatMap((one) => one.orphans).length;
	const { startedAt, upAt } = times;
	const odd = oddOnes(reckoned, { upAt, log, executions });
	return {
		seed: plan.seed,
		n8n: world.queue.main.n8n.version,
		recordings: reckoned.length,
		minutes: (Date.now() - startedAt) / 60_000,
		happened: tally(log.events.map(({ what }) => kindOf(what))),
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
		operator: { ...operator, retried: operator.retried.length },
		executions: tally(executions.map(({ way, status }) => `${way}: ${status}`)),
		errors: tally(executions.flatMap(errorsOf).map(withoutNames)),
		/** Recordings that are not as they have to be. */
		odd,
		/** Of the first of these. */
		stories: Object.fromEntries(
			firstIds(odd).map((id) => [id, storyOf(world, id, executions, { startedAt, log })]),
		),
		events: log.events,
	};
}

/**
 * @typedef {object} Known
 * @property {number} upAt
 * @property {import('./carryOut').Log} log
 * @property {import('./executions').ExecutionReport[]} executions
 */

/** The first is to be looked at first. @param {Reckoned[]} reckoned @param {Known} known */
const oddOnes = (reckoned, known) =>
	reckoned
		.map((one) => describeOdd(one, flawsOf(one, known.upAt), known))
		.filter(({ flaws }) => flaws.length > 0)
		.sort((a, b) => weightOf(b) - weightOf(a));

/** @param {Reckoned} one @param {import('./flaws').Flaw[]} flaws @param {Known} known */
const describeOdd = ({ id, way, started, rightBytes, orphans }, flaws, { log, executions }) => ({
	id,
	way,
	flaws,
	started: started.length,
	rightBytes: rightBytes.length,
	orphans: orphans.length,
	/** None where it was put into a folder. */
	sending: /** @type {import('./carryOut').Sending | undefined} */ (log.sendings[id]),
	/** By each of its executions, and how often. */
	said: tally(executions.flatMap((execution) => saidOf(execution, id))),
});

/** What an execution says of a recording; of itself, where its node said nothing. @param {import('./executions').ExecutionReport} execution @param {string} id */
function saidOf({ status, error, statements, recordings }, id) {
	const own = statements.filter(({ recording }) => recording === id);
	if (own.length > 0) return own.map((one) => withoutNames(one.error ?? one.kind));
	return recordings.includes(id) ? [withoutNames(error ?? status)] : [];
}

/** @param {Odd[]} odd */
const firstIds = (odd) => odd.slice(0, MAX_STORIES).map(({ id }) => id);

/** @param {Odd} one */
function weightOf({ flaws }) {
	if (flaws.some(({ cause }) => cause === 'node')) return 2;
	return flaws.some(({ cause }) => cause === 'crash') ? 1 : 0;
}

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

/** @param {string} what as it is logged */
const kindOf = (what) =>
	what
		.replace(/faults: .*/, 'bursts of faults')
		.replace(/,? (is )?down for .*/, '')
		.replace(/ \(was down\)/, '');

module.exports = { COUNTED, isStartedOnce, summarizeRun };
