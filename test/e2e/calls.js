const { itemsOf, setFields, verbitTrigger, workflow } = require('../support/n8n/workflow');

/** Workflows that begin with the trigger, and calls of it. @param {import('./world').World} world */
function callsIn(world) {
	/** A workflow that begins with the trigger. @param {Record<string, unknown>} [parameters] @param {import('../support/n8n/workflow').WorkflowNode[]} [nodes] behind it @param {{ binaryMode?: string, typeVersion?: number }} [settings] of the workflow, and the trigger's version */
	async function createWorkflow(
		parameters = {},
		nodes = [setFields({ seen: true })],
		{ typeVersion = 1.1, ...settings } = {},
	) {
		const trigger = { ...verbitTrigger(parameters, world.credential), typeVersion };
		const flow = workflow('When a job has ended', [trigger, ...nodes], { settings });
		const created = await world.n8n.client.createWorkflow(flow);
		return { created, path: `${trigger.webhookId}/webhook` };
	}

	/** @param {Parameters<typeof createWorkflow>} workflowParts */
	async function activate(...workflowParts) {
		const { created, path } = await createWorkflow(...workflowParts);
		await world.n8n.client.activate(created);
		const id = /** @type {string} */ (created.id);
		return {
			id,
			url: `${world.n8n.url}/webhook/${path}`,
			call: async (/** @type {number} */ jobId) => await post(`/webhook/${path}`, jobId),
			executions: async () => await world.executionsOf(id),
		};
	}

	/** The service's call. @param {string} path @param {number} jobId @param {Record<string, string>} [ofBody] headers */
	async function post(path, jobId, ofBody = {}) {
		const call = { job_id: `${jobId}`, external_id: 'lecture-7', status: 'Completed' };
		const response = await fetch(world.n8n.url + path, {
			method: 'POST',
			body: new URLSearchParams(call),
			headers: { connection: 'close', ...ofBody },
		});
		const type = response.headers.get('content-type');
		return { status: response.status, type, body: await response.text() };
	}

	/** The jobs whose events came to the node behind the trigger. @param {import('../support/n8n/restClient').Execution[]} executions */
	const jobsSeen = (executions) =>
		executions
			.flatMap(({ data }) => itemsOf(data, 'Set Fields').map(({ json }) => Number(json.job_id)))
			.sort((a, b) => a - b);

	/** @param {import('../emulator/state').JobStatus} [status] */
	const newJob = (status = 'Completed') =>
		world.emulator.createJob({ profile: 'standard', status, externalId: 'lecture-7' });

	return { activate, createWorkflow, jobsSeen, newJob, post };
}

module.exports = { callsIn };
