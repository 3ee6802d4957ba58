/** When an External ID counts as delivered: not before n8n has saved what Transcribe has put out. */
const { file, status } = require('../engine/linkServer');
const { itemsOf, ownNode } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { useDelivery } = require('./delivery');
const { hintsIn } = require('./waits');
const { useSharedN8n } = require('./world');

const world = useSharedN8n('fast');
const { behind, host, publish } = useDelivery(world);

test('a sub-workflow whose node behind fails is called again by Retry On Fail, which brings the transcript home', async () => {
	host.answer(status(500), file(Buffer.from('{}')));
	const { run, runAgain, jobs, complete } = await publish(async (transcribe) => {
		const { call } = await world.callOf([transcribe, behind()]);
		return [{ ...call, retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 }];
	});
	const first = await run();
	await complete();
	const { status: ended } = await world.n8n.client.waitForExecution(first);
	expect([ended, host.calls.length, jobs().length]).toEqual(['success', 2, 1]);
	await runAgain();
	expect([host.calls.length, jobs().length]).toEqual([2, 1]);
});

test('another node suspends the execution: it is saved, and the ID used up', async () => {
	const wait = ownNode('Behind', 'wait', 1.1, { amount: 99, unit: 'hours' });
	const { run, runAgain, jobs, complete } = await publish((transcribe) => [transcribe, wait]);
	const first = await run();
	await complete();
	await until(async () => {
		const { status: is, data } = await world.n8n.client.request('GET', `/executions/${first}`);
		return is === 'waiting' && String(data).includes('"Behind"');
	});
	// It is seen within a second.
	const { data } = await until(async () => {
		const again = await runAgain();
		const hints = hintsIn(again.data, 'Transcribe');
		return hints.some((hint) => !hint.includes('in work')) ? again : undefined;
	});
	expect(itemsOf(data, 'Transcribe')).toEqual([]);
	expect(jobs()).toHaveLength(1);
});
