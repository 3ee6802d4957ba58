/** When an external ID counts as delivered: not before n8n has saved what Transcribe has put out. */
const { randomUUID } = require('node:crypto');
const { file, status, useLinkServer } = require('../engine/linkServer');
const { itemsOf } = require('../support/n8n/executionData');
const { fastClock } = require('../support/n8n/settings');
const { ownNode, webhook, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { useN8n } = require('./world');

/** For n8n a minute passes in two seconds: so soon is an execution believed dead. */
const world = useN8n(fastClock(30));

/** What the node behind Transcribe calls. */
const host = useLinkServer();

/** @type {import('../engine/linkServer').Answer} */
const silence = () => undefined;

/** It may wait for ten hours of n8n's clock. */
const behind = () =>
	ownNode('Behind', 'httpRequest', 4.2, { url: host.url, options: { timeout: 36_000_000 } });

/**
 * A workflow with what transcribes a recording with Skip, and a node behind.
 * @param {(transcribe: import('../support/n8n/workflow').WorkflowNode[]) => Promise<import('../support/n8n/workflow').WorkflowNode[]>} [nodesOf]
 */
async function publish(next = behind(), nodesOf = async (nodes) => nodes) {
	const path = randomUUID();
	const { client } = world.n8n;
	const transcribe = world.byUrl('Transcribe', 'https://media.example.com/lecture.mp4', {
		externalId: path,
		options: { timeoutHours: 48, pollInterval: 1 },
	});
	const nodes = await nodesOf([transcribe, next]);
	const id = await client.publish(
		workflow('Transcribe', [webhook(path, { responseMode: 'onReceived' }), ...nodes]),
	);
	const run = async () => await client.callWebhook(id, path);
	const jobs = () => world.jobs().filter(({ externalId }) => externalId === path);
	const complete = async () => {
		const job = await until(() => jobs().find(({ status }) => status === 'In Progress'));
		world.emulator.setJobStatus(job.id, 'Completed');
	};
	return { run, jobs, complete };
}

/** @param {() => Promise<string>} run @returns {Promise<any>} what it outputs at last */
const outputOf = async (run) =>
	await until(async () => {
		const { data } = await world.n8n.client.waitForExecution(await run());
		return itemsOf(data, 'Transcribe')[0]?.json;
	});

/** @param {() => Promise<string>} run */
async function expectSkip(run) {
	const { data } = await world.n8n.client.waitForExecution(await run());
	expect(itemsOf(data, 'Transcribe')).toEqual([]);
	expect(hintsOf(data)).toEqual([expect.not.stringContaining('in work')]);
}

test.each([
	[
		'n8n is killed',
		'crashed',
		silence,
		async () => {
			await world.n8n.stop('SIGKILL');
			await world.n8n.start();
		},
	],
	[
		'the execution is stopped',
		'canceled',
		silence,
		async (/** @type {string} */ id) => await world.n8n.client.stopExecution(id),
	],
	['that node fails', 'error', status(500), async () => undefined],
])(
	'%s while the node behind is at work: the next run brings the transcript home, the one after it skips',
	async (_what, expected, answer, end) => {
		const { client } = world.n8n;
		host.answer(answer, file(Buffer.from('{}')));
		const { run, jobs, complete } = await publish();
		const first = await run();
		await complete();
		await until(() => host.calls.length > 0);
		await end(first);
		// One that was killed is believed dead after some minutes.
		const json = await outputOf(run);
		expect(json).toMatchObject({ text: expect.any(String), continued: true });
		expect(jobs()).toHaveLength(1);
		expect(await client.statusOf(first)).toBe(expected);
		await expectSkip(run);
	},
);

test('a sub-workflow whose node behind fails is called again by Retry On Fail, which brings the transcript home', async () => {
	host.answer(status(500), file(Buffer.from('{}')));
	const { run, jobs, complete } = await publish(behind(), async (nodes) => {
		const { call } = await world.callOf(nodes);
		return [{ ...call, retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 }];
	});
	const first = await run();
	await complete();
	const { status: ended } = await world.n8n.client.waitForExecution(first);
	expect([ended, host.calls.length, jobs().length]).toEqual(['success', 2, 1]);
	await world.n8n.client.waitForExecution(await run());
	expect([host.calls.length, jobs().length]).toEqual([2, 1]);
});

test('another node suspends the execution: it is saved, and the ID used up', async () => {
	const { client } = world.n8n;
	const wait = ownNode('Behind', 'wait', 1.1, { amount: 99, unit: 'hours' });
	const { run, jobs, complete } = await publish(wait);
	const first = await run();
	await complete();
	const isBehind = async () => {
		const { status: is, data } = await client.request('GET', `/executions/${first}`);
		return is === 'waiting' && String(data).includes('"Behind"');
	};
	await until(isBehind);
	// It is seen within a second.
	const { data } = await until(async () => {
		const again = await client.waitForExecution(await run());
		return hintsOf(again.data).some((text) => !text.includes('in work')) ? again : undefined;
	});
	expect(itemsOf(data, 'Transcribe')).toEqual([]);
	expect(jobs()).toHaveLength(1);
});

/** @param {import('../support/n8n/executionData').ExecutionData} data @returns {string[]} */
function hintsOf(data) {
	const [run] = /** @type {any[]} */ (data.resultData.runData.Transcribe);
	return (run.hints ?? []).map(({ message = '' }) => message);
}
