const { randomBytes } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { default: axios } = require('axios');
const FormData = require('form-data');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, readFiles, webhook, workflow } = require('../support/n8n/workflow');
const { lastRead, until } = require('../support/until');
const { md5, useN8n } = require('./world');

const world = useN8n();
const HOUR = 3600_000;

/** @param {import('../support/n8n/workflow').Workflow} flow */
async function run(flow) {
	return await world.n8n.client.execute(flow);
}

test('a recording is read from disk, uploaded and added, byte for byte', async () => {
	const jobId = world.newJob();
	const { data, status } = await run(
		workflow('Upload, then add', [
			manualTrigger(),
			readFiles(world.recordings.whole),
			world.verbit('Upload', 'asset:upload', { jobId }),
			world.verbit('Add', 'media:add', {
				jobId: '={{ $json.job_id }}',
				mediaSource: 'assetIds',
				assetIds: '={{ $json.asset_id }}',
			}),
		]),
	);
	expect(status).toBe('success');
	const [{ json }] = itemsOf(data, 'Upload');
	const recording = readFileSync(world.recordings.whole);
	expect(json).toMatchObject({
		file_name: 'lincoln.wav',
		bytes: recording.length,
		md5: md5(recording),
		integrity: 'verified',
	});
	expect(world.stored(json.asset_id).equals(recording)).toBe(true);
	expect(world.emulator.job(jobId)?.media).toMatchObject({ assetIds: [json.asset_id] });
});

test('a file that a client posts to a webhook is added to the job, and the response says so', async () => {
	const jobId = world.newJob();
	const path = `upload-${jobId}`;
	const flow = workflow('Webhook to media', [
		webhook(path, { options: { binaryPropertyName: 'recording' } }),
		world.verbit('Add', 'media:add', {
			jobId: '={{ $json.body.job_id }}',
			mediaSource: 'binary',
			binaryPropertyName: '*',
		}),
	]);
	await world.n8n.client.activate(await world.n8n.client.createWorkflow(flow));
	const content = randomBytes(3_000_000);
	const form = new FormData();
	form.append('job_id', String(jobId));
	form.append('recording', content, {
		filename: 'Vorlesung über Öl.mp3',
		contentType: 'audio/mpeg',
	});
	const { data } = await axios.post(`${world.n8n.url}/webhook/${path}`, form, {
		headers: form.getHeaders(),
		maxBodyLength: Infinity,
	});
	expect(data).toMatchObject({
		job_id: jobId,
		content_type: 'audio/mpeg',
		bytes: content.length,
		md5: md5(content),
	});
	expect(world.stored(data.asset_id).equals(content)).toBe(true);
});

test('the parts that a client posts to a webhook become one recording in the order of their names', async () => {
	const path = `parts-${randomBytes(4).toString('hex')}`;
	const submit = world.verbit('Submit', 'recording:submit', {
		profile: { __rl: true, mode: 'name', value: 'standard' },
		binaryPropertyName: '*',
	});
	await world.n8n.client.publish(workflow('Parts to one recording', [webhook(path), submit]));
	const numbers = [9, 10, 2, 1, 11, 3];
	const form = new FormData();
	for (const number of numbers) {
		// One field after the other: n8n writes the larger ones later.
		form.append(`Teil ${number}, Ton`, randomBytes(number === 1 ? 3_000_000 : 10), {
			filename: `part ${number}.wav`,
			contentType: 'audio/wav',
		});
	}
	const headers = form.getHeaders();
	const { data } = await axios.post(`${world.n8n.url}/webhook/${path}`, form, { headers });
	const inOrder = numbers.sort((a, b) => a - b).map((number) => `part ${number}.wav`);
	expect(data.file_names).toEqual(inOrder);
	expect(world.emulator.job(data.job_id)?.media).toMatchObject({ assetIds: data.asset_ids });
});

test('the files of a folder are merged in the order of their names, in one call', async () => {
	const jobId = world.newJob();
	const { data, status } = await run(
		workflow('Merge a folder', [
			manualTrigger(),
			readFiles(world.recordings.whole.replace('lincoln.wav', 'lincoln-part-*.wav')),
			world.verbit('Merge', 'media:merge', { jobId, mergeSource: 'binary', order: 'fileName' }),
		]),
	);
	expect(status).toBe('success');
	const [{ json, pairedItem }] = itemsOf(data, 'Merge');
	const files = /** @type {any[]} */ (json.files);
	expect(files.map(({ file_name: name }) => name)).toEqual([
		'lincoln-part-1.wav',
		'lincoln-part-2.wav',
	]);
	expect(pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
	expect(world.emulator.job(jobId)?.media).toMatchObject({
		assetIds: json.asset_ids,
		isMerged: true,
	});
	expect(world.emulator.journal.count({ operation: 'add_media' })).toBe(1);
});

describe('the access token', () => {
	const addAsset = () =>
		run(
			workflow('Add asset', [
				manualTrigger(),
				world.verbit('Add', 'asset:add', { jobId: world.newJob(), fileName: 'talk.wav' }),
			]),
		);
	const exchanges = () => world.emulator.journal.count({ operation: 'auth' });

	beforeEach(async () => {
		world.credential = await world.createCredential();
	});

	test('is exchanged again when Verbit refuses it after a day, and is shared by the command line, a process of its own', async () => {
		await addAsset();
		world.emulator.journal.clear();
		// Not with a 401, at which n8n itself would exchange it.
		world.emulator.switches.set({ badTokenAnswer: 403 });
		world.emulator.clock.advance(25 * HOUR);
		expect((await addAsset()).status).toBe('success');
		expect(exchanges()).toBe(1);
		const flow = workflow('Add asset from the command line', [
			manualTrigger(),
			world.verbit('Add', 'asset:add', { jobId: world.newJob(), fileName: 'talk.wav' }),
		]);
		const { id } = await world.n8n.client.createWorkflow(flow);
		const { run: execution } = await world.n8n.commandLine.execute(id);
		expect(execution?.status).toBe('success');
		expect(itemsOf(/** @type {any} */ (execution).data, 'Add')).toHaveLength(1);
		expect(exchanges()).toBe(1);
	});
});

/** Files of n8n's binary storage that the server has open. */
const openSources = () => world.n8n.openFiles().filter((file) => file.includes('binary_data'));

/** What an execution that has ended still has open. A file is closed a moment later. */
const leftOpen = async () => await lastRead(async () => openSources(), []);

/** Begins an upload that will not end by itself. @param {Record<string, unknown>} settings of the workflow */
async function beginStalledUpload(settings) {
	world.emulator.faults.add({ where: 'store', kind: 'stall', bytes: 1000 });
	const nodes = [
		manualTrigger(),
		readFiles(world.newFile(20_000_000)),
		world.verbit('Upload', 'asset:upload', {
			jobId: world.newJob(),
			options: { stallTimeout: 3600 },
		}),
	];
	const { id } = await world.n8n.client.createWorkflow(workflow('Stalled', nodes, { settings }));
	const executionId = await world.n8n.client.runWorkflow(id);
	await until(() => world.emulator.journal.count({ operation: 'put' }) > 0);
	return executionId;
}

/** @type {Array<[string, number | undefined]>} */
const ENDS = [
	['is stopped by hand', undefined],
	// Long enough for a busy machine to begin the upload in it, s.
	["meets the workflow's timeout", 15],
];

test.each(ENDS)('a run that %s ends its upload at once', async (_what, executionTimeout) => {
	const executionId = await beginStalledUpload({ ...(executionTimeout && { executionTimeout }) });
	expect(openSources()).toHaveLength(1);
	if (executionTimeout === undefined) await world.n8n.client.stopExecution(executionId);
	const { status } = await world.n8n.client.waitForExecution(executionId);
	expect(status).toBe('canceled');
	expect(await leftOpen()).toEqual([]);
});
