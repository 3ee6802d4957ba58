const { randomFile, useWorld } = require('./world');

/** What an error names that ends a later try before it looks at what the tries before it have made. */
const world = useWorld();

const profile = { __rl: true, mode: 'name', value: 'standard' };

const nodeSettings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

/**
 * Refuses a request, and takes the files away before the node learns of it.
 * @param {Pick<import('../emulator/faults').Fault, 'where' | 'operation' | 'status'>} what
 */
function refuseAndLoseFiles(what) {
	const held = world
		.until(() => world.emulator.journal.some(({ fault }) => fault === 'status'))
		.then(() => world.engine.removeFiles());
	world.emulator.faults.add({ ...what, kind: 'status', held });
}

/** @param {string} name */
const fileItem = (name) => ({ files: { data: randomFile(10, name) } });

/**
 * Submits files; they are gone from n8n's storage when the node is tried again.
 * @param {ReturnType<typeof fileItem>[]} items
 * @param {string} refused what the first try ends with
 * @param {object} [more] of the run
 */
async function submitAndLoseFiles(items, refused, more = {}) {
	refuseAndLoseFiles({ where: 'service', operation: refused, status: 422 });
	const parameters = { profile, options: { concurrency: 1 } };
	return await world.run('recording:submit', items, parameters, { nodeSettings, ...more });
}

const jobIds = () => Object.keys(world.emulator.state.data.jobs);
const assetIds = () => Object.keys(world.emulator.state.data.assets);

describe('A later try that finds the file gone', () => {
	test('names the job and the upload of the first try', async () => {
		const { error } = await submitAndLoseFiles([fileItem('a.wav')], 'add_media');
		const [[jobId], [assetId]] = [jobIds(), assetIds()];
		expect(error.context.code).toBe('FILE_DELETED');
		expect(error.description).toContain(`Created in this run: job ${jobId} (no media yet).`);
		expect(error.description).toContain(
			`Uploaded in this run: "a.wav" (job ${jobId}, asset ${assetId}).`,
		);
		expect(world.count('job_new')).toBe(1);
	});

	test('names the jobs of all items, and how far they came', async () => {
		const items = ['a.wav', 'b.wav'].map(fileItem);
		world.emulator.faults.add({
			where: 'service',
			operation: 'perform_transcription',
			kind: 'delay',
		});
		const { error } = await submitAndLoseFiles(items, 'perform_transcription');
		const [first, second] = jobIds();
		expect(error.description).toContain(
			`Created in this run: job ${first} (started), job ${second} (not started).`,
		);
	});

	test.each(/** @type {const} */ (['continueRegularOutput', 'continueErrorOutput']))(
		'has the job and the asset in the output, with %s',
		async (onError) => {
			const items = [fileItem('a.wav')];
			const { outputs } = await submitAndLoseFiles(items, 'add_media', { onError });
			const [{ json }] = outputs[onError === 'continueErrorOutput' ? 1 : 0] ?? [];
			expect(json.details).toMatchObject({
				code: 'FILE_DELETED',
				job_id: Number(jobIds()[0]),
				asset_ids: assetIds(),
				description: expect.stringContaining('Created in this run'),
			});
		},
	);
});

test('an upload to a job that was given is named with that job', async () => {
	const jobId = world.newJob();
	world.emulator.faults.add({ where: 'store', kind: 'delay' });
	refuseAndLoseFiles({ where: 'store', status: 403 });
	const { error } = await world.run(
		'asset:upload',
		['a.wav', 'b.wav'].map(fileItem),
		{ jobId, options: { concurrency: 1 } },
		{ nodeSettings },
	);
	expect(error.description).toContain(`Uploaded in this run: "a.wav" (job ${jobId}, asset `);
});
