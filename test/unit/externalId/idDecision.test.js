const { decide } = require('../../../nodes/Verbit/externalId/idDecision');

/** Each value that a fact can have. */
const FACTS = {
	skips: [false, true],
	goal: ['create', 'attach', 'start', 'output'],
	jobId: [undefined, 7],
	isHeldElsewhere: [false, true],
	maySoonBeFree: [false, true],
	isRecordedDone: [false, true],
	isDelivered: [false, true],
	isOwnJob: [false, true],
	jobLacksRecording: [false, true],
	isOfOtherRecording: [false, true],
	findFailedBefore: [undefined, 5],
	hasUnknownBefore: [false, true],
	isAttached: [false, true],
	stateOf: ['noResult', 'pending', 'underWay', 'unknownJob'],
};

const VALUES = ['skips', 'goal', 'jobId'];

/** @typedef {Record<string, any>} Facts */

const everyCase = Object.entries(FACTS)
	.reduce(
		(/** @type {Facts[]} */ cases, [name, values]) =>
			cases.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value }))),
		[{}],
	)
	// An own job is the ID's latest one, and its holder this execution.
	.filter(({ isOwnJob, jobId, isHeldElsewhere }) => !isOwnJob || (jobId && !isHeldElsewhere));

/** What the facts of a case come to. @param {Facts} facts */
function meaningOf(facts) {
	const { skips, goal, isOwnJob, isHeldElsewhere, isOfOtherRecording, jobLacksRecording } = facts;
	const hasJob = facts.jobId !== undefined;
	const state = hasJob && !isOwnJob ? facts.stateOf : undefined;
	const isStarted = state === 'underWay';
	const lives = (isStarted || state === 'pending') && !isOfOtherRecording;
	const isAttached = isStarted || facts.isAttached;
	const isReached =
		goal === 'create' || (goal === 'start' && isStarted) || (goal === 'attach' && isAttached);
	const isSkipped = skips && !isOwnJob && facts.isRecordedDone;
	const isLeftOut = isSkipped || (skips && !isOwnJob && (isHeldElsewhere || facts.isDelivered));
	return {
		...facts,
		state,
		isAttached,
		isStarted,
		hasFailedBefore: facts.findFailedBefore !== undefined,
		isLeftOut,
		isFree: !isHeldElsewhere && !isLeftOut,
		hasOther: isOfOtherRecording && (isOwnJob || isStarted || state === 'pending'),
		isNew: !hasJob || (isOwnJob && !isOfOtherRecording),
		isSkipped,
		isDone: skips && lives && isReached,
		// The result can be asked for beside the holder.
		isShared: lives && !jobLacksRecording && (isReached || (!skips && isStarted)),
		isToHold: lives && (jobLacksRecording || !(isReached || (!skips && isStarted))),
	};
}

/** When each is decided, and only then. @type {Array<[decision: Facts, when: (meaning: ReturnType<typeof meaningOf> & Facts) => boolean]>} */
const DECISIONS = [
	[
		{ to: 'wait' },
		({ skips, isSkipped, isHeldElsewhere, maySoonBeFree, isNew, state, isToHold }) => {
			const hasToWait = isNew || state === 'noResult' || state === 'unknownJob' || isToHold;
			return isHeldElsewhere && !isSkipped && (skips ? maySoonBeFree : hasToWait);
		},
	],
	[
		{ to: 'skip', reason: 'inWork' },
		({ skips, isSkipped, isHeldElsewhere, maySoonBeFree }) =>
			skips && !isSkipped && isHeldElsewhere && !maySoonBeFree,
	],
	[
		{ to: 'skip', reason: 'done' },
		({ skips, isSkipped, isHeldElsewhere, isOwnJob, isDelivered, isDone }) =>
			isSkipped || (skips && !isHeldElsewhere && !isOwnJob && (isDelivered || isDone)),
	],
	[
		{ to: 'refuse', code: 'EXTERNAL_ID_OF_OTHER_FILE' },
		({ isLeftOut, hasOther }) => !isLeftOut && hasOther,
	],
	[
		{ to: 'refuse', code: 'JOBS_UNKNOWN' },
		({ isFree, state, hasUnknownBefore }) => isFree && state === 'unknownJob' && hasUnknownBefore,
	],
	[
		{ to: 'skip', reason: 'failedTwice' },
		({ isFree, skips, state, hasFailedBefore }) =>
			isFree && skips && state === 'noResult' && hasFailedBefore,
	],
	[
		{ to: 'refuse', code: 'RECORDING_FAILED_TWICE', failedBefore: 5 },
		({ isFree, skips, state, hasFailedBefore }) =>
			isFree && !skips && state === 'noResult' && hasFailedBefore,
	],
	[{ to: 'submit' }, ({ isFree, isNew }) => isFree && isNew],
	[
		{ to: 'submit', replaces: 'failedJob' },
		({ isFree, state, hasFailedBefore }) => isFree && state === 'noResult' && !hasFailedBefore,
	],
	[
		{ to: 'submit', replaces: 'unknownJob' },
		({ isFree, state, hasUnknownBefore }) => isFree && state === 'unknownJob' && !hasUnknownBefore,
	],
	[
		{ to: 'goOn', isHolder: false },
		({ isLeftOut, isShared, isDone }) => !isLeftOut && isShared && !isDone,
	],
	[{ to: 'goOn', isHolder: true }, ({ isFree, isToHold, isDone }) => isFree && isToHold && !isDone],
];

const FIELDS = [
	...['to', 'code', 'reason', 'isHolder', 'replaces'],
	...['jobId', 'failedBefore', 'isAttached', 'isStarted'],
];

/** @param {Facts} decision */
const textOf = (decision) => JSON.stringify(decision, FIELDS);

test('in every case that the facts can have, the right thing is decided', async () => {
	const wrong = [];
	for (const facts of everyCase) {
		const asked = Object.entries(facts).map(([name, value]) => [
			name,
			VALUES.includes(name) ? value : () => value,
		]);
		const decision = await decide(Object.fromEntries(asked));
		const meaning = meaningOf(facts);
		const { isAttached, isStarted } = meaning;
		const { jobId } = facts;
		const expected = DECISIONS.filter(([, when]) => when(meaning)).map(([{ to, ...more }]) => ({
			to,
			...more,
			...(['goOn', 'skip', 'refuse'].includes(to) && { jobId }),
			...(to === 'goOn' && { isAttached, isStarted }),
		}));
		if (expected.map(textOf).join() !== textOf(decision)) wrong.push({ facts, decision, expected });
	}
	expect(wrong.slice(0, 3)).toEqual([]);
});
