const { readFileSync } = require('node:fs');
const { testMainJob } = require('../e2e/mainJob');
const { items, to, waitsIn } = require('../e2e/waits');
const { useWorld, World } = require('../e2e/world');
const { file, useLinkServer } = require('../engine/linkServer');
const { itemsOf } = require('../support/n8n/executionData');
const { fastClock } = require('../support/n8n/settings');
const { manualTrigger, ownNode, workflow } = require('../support/n8n/workflow');
const { OLD_VERSIONS } = require('../support/setup/n8n');
const { until } = require('../support/until');

class OldWorld extends World {
	/** @param {string} version of n8n */
	constructor(version) {
		super();
		this.version = version;
	}

	/** @override @param {Parameters<typeof workflow>[1]} nodes */
	async begin(...nodes) {
		const flow = workflow('On an old n8n', [manualTrigger(), ...nodes]);
		return { workflowId: '', id: await this.runFlow(flow) };
	}

	/** @override @param {Parameters<typeof workflow>[1]} nodes */
	async run(...nodes) {
		return await this.ended((await this.begin(...nodes)).id);
	}

	/** As older editors do it: with the workflow itself. @param {import('../support/n8n/workflow').Workflow} flow @returns {Promise<string>} the execution's id */
	async runFlow(flow) {
		const { client } = this.n8n;
		const workflowData = await client.request('POST', '/workflows', { ...flow, active: false });
		const run = { workflowData, triggerToStartFrom: { name: 'Start' } };
		return (await client.request('POST', `/workflows/${workflowData.id}/run`, run)).executionId;
	}

	/**
	 * n8n 1 on SQLite without a pool saves how an execution has ended first, and its data with another write: what is read
	 * in between is of the time before.
	 * @param {string} executionId
	 */
	async ended(executionId) {
		return await until(async () => {
			const execution = await this.n8n.client.waitForExecution(executionId);
			return isSaved(execution) ? execution : undefined;
		});
	}
}

/** Nothing is left to run after a success, and a failure has its error. @param {import('../support/n8n/restClient').Execution} execution */
function isSaved({ status, data }) {
	if (status === 'success') return data?.executionData?.nodeExecutionStack.length === 0;
	return status !== 'error' || data?.resultData.error !== undefined;
}

const links = useLinkServer();

/** Those that `npm run tool -- versions` has installed. */
const VERSIONS = process.env.N8N_NODES_VERBIT_N8N_VERSIONS?.split(',') ?? OLD_VERSIONS;

describe.each(VERSIONS)('in n8n %s', (version) => {
	// A module that only newer ones have is switched off otherwise.
	const world = useWorld(new OldWorld(version), {
		N8N_DISABLED_MODULES: '',
		// The engine that n8n 1 starts with by default needs Node.js 22, though n8n itself runs on 20.
		...(version.startsWith('1.') && { N8N_EXPRESSION_ENGINE: 'legacy' }),
		...fastClock(30),
	});

	testMainJob(world);

	test('a recording behind a link is streamed through', async () => {
		const recording = readFileSync(world.recordings.whole);
		links.answer(file(recording));
		const { data } = await world.run(
			world.verbit('Upload', 'asset:upload', {
				jobId: world.newJob(),
				uploadSource: 'url',
				sourceUrl: `${links.url}/talk.mp3`,
			}),
		);
		expect(data.resultData.error?.message).toBeUndefined();
		const [{ json }] = itemsOf(data, 'Upload');
		expect(world.stored(json.asset_id).equals(recording)).toBe(true);
	});

	describe('a long wait', () => {
		const waits = waitsIn(world);

		/** Waits in one node for jobs of both outputs of an If. @param {number[]} jobs */
		async function beginWait(jobs) {
			// Without an operation, n8n asks for a smaller number. The output "false" is run first.
			const condition = { value1: '={{ $json.jobs }}', operation: 'notEqual', value2: jobs[0] };
			const flow = workflow('Wait on an old n8n', [
				manualTrigger(),
				...items(jobs),
				ownNode('If', 'if', 1, { conditions: { number: [condition] } }),
				waits.wait(),
			]);
			flow.connections.If = { main: [to('Wait'), to('Wait')] };
			return await world.runFlow(flow);
		}

		test('suspends the execution, and goes on with each item', async () => {
			const jobs = waits.newJobs(2);
			const id = await beginWait(jobs);
			await until(() => waits.checksOf(jobs[0]) > 1);
			await waits.untilStatus(id);
			waits.end([jobs[0]], 'Completed');
			await until(() => waits.checksOf(jobs[1]) > 1);
			waits.end([jobs[1]], 'Completed');
			const { status, data } = await world.ended(id);
			expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
			const runs = data.resultData.runData.Wait.map((run) => run.data?.main[0]?.[0]?.json);
			expect(runs).toMatchObject(jobs.map((jobId) => ({ job_id: jobId, job_status: 'Completed' })));
		});

		test('ends with the error of a job that fails', async () => {
			const jobs = waits.newJobs(1);
			const id = await beginWait(jobs);
			await waits.untilStatus(id);
			waits.end(jobs, 'Failure');
			const { status, data } = await world.ended(id);
			expect(status).toBe('error');
			expect(data.resultData.error?.message).toContain('the transcription failed');
		});
	});

	test('the credential is tested', async () => {
		expect(await world.n8n.client.testCredential(await world.createCredential())).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
	});
});
