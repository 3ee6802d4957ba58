const { readFileSync } = require('node:fs');
const { testMainJob } = require('../e2e/mainJob');
const { testWaitBehindIf } = require('../e2e/waits');
const { useWorld, World } = require('../e2e/world');
const { file, useLinkServer } = require('../engine/linkServer');
const { fastClock } = require('../support/n8n/settings');
const { itemsOf } = require('../support/n8n/workflow');
const { OLD_VERSIONS } = require('../support/setup/n8n');

class OldWorld extends World {
	/** @override As older editors do it: with the workflow itself. @param {import('../support/n8n/workflow').Workflow} flow */
	async beginFlow(flow) {
		const { client } = this.n8n;
		const workflowData = await client.request('POST', '/workflows', { ...flow, active: false });
		const run = { workflowData, triggerToStartFrom: { name: 'Start' } };
		const { executionId } = await client.request('POST', `/workflows/${workflowData.id}/run`, run);
		return { workflowId: workflowData.id, id: executionId };
	}
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
		// As n8n 2 by default: else n8n 1 saves how an execution has ended first, and its data with another write.
		DB_SQLITE_POOL_SIZE: '3',
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
