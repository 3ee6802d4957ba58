const { itemsOf, manualTrigger, ownNode, setFields, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');

/** @typedef {import('../support/n8n/workflow').WorkflowNode} WorkflowNode */

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

/** @param {import('n8n-workflow').IRunExecutionData} data @param {string} node @returns {string[]} */
function hintsIn(data, node) {
	const [{ hints = [] }] = /** @type {any[]} */ (data.resultData.runData[node]);
	return hints.map((/** @type {{ message: string }} */ hint) => hint.message);
}

/** Parts of workflows that wait for long, and what becomes of them. @param {import('./world').World} world */
const waitsIn = (world) => ({
	/** Begins by hand. @param {WorkflowNode[]} nodes @param {import('../support/n8n/workflow').Workflow['connections']} [connections] over those one after another */
	async start(nodes, connections = {}, settings = {}) {
		const flow = workflow('Wait', [manualTrigger(), ...nodes], { settings });
		Object.assign(flow.connections, connections);
		return await world.beginFlow(flow);
	},

	/** @param {number} jobId */
	checksOf(jobId) {
		return world.emulator.journal.count({ operation: 'job_info', jobId });
	},

	/** Suspended, and checked once more since. @param {string} id @param {number} jobId */
	async untilCheckedAgain(id, jobId) {
		const before = this.checksOf(jobId);
		await until(() => this.checksOf(jobId) > before);
		await this.untilStatus(id);
	},

	/** @param {number[]} jobIds @param {import('../emulator/state').Job['status']} status */
	end(jobIds, status) {
		const errors = status === 'Failure' ? [{ code: 'no_speech', message: 'Silence' }] : undefined;
		for (const jobId of jobIds) world.emulator.setJobStatus(jobId, status, { errors });
	},

	/** @param {string} id */
	async result(id) {
		const { status, data } = await world.ended(id);
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

	/** @param {string} id @param {string} [status] */
	async untilStatus(id, status) {
		await world.n8n.client.untilStatus(id, status);
	},

	/** What is shown above a node's output when the execution is opened from the list. @param {string} id @param {string} [node] */
	async hintsOf(id, node = 'Wait') {
		const { client } = world.n8n;
		const { data } = await client.request('GET', `/executions/${id}`);
		return hintsIn(client.parseExecutionData(data), node);
	},
});

/** @param {import('./world').World} world */
function testWaitBehindIf(world) {
	const waits = waitsIn(world);

	test('both outputs of an If may lead to one wait: it goes on with each item, whose job has ended then', async () => {
		const jobs = waits.newJobs(2);
		// Without an operation, n8n asks for a smaller number. The output "false" is run first.
		const condition = { value1: '={{ $json.jobs }}', operation: 'notEqual', value2: jobs[0] };
		const { id } = await waits.start(
			[
				...items(jobs),
				ownNode('If', 'if', 1, { conditions: { number: [condition] } }),
				waits.wait(),
			],
			{ If: { main: [to('Wait'), to('Wait')] } },
		);
		for (const job of jobs) {
			await until(() => waits.checksOf(job) > 0);
			await waits.untilStatus(id);
			waits.end([job], 'Completed');
		}
		const { status, data, error } = await waits.result(id);
		expect([status, error?.message]).toEqual(['success', undefined]);
		const runs = data.resultData.runData.Wait.map((run) => run.data?.main[0]?.[0]?.json);
		expect(runs).toMatchObject(jobs.map((job) => ({ job_id: job, job_status: 'Completed' })));
	});
}

module.exports = { after, hintsIn, items, set, testWaitBehindIf, to, waitsIn };
