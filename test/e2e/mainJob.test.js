const { randomBytes } = require('node:crypto');
const { default: axios } = require('axios');
const FormData = require('form-data');
const { manualTrigger, readFiles, webhook, workflow } = require('../support/n8n/workflow');
const { lastRead, until } = require('../support/until');
const { testMainJob } = require('./mainJob');
const { standard, useN8n } = require('./world');

const world = useN8n();

testMainJob(world);

test('the parts that a client posts to a webhook become one recording in the order of their names', async () => {
	const numbers = [9, 10, 2, 1, 11, 3];
	const form = new FormData();
	for (const number of numbers) {
		// One field after the other: n8n writes the larger ones later.
		form.append(`Teil ${number}, Ton`, randomBytes(number === 1 ? 3_000_000 : 10), {
			filename: `part ${number}.wav`,
			contentType: 'audio/wav',
		});
	}
	const submit = world.verbit('Submit', 'recording:submit', {
		profile: standard,
		binaryPropertyName: '*',
	});
	await world.n8n.client.publish(workflow('Upload', [webhook('upload-parts'), submit]));
	const { data } = await axios.post(`${world.n8n.url}/webhook/upload-parts`, form);
	const inOrder = numbers.sort((a, b) => a - b).map((number) => `part ${number}.wav`);
	expect(data.file_names).toEqual(inOrder);
	expect(world.emulator.job(data.job_id)?.media).toMatchObject({ assetIds: data.asset_ids });
});

test('the command line, a process of its own, shares the access token', async () => {
	world.credential = await world.createCredential();
	const add = () =>
		world.verbit('Add', 'asset:add', { jobId: world.newJob(), fileName: 'talk.wav' });
	expect((await world.run(add())).status).toBe('success');
	world.emulator.journal.clear();
	const flow = workflow('Add asset from the command line', [manualTrigger(), add()]);
	const { id } = await world.n8n.client.createWorkflow(flow);
	await world.n8n.command('execute', `--id=${id}`);
	expect(world.emulator.journal.count({ operation: 'add_asset', status: 200 })).toBe(1);
	expect(world.emulator.journal.count({ operation: 'auth' })).toBe(0);
});

/** Files of n8n's binary storage that the server has open. */
const openSources = () => world.n8n.openFiles().filter((file) => file.includes('binary_data'));

test("a run that meets the workflow's timeout ends its upload at once, and closes its file", async () => {
	world.emulator.faults.add({ where: 'store', kind: 'stall', bytes: 1000 });
	const nodes = [
		manualTrigger(),
		readFiles(world.newFile(20_000_000)),
		world.verbit('Upload', 'asset:upload', {
			jobId: world.newJob(),
			options: { stallTimeout: 3600 },
		}),
	];
	const { client } = world.n8n;
	// Long enough for a busy machine to begin the upload in it, s.
	const flow = workflow('Stalled', nodes, { settings: { executionTimeout: 15 } });
	const id = await client.runWorkflow((await client.createWorkflow(flow)).id);
	await until(() => world.emulator.journal.count({ operation: 'put' }) > 0);
	expect(openSources()).toHaveLength(1);
	expect((await client.waitForExecution(id)).status).toBe('canceled');
	// A file is closed a moment later.
	expect(await lastRead(async () => openSources(), [])).toEqual([]);
});
