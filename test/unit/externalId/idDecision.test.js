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
	isOwnJob: [false, true],
	bringsRecording: [false, true],
	isForOtherRecording: [false, true],
	isReplacing: [false, true],
	hasFailedBefore: [false, true],
	hasUnknownBefore: [false, true],
	attach: ['untried', 'inDoubt', 'done'],
	askJob: ['noResult', 'usable', 'underWay', 'unknownJob'],
};

/** @typedef {Record<string, any>} Facts */

/** A job that goes on, as Verbit knows it. @type {Record<string, (job: object) => object>} */
const JOBS = {
	usable: (job) => job,
	underWay: (job) => ({ ...job, attach: 'done', start: 'done' }),
};

const everyCase = Object.entries(FACTS)
	.reduce(
		(/** @type {Facts[]} */ cases, [name, values]) =>
			cases.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value }))),
		[{}],
	)
	// An own job is the ID's latest one, and its holder this execution.
	.filter(({ isOwnJob, jobId, isHeldElsewhere }) => !isOwnJob || (jobId && !isHeldElsewhere))
	// What is of no account otherwise, for the test to take seconds.
	.filter(({ jobId, attach, askJob }) => jobId || (attach === 'done' && askJob === 'usable'))
	.filter(({ isLoggedStart, isHeldElsewhere }) => !isLoggedStart || isHeldElsewhere)
	// A started job that stays pending counts as under way.
	.filter(({ isLoggedStart, askJob }) => !isLoggedStart || askJob !== 'usable')
	.filter(({ isReplacing, isHeldElsewhere }) => !isReplacing || isHeldElsewhere)
	.filter(({ skips, isWorthWaiting, isDelivered }) => skips || !(isWorthWaiting || isDelivered));

const startOf = (/** @type {Facts} */ { isLoggedStart }) => (isLoggedStart ? 'done' : 'untried');

/** All decisions that are right in a case, which must be one. @param {Facts} facts */
function decisionsOf(facts) {
	const { skips, goal, jobId, isHeldElsewhere, isLoggedStart, isWorthWaiting } = facts;
	const { isGoalReached, isDelivered, isOwnJob, bringsRecording, isReplacing } = facts;
	const { isForOtherRecording, hasFailedBefore, hasUnknownBefore } = facts;

	const hasJob = jobId !== undefined;
	const state = hasJob && !isOwnJob ? facts.askJob : undefined;
	const isStarted = state === 'underWay';
	const hasFailed = state === 'noResult' && !hasFailedBefore;
	const isTwice = state === 'noResult' && hasFailedBefore;
	const isUnknown = state === 'unknownJob' && !hasUnknownBefore;
	const lives = (isStarted || state === 'usable') && !isForOtherRecording;
	const attach = isStarted ? 'done' : facts.attach;
	const hasMedia = goal === 'attach' && attach === 'done';
	const isReached = goal === 'create' || (goal === 'start' && isStarted) || hasMedia;
	const isDone = skips && lives && isReached;
	const tiesRecording = isStarted && bringsRecording;
	const isShared = !tiesRecording && (isReached || (!skips && isStarted));
	const isLoggedMedia = goal === 'attach' && facts.attach === 'done';
	const isOpenToOthers = hasJob && (goal === 'create' || isLoggedStart || isLoggedMedia);
	const isNew = !hasJob || (isOwnJob && !isForOtherRecording);

	const maySkip = skips && !isOwnJob;
	const isSkipped = maySkip && isGoalReached;
	// Left to another execution, unless it has another recording.
	const isLeft = maySkip && !isSkipped && (isHeldElsewhere ? !isWorthWaiting : isDelivered);
	const isLeftWithOther = isLeft && hasJob && !isReplacing && isForOtherRecording;
	const isLeftWithSame = isLeft && !isLeftWithOther;
	const isLeftOut = isSkipped || (maySkip && (isHeldElsewhere || isDelivered));
	const isFree = !isHeldElsewhere && !isLeftOut;
	const isLookedAt = !isLeftOut && (!isHeldElsewhere || isOpenToOthers);
	const isOther = isForOtherRecording && (isOwnJob || isStarted || state === 'usable' || isTwice);
	const needsId = !isOpenToOthers || isNew || hasFailed || isUnknown || (lives && !isShared);
	const isToWait = isHeldElsewhere && !isSkipped && (skips ? isWorthWaiting : needsId);
	const isSeenDone = isSkipped || (isFree && !isOwnJob && isDone);

	const refuse = { to: 'refuse', jobId };
	const done = { to: 'skip', reason: 'done', jobId };
	// The holder may be making another job.
	const inWork = { to: 'skip', reason: 'inWork', jobId: isReplacing ? undefined : jobId };
	const job = { jobId, attach, start: isStarted ? 'done' : startOf(facts) };
	const useJob = { to: 'useJob', job };
	return [
		isToWait && { to: 'wait' },
		isLeftWithSame && isHeldElsewhere && inWork,
		(isSeenDone || (isLeftWithSame && !isHeldElsewhere)) && done,
		isFree && skips && isTwice && !isOther && { ...done, reason: 'failedTwice' },
		(isLeftWithOther || (isLookedAt && isOther)) && {
			...refuse,
			code: 'EXTERNAL_ID_OF_OTHER_FILE',
		},
		isLookedAt && state === 'unknownJob' && !isUnknown && { ...refuse, code: 'JOBS_UNKNOWN' },
		isLookedAt &&
			!skips &&
			isTwice &&
			!isOther && { ...refuse, code: 'RECORDING_FAILED_TWICE', jobs: '5 and 7' },
		isFree && isNew && { to: 'submit', event: 'taken' },
		isFree && hasFailed && { to: 'submit', event: 'takenToReplaceFailed' },
		isFree && isUnknown && { to: 'submit', event: 'takenToReplaceUnknown' },
		isLookedAt && lives && isShared && !isDone && { ...useJob, needsLease: false },
		isFree && lives && !isShared && !isDone && { ...useJob, needsLease: true },
	].filter(Boolean);
}

const FIELDS = ['to', 'code', 'reason', 'needsLease', 'event', 'jobs'];

/** @param {unknown[]} decisions */
const textOf = (decisions) =>
	JSON.stringify(decisions, [...FIELDS, 'job', 'jobId', 'attach', 'start']);

/** @param {import('../../../nodes/Verbit/errors/stepError').StepError} error */
function refusalOf({ details: { code, jobId, message } }) {
	return { to: 'refuse', code, jobId, jobs: /^jobs (\d+ and \d+)/.exec(message)?.[1] };
}

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
		const history = {
			jobs: [earlier, latestJob],
			last: facts.isReplacing && 'takenToReplaceFailed',
		};
		const { bringsRecording } = facts;
		const item = {
			...asked,
			lease: {
				goal,
				bringsRecording,
				isHeldElsewhere: () => facts.isHeldElsewhere,
				lastTaker: () => 'otherExecution',
			},
			log: { latestJob, earlierJobs: [earlier], history, readHistory: () => {} },
			hasJob: facts.isOwnJob,
			jobToName: () => jobId,
			skips,
			outputNeedsLease: skips && goal === 'output',
			findFailedBefore: () => (hasFailedBefore ? 5 : undefined),
			askJob: (/** @type {object} */ job) => JOBS[facts.askJob]?.(job) ?? facts.askJob,
			isOtherRecording: () => facts.isForOtherRecording,
		};
		const decision = await decide(/** @type {any} */ (item)).catch(refusalOf);
		const expected = decisionsOf(facts);
		if (textOf(expected) !== textOf([decision])) wrong.push({ facts, decision, expected });
	}
	expect(wrong.slice(0, 3)).toEqual([]);
});
