const { runChaos } = require('../tools/chaos/chaos');
const { RECORDINGS } = require('../tools/chaos/plan');
const { isStartedOnce } = require('../tools/chaos/recordings');

/**
 * What the node answers for while n8n's processes, its database, Redis, Verbit and its storage fail under it. n8n itself can
 * lose a recording, with every node: it drops the data of an execution whose worker dies. Such a recording is no failure
 * here, unless n8n gave it to the node again when everything was up. docs/maintainers/results.md counts them.
 */

/** @type {import('../tools/chaos/chaos').Run} */
let run;

// Some two minutes; nine where senders repeat their calls to the end, and a process was killed during a starting call.
beforeAll(async () => {
	run = await runChaos(1);
}, 1_200_000);

/** @param {import('../tools/chaos/plan').Way} name */
const by = (name) => run.recordings.filter(({ way }) => way === name);

test.each(
	/** @type {const} */ ([
		['is started twice', 'twice'],
		['is started with other bytes', 'bytes'],
		['is said to be submitted or skipped, and is not started', 'lie'],
		['that the node got when everything was up is left unstarted', 'notStarted'],
		['has an unstarted job that nothing names, where n8n kept what the node said', 'orphan'],
	]),
)('no recording %s', (_, kind) => {
	const isFault = (/** @type {typeof run.recordings[0]} */ { flaws }) =>
		flaws.some((flaw) => flaw.kind === kind && flaw.cause === 'node');
	expect(run.recordings.filter(isFault)).toEqual([]);
});

test('when everything is up, a scheduled run succeeds; all of its folder is started then, or named for a person to look at', () => {
	expect(run.isScheduleUp).toBe(true);
	expect(by('folder').filter((one) => !isStartedOnce(one) && !one.isNamed)).toEqual([]);
});

test('more than a quarter of what webhooks are sent is started: there is something to judge', () => {
	// n8n drops what a process was at when it was killed, a few of each time, and accepts nothing until it is up again.
	const started = by('webhook').filter(isStartedOnce);
	expect(started.length).toBeGreaterThan(by('webhook').length / 4);
});

test('there was something to survive', () => {
	expect(by('webhook')).toHaveLength(RECORDINGS / 2);
	expect(by('folder')).toHaveLength(RECORDINGS / 2);
	expect(run.restarts).toBeGreaterThan(0);
});
