const { readFileSync } = require('node:fs');
const { testMainJob } = require('../e2e/mainJob');
const { testWaitBehindIf } = require('../e2e/waits');
const { useWorld, World } = require('../e2e/world');
const { file, useLinkServer } = require('../engine/linkServer');
const { fastClock } = require('../support/n8n/settings');
const { itemsOf } = require('../support/n8n/workflow');
const { OLD_VERSIONS } = require('../support/setup/n8n');
const { until } = require('../support/until');

class OldWorld extends World {
	/** @override As older editors do it: with the workflow itself. @param {import('../support/n8n/workflow').Workflow} flow */
	async beginFlow(flow) {
		const { client } = this.n8n;
		const workflowData = await client.request('POST', '/workflows', { ...flow, active: false });
		const run = { workflowData, triggerToStartFrom: { name: 'Start' } };
		const { executionId } = await client.request('POST', `/workflows/${workflowData.id}/run`, run);
		return { workflowId: workflowData.id, id: executionId };
	}

	/**
	 * @override n8n 1 on SQLite without a pool saves how an execution has ended first, and its data with another write: what is read
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
	const world = useWorld(Object.assign(new OldWorld(), { version }), {
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

	testWaitBehindIf(world);

	test('the credential is tested', async () => {
		expect(await world.n8n.client.testCredential(await world.createCredential())).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
	});
});
