const { itemsOf } = require('../support/n8n/executionData');
const { useN8n } = require('./world');

const world = useN8n({ N8N_SSRF_PROTECTION_ENABLED: 'true' });

test("n8n's protection against requests to its own network holds for a link that is streamed through", async () => {
	const parameters = {
		jobId: world.newJob(),
		uploadSource: 'url',
		sourceUrl: `${world.emulator.authUrl}/_emulator/health`,
		options: { maxAttempts: 1 },
	};
	const upload = world.verbit('Upload', 'asset:upload', parameters);
	const { data } = await world.run({ ...upload, onError: 'continueRegularOutput' });
	expect(itemsOf(data, 'Upload')[0].json.error).toMatch(
		/^Open URL "health": [\w.:]+ couldn't be reached \(.*restricted IP address.*\)/,
	);
	expect(world.emulator.journal).toHaveLength(0);
});
