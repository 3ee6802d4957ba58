const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, workflow } = require('../support/n8n/workflow');
const { useN8n } = require('./world');

const world = useN8n({ N8N_SSRF_PROTECTION_ENABLED: 'true' });

test("n8n's protection against requests to its own network holds for a link that is streamed through", async () => {
	const { data } = await world.n8n.client.execute(
		workflow('Upload from a link to this machine', [
			manualTrigger(),
			{
				...world.verbit('Upload', 'asset:upload', {
					jobId: world.newJob(),
					uploadSource: 'url',
					sourceUrl: `${world.emulator.authUrl}/_emulator/health`,
					options: { maxAttempts: 1 },
				}),
				onError: 'continueRegularOutput',
			},
		]),
	);
	expect(itemsOf(data, 'Upload')[0].json.error).toMatch(
		/^Open URL "health": [\w.:]+ couldn't be reached \(.*restricted IP address.*\)/,
	);
	expect(world.emulator.journal).toHaveLength(0);
});
