const { decide } = require('../../../nodes/Verbit/externalId/idDecision');

/** Each value that a fact can have. */
const FACTS = {
	skips: [false, true],
	goal: ['create', 'attach', 'start', 'output'],
	jobId: [undefined, 7],
	isHeldElsewhere: [false, true],
	isLoggedStart: [false, true],
	isWorthWaiting: [false, true],
	isGoalReached: [false, true],
	isDelivered: [false, true],
	isStillOurs: [false, true],

	bringsRecording: [false, true],
	isForOtherRecording: [false, true],
	hasFailedBefore: [false, true],
	hasUnknownBefore: [false, true],
	attach: ['untried', 'inDoubt', 'done'],
	askJob: ['noResult', 'usable', 'underWay', 'unknownJob'],
};

/** @typedef {Record<string, any>} Facts */

const everyCase = Object.entries(FACTS)
	.reduce(
		(/** @type {Facts[]} */ cases, [name, values]) =>
			cases.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value }))),
		[{}],
	)
	// An own job is the ID's latest one, and its holder this execution.
	.filter(({ isStillOurs, jobId, isHeldElsewhere }) => !isStillOurs || (jobId && !isHeldElsewhere))
	// What is of no account otherwise, for the test to take seconds.
	.filter(({ jobId, attach, askJob }) => jobId || (attach === 'done' && askJob === 'usable'))
	.filter(({ isLoggedStart, isHeldElsewhere }) => !isLoggedStart || isHeldElsewhere)
	// A started job that stays pending counts as under way.
	.filter(({ isLoggedStart, askJob }) => !isLoggedStart || askJob !== 'usable')
	.filter(({ skips, isWorthWaiting, isDelivered }) => skips || !(isWorthWaiting || isDelivered));

const startOf = (/** @type {Facts} */ { isLoggedStart }) => (isLoggedStart ? 'done' : 'untried');

/** What the facts of a case come to. @param {Facts} facts */
function meaningOf(facts) {
	const { skips, goal, isStillOurs, isForOtherRecording, bringsRecording } = facts;
	const { isHeldElsewhere } = facts;
	const hasJob = facts.jobId !== undefined;
	const state = hasJob && !isStillOurs ? facts.askJob : undefined;
	const isStarted = state === 'underWay';
	const isTwice = state === 'noResult' && facts.hasFailedBefore;
	const lives = (isStarted || state === 'usable') && !isForOtherRecording;
	const attach = isStarted ? 'done' : facts.attach;
	const hasMedia = goal === 'attach' && attach === 'done';
	const isReached = goal === 'create' || (goal === 'start' && isStarted) || hasMedia;
	const mustTell = isStarted && bringsRecording;
	const isShared = !mustTell && (isReached || (!skips && isStarted));
	const isSkipped = skips && !isStillOurs && facts.isGoalReached;
	const isElsewhere = isHeldElsewhere ? !facts.isWorthWaiting : facts.isDelivered;
	const isLoggedMedia = goal === 'attach' && facts.attach === 'done';
	const isOpenToOthers = hasJob && (goal === 'create' || facts.isLoggedStart || isLoggedMedia);
	// Left to another execution, unless it has another recording.
	const isLeft = skips && !isStillOurs && !isSkipped && isElsewhere;
	const isLeftOut = isSkipped || (skips && !isStillOurs && (isHeldElsewhere || facts.isDelivered));
	return {
		...facts,
		isHeldElsewhere,
		state,
		job: { jobId: facts.jobId, attach, start: isStarted ? 'done' : startOf(facts) },
		isTwice,
		isFree: !isHeldElsewhere && !isLeftOut,
		isOpenToOthers,
		isLookedAt: !isLeftOut && (!isHeldElsewhere || isOpenToOthers),
		hasOther: isForOtherRecording && (isStillOurs || isStarted || state === 'usable' || isTwice),
		isNew: !hasJob || (isStillOurs && !isForOtherRecording),
		isSkipped,
		isLeftWithOther: isLeft && hasJob && isForOtherRecording,
		isLeftWithSame: isLeft && !(hasJob && isForOtherRecording),
		isDone: skips && lives && isReached,
		// The result can be asked for beside the holder.
		isBesideHolder: lives && isShared,
		isToHold: lives && !isShared,
	};
}

/** When each is decided, and only then. @type {Array<[decision: Facts, when: (meaning: ReturnType<typeof meaningOf> & Facts) => boolean]>} */
const DECISIONS = [
	[
		{ to: 'wait' },
		(m) => {
			const hasToWait =
				!m.isOpenToOthers ||
				m.isNew ||
				(m.state === 'noResult' && !m.isTwice) ||
				(m.state === 'unknownJob' && !m.hasUnknownBefore) ||
				m.isToHold;
			return m.isHeldElsewhere && !m.isSkipped && (m.skips ? m.isWorthWaiting : hasToWait);
		},
	],
	[{ to: 'skip', reason: 'inWork' }, (m) => m.isLeftWithSame && m.isHeldElsewhere],
	[
		{ to: 'skip', reason: 'done' },
		(m) =>
			m.isSkipped ||
			(m.isLeftWithSame && !m.isHeldElsewhere) ||
			(m.isFree && !m.isStillOurs && m.isDone),
	],
	[
		{ to: 'refuse', code: 'EXTERNAL_ID_OF_OTHER_FILE' },
		(m) => m.isLeftWithOther || (m.isLookedAt && m.hasOther),
	],
	[
		{ to: 'refuse', code: 'JOBS_UNKNOWN' },
		(m) => m.isLookedAt && m.state === 'unknownJob' && m.hasUnknownBefore,
	],
	[{ to: 'skip', reason: 'failedTwice' }, (m) => m.isFree && m.skips && m.isTwice && !m.hasOther],
	[
		{ to: 'refuse', code: 'RECORDING_FAILED_TWICE', failedBefore: 5 },
		(m) => m.isLookedAt && !m.skips && m.isTwice && !m.hasOther,
	],
	[{ to: 'submit', event: 'taken' }, (m) => m.isFree && m.isNew],
	[
		{ to: 'submit', event: 'replacedFailed' },
		(m) => m.isFree && m.state === 'noResult' && !m.hasFailedBefore,
	],
	[
		{ to: 'submit', event: 'replacedUnknown' },
		(m) => m.isFree && m.state === 'unknownJob' && !m.hasUnknownBefore,
	],
	[{ to: 'useJob', isToTake: false }, (m) => m.isLookedAt && m.isBesideHolder && !m.isDone],
	[{ to: 'useJob', isToTake: true }, (m) => m.isFree && m.isToHold && !m.isDone],
];

const FIELDS = ['to', 'code', 'reason', 'isToTake', 'event', 'jobId', 'failedBefore'];

/** @param {Facts} decision */
const textOf = ({ job, ...decision }) =>
	[...FIELDS.map((field) => decision[field]), job?.jobId, job?.attach, job?.start].join();

test('in every case that the facts can have, the right thing is decided', async () => {
	/** @type {Facts} */
	let current = {};
	const asked = Object.fromEntries(Object.keys(FACTS).map((name) => [name, () => current[name]]));
	const wrong = [];
	for (const facts of everyCase) {
		current = facts;
		const { goal, jobId, skips, hasFailedBefore, hasUnknownBefore } = facts;
		const earlier = { jobId: 5, ...(hasUnknownBefore && { replacedAs: 'unknown' }) };
		const latestJob = jobId && { jobId, attach: facts.attach, start: startOf(facts) };
		const outputsOnce = skips && goal === 'output';
		const findFailedBefore = () => (hasFailedBefore ? 5 : undefined);
		const history = { jobs: [earlier, latestJob] };
		const challengeHolder = asked.isHeldElsewhere;
		const lastTaker = () => 'otherExecution';
		const lease = { ...asked, goal, latestJob, history, challengeHolder, lastTaker };
		const idFacts = { ...asked, lease, findFailedBefore, skips, outputsOnce };
		const decision = await decide(/** @type {any} */ (idFacts));
		const meaning = meaningOf(facts);
		const expected = DECISIONS.filter(([, when]) => when(meaning)).map(([{ to, ...more }]) => ({
			to,
			...more,
			...(['skip', 'refuse'].includes(to) && { jobId }),
			...(to === 'useJob' && { job: meaning.job }),
		}));
		if (expected.map(textOf).join() !== textOf(decision)) wrong.push({ facts, decision, expected });
	}
	expect(wrong.slice(0, 3)).toEqual([]);
});

test('an item that is left to a holder with a new job to make does not name the job before', async () => {
	const no = async () => false;
	const latestJob = { jobId: 7, attach: 'done', start: 'done' };
	const history = { jobs: [latestJob], last: 'replacedFailed' };
	const challengeHolder = async () => true;
	const lease = { goal: 'output', latestJob, history, isGoalReached: no, challengeHolder };
	const [isStillOurs, isWorthWaiting] = [() => false, () => false];
	const facts = { lease, skips: true, isStillOurs, isWorthWaiting, isForOtherRecording: no };
	const decision = await decide(/** @type {any} */ (facts));
	expect(decision).toEqual({ to: 'skip', reason: 'inWork' });
});
