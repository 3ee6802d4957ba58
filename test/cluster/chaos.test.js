const { runChaos } = require('../tools/chaos/chaos');
const { SHORT } = require('../tools/chaos/scope');

/** Always the same: what it meets differs from run to run as it is. */
const SEED = 1;

/** n8n looks once a minute for executions that no worker has. */
const MAX_MS = 600_000;

/** @type {Awaited<ReturnType<typeof runChaos>>} */
let result;

beforeAll(async () => {
	result = await runChaos(SEED, SHORT);
}, MAX_MS);

/** What a failure is to show. */
const stories = () => JSON.stringify(result.stories, null, 2);

test('every recording of a folder has one started job with its bytes, after one scheduled run', () => {
	const { all, startedOnce } = result.counts.folder;
	expect(all).toBeGreaterThanOrEqual(40);
	expect({ startedOnce, stories: startedOnce === all ? '' : stories() }).toEqual({
		startedOnce: all,
		stories: '',
	});
});

test('every recording by webhook has one started job with its bytes, after one retry, or its sender knows that n8n did not take it', () => {
	const { all, startedOnce, startedTwice } = result.counts.webhook;
	const { givenUp } = result;
	expect(all).toBeGreaterThanOrEqual(40);
	expect(startedTwice).toBe(0);
	const areKnown = startedOnce + givenUp >= all;
	expect({ startedOnce, givenUp, stories: areKnown ? '' : stories() }).toMatchObject({
		stories: '',
	});
});

test('a recording that a webhook has taken at once is never started twice', () => {
	expect(result.counts.atOnce.startedTwice).toBe(0);
});

test('nothing that says success is not', () => {
	expect(result.lies).toBe(0);
});

test('every job that was created and never started is named, but for those of recordings that n8n lost', () => {
	const { orphans, orphansNamed, counts } = result;
	// n8n overwrites an execution whose worker dies, so that nothing can name its job.
	const lost = counts.atOnce.notStarted + counts.webhook.notStarted;
	const areKnown = orphans - orphansNamed <= lost;
	expect({ orphans, orphansNamed, stories: areKnown ? '' : stories() }).toMatchObject({
		stories: '',
	});
});

test('there was something to survive', () => {
	expect(result.happened['SIGKILL worker']).toBe(SHORT.workerKills);
	expect(result.restarts).toBeGreaterThan(0);
	expect(result.events.length).toBeGreaterThan(SHORT.faultBursts);
});
