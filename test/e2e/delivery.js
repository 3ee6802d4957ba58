const { randomUUID } = require('node:crypto');
const { useLinkServer } = require('../engine/linkServer');
const { itemsOf } = require('../support/n8n/executionData');
const { ownNode, webhook, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');

/** @type {import('../engine/linkServer').Answer} */
const silence = () => undefined;

/** Workflows that transcribe a recording with Skip, and call a host behind. @param {import('./world').World} world */
function useDelivery(world) {
	/** What the node behind Transcribe calls. */
	const host = useLinkServer();

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

	return { behind, expectSkip, hintsOf, host, outputOf, publish };
}

/** @param {import('../support/n8n/executionData').ExecutionData} data @returns {string[]} */
function hintsOf(data) {
	const [run] = /** @type {any[]} */ (data.resultData.runData.Transcribe);
	return (run.hints ?? []).map(({ message = '' }) => message);
}

module.exports = { silence, useDelivery };
