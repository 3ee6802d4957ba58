const { useLinkServer } = require('../engine/linkServer');
const { ownNode } = require('../support/n8n/workflow');
const { until } = require('../support/until');

/** @typedef {import('../support/n8n/workflow').WorkflowNode} WorkflowNode */

/** Workflows that transcribe a recording with Skip, and call a host behind. @param {import('./world').World} world */
function useDelivery(world) {
	const host = useLinkServer();

	/** It may wait for ten hours of n8n's clock. */
	const behind = () =>
		ownNode('Behind', 'httpRequest', 4.2, { url: host.url, options: { timeout: 36_000_000 } });

	let flows = 0;

	/** @param {(transcribe: WorkflowNode) => WorkflowNode[] | Promise<WorkflowNode[]>} [nodesOf] */
	async function publish(nodesOf = (transcribe) => [transcribe, behind()]) {
		const externalId = `delivery-${++flows}`;
		const transcribe = world.byUrl('Transcribe', 'https://media.example.com/lecture.mp4', {
			externalId,
			options: { timeoutHours: 48, pollInterval: 1 },
		});
		const { run } = await world.publish(await nodesOf(transcribe));
		const jobs = () => world.jobs().filter((job) => job.externalId === externalId);
		return {
			run,
			jobs,
			runAgain: async () => await world.n8n.client.waitForExecution(await run()),
			complete: async () => {
				const job = await until(() => jobs().find(({ status }) => status === 'In Progress'));
				world.emulator.setJobStatus(job.id, 'Completed');
			},
		};
	}

	return { behind, host, publish };
}

module.exports = { useDelivery };
