const { readFileSync } = require('node:fs');
const { file, LinkServer } = require('../engine/linkServer');
const { md5, useWorld, World } = require('../e2e/world');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, readFiles, setFields, workflow } = require('../support/n8n/workflow');
const { fastClock } = require('../support/n8n/settings');
const { until } = require('../support/until');
const { OLD_VERSIONS } = require('../support/setup/n8n');

const DAY = 24 * 3_600_000;

class OldWorld extends World {
	/** @param {string} version of n8n */
	constructor(version) {
		super();
		this.version = version;
	}

	/**
	 * As older editors do it: with the workflow itself.
	 * @param {Parameters<typeof workflow>[1]} nodes
	 * @returns {Promise<string>} the execution's id
	 */
	async begin(nodes) {
		return await this.runFlow(workflow('On an old n8n', [manualTrigger(), ...nodes]));
	}

	/**
	 * @param {import('../support/n8n/workflow').Workflow} flow
	 * @returns {Promise<string>} the execution's id
	 */
	async runFlow(flow) {
		const { client } = this.n8n;
		const workflowData = await client.request('POST', '/workflows', { ...flow, active: false });
		const run = { workflowData, triggerToStartFrom: { name: 'Start' } };
		const { id } = workflowData;
		return (await client.request('POST', `/workflows/${id}/run`, run)).executionId;
	}

	/** @param {Parameters<typeof workflow>[1]} nodes */
	async run(nodes) {
		return await this.ended(await this.begin(nodes));
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

const links = new LinkServer();
beforeAll(async () => await links.start());
afterAll(async () => await links.stop());

/** Those that `npm run test:versions` has installed. */
const VERSIONS = process.env.N8N_NODES_VERBIT_N8N_VERSIONS?.split(',') ?? OLD_VERSIONS;

describe.each(VERSIONS)('in n8n %s', (version) => {
	// A module that only newer ones have is switched off otherwise.
	const world = useWorld(new OldWorld(version), {
		N8N_DISABLED_MODULES: '',
		// The engine that n8n 1 starts with by default needs Node.js 22, though n8n itself runs on 20.
		...(version.startsWith('1.') && { N8N_EXPRESSION_ENGINE: 'legacy' }),
		...fastClock(30),
	});

	test('a recording is read from disk, uploaded and added, byte for byte', async () => {
		const jobId = world.newJob();
		const { data } = await world.run([
			readFiles(world.recordings.whole),
			world.verbit('Upload', 'asset:upload', { jobId }),
			world.verbit('Add', 'media:add', {
				jobId: '={{ $json.job_id }}',
				mediaSource: 'assetIds',
				assetIds: '={{ $json.asset_id }}',
			}),
		]);
		expect(data.resultData.error?.message).toBeUndefined();
		const [{ json }] = itemsOf(data, 'Upload');
		const recording = readFileSync(world.recordings.whole);
		expect(json).toMatchObject({ md5: md5(recording), integrity: 'verified' });
		expect(world.stored(json.asset_id).equals(recording)).toBe(true);
		expect(world.emulator.job(jobId)?.media).toMatchObject({ assetIds: [json.asset_id] });
	});

	test('the files of a folder are merged in the order of their names, in one call', async () => {
		const jobId = world.newJob();
		const { data } = await world.run([
			readFiles(world.recordings.whole.replace('lincoln.wav', 'lincoln-part-*.wav')),
			world.verbit('Merge', 'media:merge', { jobId, mergeSource: 'binary', order: 'fileName' }),
		]);
		expect(data.resultData.error?.message).toBeUndefined();
		expect(world.emulator.job(jobId)?.media).toMatchObject({
			assetIds: itemsOf(data, 'Merge')[0].json.asset_ids,
			isMerged: true,
		});
	});

	test('a token that the service refuses is exchanged once', async () => {
		const add = { fileName: 'talk.wav' };
		const run = () =>
			world.run([world.verbit('Add', 'asset:add', { jobId: world.newJob(), ...add })]);
		await run();
		world.emulator.journal.clear();
		// Not with a 401, at which n8n itself would exchange it.
		world.emulator.switches.set({ badTokenAnswer: 403 });
		world.emulator.clock.advance(DAY + 1);
		expect((await run()).data.resultData.error?.message).toBeUndefined();
		expect(world.emulator.journal.count({ operation: 'auth' })).toBe(1);
	});

	test('a recording behind a link is streamed through', async () => {
		const recording = readFileSync(world.recordings.whole);
		links.answer(file(recording));
		const { data } = await world.run([
			world.verbit('Upload', 'asset:upload', {
				jobId: world.newJob(),
				uploadSource: 'url',
				sourceUrl: `${links.url}/talk.mp3`,
			}),
		]);
		expect(data.resultData.error?.message).toBeUndefined();
		const [{ json }] = itemsOf(data, 'Upload');
		expect(world.stored(json.asset_id).equals(recording)).toBe(true);
	});

	test('an upload ends at once when its run is stopped', async () => {
		// Most of a minute's upload.
		world.emulator.faults.add({ where: 'store', kind: 'slow', bytesPerSecond: 400_000 });
		const { client } = world.n8n;
		const executionId = await world.begin([
			readFiles(world.newFile(20_000_000)),
			world.verbit('Upload', 'asset:upload', { jobId: world.newJob() }),
		]);
		const { journal } = world.emulator;
		await until(() => journal.count({ operation: 'put' }) > 0);
		await client.stopExecution(executionId);
		const { status } = await client.waitForExecution(executionId);
		expect(status).toBe('canceled');
		await until(() => journal.underWay.store === 0);
		expect(journal.count({ operation: 'put' })).toBe(1);
		expect(journal.count({ operation: 'put', status: 200 })).toBe(0);
	});

	describe('a long wait', () => {
		/** @param {string} id */
		const statusOf = async (id) =>
			(await world.n8n.client.request('GET', `/executions/${id}`)).status;

		/** @param {number} jobId */
		const checksOf = (jobId) => world.emulator.journal.count({ operation: 'job_info', jobId });

		/** Waits in one node for jobs of both outputs of an If. @param {number[]} jobs */
		async function beginWait(jobs) {
			const splitOut = { name: 'Jobs', type: 'n8n-nodes-base.splitOut', typeVersion: 1 };
			// Without an operation, n8n asks for a smaller number. The output "false" is run first.
			const condition = { value1: '={{ $json.jobs }}', operation: 'notEqual', value2: jobs[0] };
			const If = { name: 'If', type: 'n8n-nodes-base.if', typeVersion: 1 };
			const flow = workflow('Wait on an old n8n', [
				manualTrigger(),
				setFields({ jobs }),
				{ ...splitOut, parameters: { fieldToSplitOut: 'jobs', options: {} } },
				{ ...If, parameters: { conditions: { number: [condition] } } },
				world.verbit('Wait', 'job:wait', {
					jobId: '={{ $json.jobs }}',
					options: { timeoutHours: 48 },
				}),
			]);
			const toWait = [{ node: 'Wait', type: 'main', index: 0 }];
			flow.connections.If = { main: [toWait, toWait] };
			return await world.runFlow(flow);
		}

		test('suspends the execution, and goes on with each item', async () => {
			const jobs = [world.newJob(), world.newJob()];
			for (const jobId of jobs) world.emulator.setJobStatus(jobId, 'In Progress');
			const id = await beginWait(jobs);
			await until(() => checksOf(jobs[0]) > 1);
			await until(async () => (await statusOf(id)) === 'waiting');
			world.emulator.setJobStatus(jobs[0], 'Completed');
			await until(() => checksOf(jobs[1]) > 1);
			world.emulator.setJobStatus(jobs[1], 'Completed');
			const { status, data } = await world.ended(id);
			expect(data.resultData.error?.message).toBeUndefined();
			expect(status).toBe('success');
			const runs = data.resultData.runData.Wait.map((run) => run.data?.main[0]?.[0]?.json);
			expect(runs).toMatchObject(jobs.map((jobId) => ({ job_id: jobId, job_status: 'Completed' })));
		});

		test('ends with the error of a job that fails', async () => {
			const jobs = [world.newJob()];
			world.emulator.setJobStatus(jobs[0], 'In Progress');
			const id = await beginWait(jobs);
			await until(async () => (await statusOf(id)) === 'waiting');
			world.emulator.setJobStatus(jobs[0], 'Failure');
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
