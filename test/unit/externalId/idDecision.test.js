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
	lacksRecording: [false, true],
	isOfOtherRecording: [false, true],
	hasFailedBefore: [false, true],
	stateOf: ['over', 'pending', 'underWay', 'unknownJob'],
};

/** @typedef {Record<string, any>} Facts */

const everyCase = Object.entries(FACTS)
	.reduce(
		(/** @type {Facts[]} */ cases, [name, values]) =>
			cases.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value }))),
		[{}],
	)
	// An own job is the ID's latest one, and its holder this execution.
	.filter(({ isOwnJob, jobId, isHeldElsewhere }) => !isOwnJob || (jobId && !isHeldElsewhere));

const VALUES = ['skips', 'goal', 'jobId'];

/** @param {Facts} facts */
async function decideBy(facts) {
	const asked = Object.entries(facts).map(([name, value]) => [
		name,
		VALUES.includes(name) ? value : () => value,
	]);
	return await decide(Object.fromEntries(asked));
}

/** The cases of which each promise tells, and what must not be decided there. @type {Array<[string, (facts: Facts) => boolean, (decision: any, facts: Facts) => boolean]>} */
const NEVER = [
	[
		'works with an ID that another execution holds',
		({ isHeldElsewhere }) => isHeldElsewhere,
		({ to, as }) => to === 'submit' || (to === 'goOn' && as !== undefined),
	],
	['leaves an item out with Use Its Job', ({ skips }) => !skips, ({ to }) => to === 'skip'],
	[
		'makes another job where the latest one lives, unless it is of this execution alone',
		({ jobId, isOwnJob, stateOf }) =>
			jobId && !isOwnJob && !['over', 'unknownJob'].includes(stateOf),
		({ to }) => to === 'submit',
	],
	[
		'makes a third job for a recording that failed twice',
		({ jobId, isOwnJob, stateOf, hasFailedBefore }) =>
			jobId && !isOwnJob && stateOf === 'over' && hasFailedBefore,
		({ to }) => to === 'submit' || to === 'goOn',
	],
	[
		'outputs the job of another recording',
		({ isOfOtherRecording }) => isOfOtherRecording,
		({ to }) => to === 'goOn',
	],
	[
		'outputs with Skip what is done, or was delivered',
		({ skips, isRecordedDone, isDelivered, isOwnJob, stateOf, jobId }) =>
			skips &&
			((isRecordedDone && jobId && !isOwnJob) || isDelivered) &&
			!['over', 'unknownJob'].includes(stateOf),
		({ to }) => to === 'goOn' || to === 'submit',
	],
	[
		'takes a pending job for started',
		({ stateOf }) => stateOf === 'pending',
		({ isStarted }) => isStarted === true,
	],
	[
		'leaves a job without the recording',
		({ lacksRecording }) => lacksRecording,
		({ to, as }) => to === 'goOn' && as !== 'holderWithRecording',
	],
];

test.each(NEVER)('an external ID never %s', async (_promise, isTold, isBroken) => {
	const cases = everyCase.filter(isTold);
	const decisions = await Promise.all(cases.map(decideBy));
	expect(cases.find((facts, index) => isBroken(decisions[index], facts))).toBeUndefined();
	expect(cases.length).toBeGreaterThan(100);
});

test('an external ID never waits for nobody', async () => {
	const cases = everyCase.filter(({ isHeldElsewhere }) => !isHeldElsewhere);
	const decisions = await Promise.all(cases.map(decideBy));
	expect(decisions.filter(({ to }) => to === 'wait')).toEqual([]);
});
