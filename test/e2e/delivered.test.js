/** When an external ID counts as delivered: not before n8n has saved what Transcribe has put out. */
const { randomUUID } = require('node:crypto');
const { useLinkServer } = require('../engine/linkServer');
const { itemsOf } = require('../support/n8n/executionData');
const { fastClock } = require('../support/n8n/settings');
const { ownNode, webhook, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { useN8n } = require('./world');

/** For n8n a minute passes in two seconds: so soon is an execution believed dead. */
const world = useN8n(fastClock(30));

/** What the node behind Transcribe calls. It doesn't answer while it is told not to. */
const host = useLinkServer();
let isSilent = true;

/** A workflow that transcribes a recording with Skip, and has a node behind. @param {import('../support/n8n/workflow').WorkflowNode} behind */
async function publish(behind) {
	const path = randomUUID();
	const { client } = world.n8n;
	const id = await client.publish(
		workflow('Transcribe', [
			webhook(path, { responseMode: 'onReceived' }),
			world.byUrl('Transcribe', 'https://media.example.com/lecture.mp4', {
				externalId: path,
				options: { timeoutHours: 48, pollInterval: 1 },
			}),
			behind,
		]),
	);
	const run = async () => await client.callWebhook(id, path);
	const jobs = () => world.jobs().filter(({ externalId }) => externalId === path);
	const complete = async () => {
		const job = await until(() => jobs().find(({ status }) => status === 'In Progress'));
		world.emulator.setJobStatus(job.id, 'Completed');
	};
	return { run, jobs, complete };
}

test('n8n is killed while the node behind is at work: the next run brings the transcript home', async () => {
	const { client } = world.n8n;
	const options = { timeout: 36_000_000 };
	host.answer((_, response) => void (isSilent || response.end('{}')));
	const { run, jobs, complete } = await publish(
		ownNode('Behind', 'httpRequest', 4.2, { url: host.url, options }),
	);
	const first = await run();
	await complete();
	await until(() => host.calls.length > 0);
	await world.n8n.stop('SIGKILL');
	isSilent = false;
	await world.n8n.start();

	/** @type {any} */
	let item;
	// The first is believed dead after some minutes.
	await until(async () => {
		const { data } = await client.waitForExecution(await run());
		[item] = itemsOf(data, 'Transcribe');
		return item !== undefined;
	});
	expect(item.json).toMatchObject({ text: expect.any(String), continued: true });
	expect(jobs()).toHaveLength(1);
	expect(await client.statusOf(first)).toBe('crashed');

	const { data } = await client.waitForExecution(await run());
	expect(itemsOf(data, 'Transcribe')).toEqual([]);
	expect(hintsOf(data)).toEqual([expect.not.stringContaining('in work')]);
});

test('another node suspends the execution: it is saved, and the ID used up', async () => {
	const { client } = world.n8n;
	const { run, jobs, complete } = await publish(
		ownNode('Behind', 'wait', 1.1, { amount: 99, unit: 'hours' }),
	);
	const first = await run();
	await complete();
	const isBehind = async () => {
		const { status, data } = await client.request('GET', `/executions/${first}`);
		return status === 'waiting' && String(data).includes('"Behind"');
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
