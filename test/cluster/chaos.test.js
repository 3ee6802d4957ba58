const { runChaos } = require('../tools/chaos/chaos');
const { RECORDINGS } = require('../tools/chaos/plan');

/**
 * What the node answers for while n8n's processes, its database, Redis, Verbit and its storage fail under it. What n8n itself
 * drops, the data of an execution whose worker dies, its senders send again.
 */

/** @type {import('../tools/chaos/chaos').Run} */
let run;

// Some two minutes; nine where senders repeat their calls to the end, and a process was killed during a starting call.
beforeAll(async () => {
	run = await runChaos(1);
}, 1_200_000);

/** @typedef {typeof run.recordings[0]} Recording */

test.each(
	/** @type {Array<[string, (recording: Recording) => boolean]>} */ ([
		['is started twice', ({ started }) => started > 1],
		['is started with other bytes', ({ isWhole }) => !isWhole],
		['is said to be submitted, and is not started', ({ isLie }) => isLie],
		['is left unstarted when everything is up, and it is sent again', ({ started }) => started < 1],
	]),
)('no recording %s', (_, isWrong) => {
	expect(run.recordings.filter(isWrong)).toEqual([]);
});

test('when everything is up, a scheduled run succeeds', () => {
	expect(run.isScheduleUp).toBe(true);
});

test('there was something to survive', () => {
	expect(run.recordings).toHaveLength(RECORDINGS);
	expect(run.restarts).toBeGreaterThan(0);
});
