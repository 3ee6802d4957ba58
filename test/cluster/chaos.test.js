const { runChaos } = require('../tools/chaos/chaos');
const { SHORT } = require('../tools/chaos/scope');

/**
 * What the node answers for while n8n's processes, its database, Redis, Verbit and its storage fail under it. n8n itself can
 * lose a recording, with every node: it drops the data of an execution whose worker dies. Such a recording is no failure
 * here, unless n8n gave it to the node again when everything was up. docs/maintainers/chaos.md counts them.
 */

/** Always the same: what it meets differs from run to run as it is. */
const SEED = 1;

/** Some two minutes; five where senders repeat their calls to the end. A busy machine takes longer. */
const MAX_MS = 900_000;

/** @type {Awaited<ReturnType<typeof runChaos>>} */
let result;

beforeAll(async () => {
	result = await runChaos(SEED, SHORT);
}, MAX_MS);

/**
 * Recordings with this flaw by a fault of the node, each with its story for whoever reads the failure.
 * @param {import('../tools/chaos/flaws').Kind} kind
 */
const faults = (kind) =>
	result.odd
		.filter(({ flaws }) => flaws.some((flaw) => flaw.kind === kind && flaw.cause === 'node'))
		.map(({ id }) => [id, result.stories[id]]);

test.each(
	/** @type {const} */ ([
		['is started twice', 'twice'],
		['is started with other bytes', 'bytes'],
		['is said to be submitted or skipped, and is not started', 'lie'],
		['that the node got when everything was up is left unstarted', 'notStarted'],
		['has an unstarted job that nothing names, where n8n kept what the node said', 'orphan'],
	]),
)('no recording %s', (_, kind) => {
	expect(faults(kind)).toEqual([]);
});

test('when everything is up, a scheduled run succeeds; all of its folder is started then, or named for a person to look at', () => {
	const { all, startedOnce, notStartedNamed } = result.counts.folder;
	expect(result.operator.scheduledRuns).toBeGreaterThan(0);
	expect(startedOnce + notStartedNamed).toBe(all);
});

test('more than a quarter of what webhooks are sent is started: there is something to judge', () => {
	// n8n drops what a process was at when it was killed, a few of each time, and accepts nothing until it is up again.
	const { startedOnce, all } = result.counts.webhook;
	expect(startedOnce).toBeGreaterThan(all / 4);
});

test('there was something to survive', () => {
	const { counts, happened, restarts, events } = result;
	const [webhook, folder] = [counts.webhook.all, counts.folder.all];
	expect({ webhook, folder }).toEqual({
		webhook: SHORT.recordings * 0.4,
		folder: SHORT.recordings * 0.5,
	});
	expect(happened['SIGKILL worker']).toBe(SHORT.workerKills);
	expect(restarts).toBeGreaterThan(0);
	expect(events.length).toBeGreaterThan(SHORT.faultBursts);
});
