const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, ownNode, setFields, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');

/** @typedef {import('../support/n8n/workflow').WorkflowNode} WorkflowNode */

/** n8n has other work than to answer. */
const POLL = { pollMs: 100 };

/** One item for each value, in its field `jobs`. @param {Array<number | string | object>} jobs @returns {WorkflowNode[]} */
const items = (jobs) => [
	setFields({ jobs }),
	ownNode('Jobs', 'splitOut', 1, { fieldToSplitOut: 'jobs', options: {} }),
];

/** A node behind a wait. @param {string} jsonOutput @param {string} [name] */
const set = (jsonOutput, name = 'After') =>
	ownNode(name, 'set', 3.4, { mode: 'raw', jsonOutput, options: {} });

/** Tells to which input item an output belongs. @param {string} [name] */
const after = (name) =>
	set('={{ { job: $json.job_id, status: $json.job_status, of: $("Jobs").item.json.jobs } }}', name);

const to = (/** @type {string} */ node) => [{ node, type: 'main', index: 0 }];

/** @param {import('../support/n8n/executionData').ExecutionData} data @param {string} node @returns {string[]} */
function hintsIn(data, node) {
	const [{ hints = [] }] = /** @type {any[]} */ (data.resultData.runData[node]);
	return hints.map((/** @type {{ message: string }} */ hint) => hint.message);
}

/** Parts of workflows that wait for long, and what becomes of them. @param {import('./world').World} world */
const waitsIn = (world) => ({
	/** @param {WorkflowNode[]} nodes @param {import('../support/n8n/workflow').Workflow['connections']} [connections] over those one after another */
	async create(nodes, connections = {}, settings = {}) {
		const flow = workflow('Wait', nodes, { settings });
		flow.connections = { ...flow.connections, ...connections };
		return await world.n8n.client.createWorkflow(flow);
	},

	/** The same, by hand. @param {WorkflowNode[]} nodes @param {import('../support/n8n/workflow').Workflow['connections']} [connections] @param {object} [settings] */
	async start(nodes, connections, settings) {
		const created = await this.create([manualTrigger(), ...nodes], connections, settings);
		return { id: await world.n8n.client.runWorkflow(created.id) };
	},

	/** @param {number} jobId */
	checksOf(jobId) {
		return world.emulator.journal.count({ operation: 'job_info', jobId });
	},

	/** Suspended, and checked once more since. @param {string} id @param {number} jobId */
	async untilCheckedAgain(id, jobId) {
		const before = this.checksOf(jobId);
		await until(() => this.checksOf(jobId) > before, POLL);
		await this.untilStatus(id);
	},

	/** @param {number[]} jobIds @param {import('../emulator/state').Job['status']} status */
	end(jobIds, status) {
		const errors = status === 'Failure' ? [{ code: 'no_speech', message: 'Silence' }] : undefined;
		for (const jobId of jobIds) world.emulator.setJobStatus(jobId, status, { errors });
	},

	/** @param {string} id */
	async result(id) {
		const { status, data } = await world.n8n.client.waitForExecution(id);
		const rows = (/** @type {string} */ node) => itemsOf(data, node).map(({ json }) => json);
		return { status, data, rows, error: data.resultData.error };
	},

	/** @param {number} count */
	newJobs(count) {
		const jobIds = Array.from({ length: count }, () => world.newJob());
		for (const jobId of jobIds) world.emulator.setJobStatus(jobId, 'In Progress');
		return jobIds;
	},

	/** The jobs of recordings. @param {string[]} urls */
	jobsOf(urls) {
		const ofUrls = world.jobs().filter(({ media }) => urls.includes(String(media?.mediaUrl)));
		return ofUrls.map(({ id }) => id);
	},

	/** @param {string} [name] @param {Partial<WorkflowNode>} [more] @param {{ jobId?: number | string, pollInterval?: number }} [parameters] */
	wait(name = 'Wait', more = {}, { jobId = '={{ $json.jobs }}', ...options } = {}) {
		const parameters = { jobId, options: { timeoutHours: 48, ...options } };
		return { ...world.verbit(name, 'job:wait', parameters), ...more };
	},

	/** The items are URLs. */
	transcribe() {
		return world.byUrl('Transcribe', '={{ $json.jobs }}', { options: { timeoutHours: 48 } });
	},

	/** @param {string} id of an execution @param {string} [status] */
	async untilStatus(id, status = 'waiting') {
		let seen = '';
		const isSo = async () => (seen = await world.n8n.client.statusOf(id)) === status;
		await until(isSo, { ...POLL, tell: () => `The execution is ${seen}` });
	},

	/** What is shown above a node's output when the execution is opened from the list. @param {string} id @param {string} [node] */
	async hintsOf(id, node = 'Wait') {
		const { client } = world.n8n;
		const { data } = await client.request('GET', `/executions/${id}`);
		return hintsIn(client.parseExecutionData(data), node);
	},
});

module.exports = { after, hintsIn, items, POLL, set, to, waitsIn };
