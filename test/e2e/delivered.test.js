/** When an External ID counts as delivered: not before n8n has saved what Transcribe has put out. */
const { file, status } = require('../engine/linkServer');
const { itemsOf } = require('../support/n8n/executionData');
const { ownNode } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { silence, useDelivery } = require('./delivery');
const { useSharedN8n } = require('./world');

const world = useSharedN8n('fast');
const { behind, expectSkip, hintsOf, host, outputOf, publish } = useDelivery(world);

test.each([
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
