const fs = require('node:fs');
const path = require('node:path');
const { NodeHelpers } = require('n8n-workflow');
const { LinkServer } = require('../engine/linkServer');
const { itemsOf } = require('../support/n8n/executionData');
const {
	exampleFiles,
	fromDisk,
	isOfThisPackage,
	nothing,
	prepareExample,
	readExample,
} = require('./examples');
const { useN8n } = require('./world');

/** Where the examples write captions to; n8n may write there because it may read there. */
const world = useN8n();
const recordings = () => world.recordings;
const folder = () => path.dirname(recordings().whole);

/**
 * Imports an example, and runs it from its trigger as the editor does.
 * @param {string} fileName
 * @param {string} trigger
 * @param {import('./examples').Change} [change]
 */
async function run(fileName, trigger, change) {
	const { client } = world.n8n;
	const { id } = await client.createWorkflow(prepareExample(fileName, world.credential, change));
	return await client.waitForExecution(await client.runWorkflow(id, { trigger }));
}

/** @param {import('../support/n8n/restClient').Execution} execution */
const problemOf = ({ data }) => data.resultData.error;

/** @param {string} operation */
const count = (operation) => world.emulator.journal.count({ operation });

/** Every Verbit node with its description. @param {string} fileName */
async function nodesOf(fileName) {
	const types = await world.n8n.client.nodeTypes();
	const nodes = readExample(fileName).nodes.filter(isOfThisPackage);
	return nodes.map((node) => ({ node, type: types.find(({ name }) => name === node.type) }));
}

describe.each(exampleFiles())('%s', (fileName) => {
	test('is imported with nodes that n8n knows and parameters that they have', async () => {
		for (const { node, type } of await nodesOf(fileName)) {
			const { properties } = /** @type {any} */ (type);
			const shown = NodeHelpers.getNodeParameters(
				properties,
				/** @type {any} */ (node.parameters),
				true,
				false,
				/** @type {any} */ (node),
				/** @type {any} */ (type),
			);
			expect(shown).toMatchObject(/** @type {any} */ (node.parameters));
			const filled = /** @type {any} */ ({ ...node, parameters: shown });
			const issues = NodeHelpers.getNodeParametersIssues(
				properties,
				filled,
				/** @type {any} */ (type),
			);
			expect(issues).toBeNull();
		}
	});

	test('says in a note what it is for, and how to set it up', () => {
		const notes = readExample(fileName).nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		expect(String(notes[0]?.parameters?.content).length).toBeGreaterThan(100);
	});

	test('holds nothing of whoever made it', () => {
		const text = JSON.stringify(readExample(fileName));
		expect(text).not.toMatch(/"credentials"|"pinData":\{[^}]|127\.0\.0\.1|localhost/);
	});
});

test('google-drive-to-captions.json brings a new recording to captions', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const execution = await run('google-drive-to-captions.json', 'New Recording', {
		pinned: { 'New Recording': [{ id: 'drive-1', name: 'gettysburg.wav' }] },
		instead: { Download: fromDisk(recordings().whole), 'Save Captions': nothing },
	});
	expect(problemOf(execution)).toBeUndefined();
	const [{ json, binary }] = itemsOf(execution.data, 'Save Captions');
	expect(json).toMatchObject({ job_id: expect.any(Number), caption_format: 'srt' });
	expect(binary?.data).toMatchObject({ fileExtension: 'srt' });
	expect(world.emulator.job(Number(json.job_id))).toMatchObject({
		name: 'gettysburg.wav',
		externalId: 'drive-1',
	});
});

test('s3-inbox.json submits each recording and moves it out of the inbox, but for those that fail', async () => {
	const keys = ['inbox/one.wav', 'inbox/two.wav'];
	world.emulator.faults.add({
		where: 'service',
		operation: 'job_new',
		kind: 'status',
		status: 422,
		times: 1,
	});
	const execution = await run('s3-inbox.json', 'Every Night', {
		pinned: { 'List Recordings': keys.map((Key, index) => ({ Key, ETag: `"${index}"` })) },
		instead: {
			Download: fromDisk(
				'={{ $json.Key.includes("one") ? "PARTONE" : "PARTTWO" }}'
					.replace('PARTONE', recordings().partOne)
					.replace('PARTTWO', recordings().partTwo),
			),
			'Copy to Submitted': nothing,
			'Take Out of Inbox': nothing,
		},
	});
	expect(problemOf(execution)).toBeUndefined();
	expect(itemsOf(execution.data, 'Take Out of Inbox')).toHaveLength(2);
	expect(count('put')).toBe(2);
});

test('folder-of-parts-merged.json makes one recording of all parts, in their order', async () => {
	const parts = fs.mkdtempSync(path.join(folder(), 'parts-'));
	const { partOne, partTwo } = recordings();
	fs.copyFileSync(partTwo, path.join(parts, 'part 10.mp3'));
	fs.copyFileSync(partOne, path.join(parts, 'part 2.mp3'));
	const execution = await run('folder-of-parts-merged.json', 'Every Night', {
		parameters: { 'Read Parts': { fileSelector: `${parts}/*.mp3` } },
	});
	fs.rmSync(parts, { recursive: true });
	expect(problemOf(execution)).toBeUndefined();
	const [{ json }] = itemsOf(execution.data, 'Merge');
	const names = /** @type {any[]} */ (json.files).map((file) => file.file_name);
	expect(names).toEqual(['part 2.mp3', 'part 10.mp3']);
	expect(world.emulator.job(Number(json.job_id))).toMatchObject({ status: 'In Progress' });
});

describe('webhook-upload.json', () => {
	/** Activates it, and sends a recording to it. */
	async function send() {
		const { client } = world.n8n;
		const example = prepareExample('webhook-upload.json', world.credential, {
			parameters: { 'Recording Received': { path: `recordings-${Date.now()}` } },
		});
		const { path: webhookPath } = /** @type {any} */ (example.nodes[1].parameters);
		await client.activate(await client.createWorkflow(example));
		const form = new FormData();
		const content = fs.readFileSync(recordings().partOne);
		form.append('data', new Blob([content]), 'lecture.wav');
		const url = `${world.n8n.url}/webhook/${webhookPath}`;
		const response = await fetch(url, { method: 'POST', body: form });
		return { status: response.status, answer: /** @type {any} */ (await response.json()) };
	}

	test('answers with the job of the recording', async () => {
		const { status, answer } = await send();
		expect({ status, answer }).toEqual({ status: 202, answer: { job_id: expect.any(Number) } });
		expect(world.emulator.job(answer.job_id)).toMatchObject({ name: 'lecture.wav' });
	});

	test('answers with what happened when it could not be submitted', async () => {
		const fault = { where: /** @type {const} */ ('service'), operation: 'job_new' };
		world.emulator.faults.add({ ...fault, kind: 'status', status: 422 });
		const { status, answer } = await send();
		expect(status).toBe(502);
		expect(answer.error).toContain('Create job: Verbit returned 422');
	});
});

test('cloud-link-by-url.json streams a temporary link through and starts the job', async () => {
	const links = new LinkServer();
	await links.start();
	const content = fs.readFileSync(recordings().partOne);
	links.answer((_request, response) => {
		response.writeHead(200, { 'content-length': content.length });
		response.end(content);
	});
	const Link = `${links.url}/scl/fi/abc/talk.wav?dl=1`;
	const execution = await run('cloud-link-by-url.json', 'Enter Link', {
		pinned: { 'Enter Link': [{ Link }] },
	});
	await links.stop();
	expect(problemOf(execution)).toBeUndefined();
	const [{ json }] = itemsOf(execution.data, 'Upload From Link');
	expect(world.stored(json.asset_id).equals(content)).toBe(true);
	expect(links.calls).toHaveLength(1);
	expect(world.emulator.job(Number(json.job_id))).toMatchObject({ status: 'In Progress' });
});

test('store-captions-on-completion.json stores the captions when the service says that a job has ended', async () => {
	const { client, url } = world.n8n;
	const target = path.join(folder(), 'captions.srt');
	const example = prepareExample('store-captions-on-completion.json', world.credential, {
		parameters: { 'Save Captions': { fileName: target } },
	});
	const trigger = example.nodes.find(({ name }) => name === 'Job Ended');
	const created = await client.createWorkflow(example);
	await client.activate(created);
	const jobId = world.emulator.createJob({ profile: 'standard', status: 'Completed' });
	world.emulator.switches.set({ callbackUrl: `${url}/webhook/${trigger?.webhookId}/webhook` });
	await world.emulator.deliverCallback(jobId);
	const [{ id }] = await client.listExecutions(created.id);
	const execution = await client.waitForExecution(id);
	expect(problemOf(execution)).toBeUndefined();
	expect(fs.readFileSync(target, 'utf8')).toBe(String(world.emulator.captions('srt')));
	fs.rmSync(target);
});

test('error-branch.json reports what could not be submitted, and goes on with the rest', async () => {
	const fault = { where: /** @type {const} */ ('service'), operation: 'job_new' };
	world.emulator.faults.add({ ...fault, kind: 'status', status: 422 });
	const execution = await run('error-branch.json', 'Every Night', {
		parameters: { 'Read Recordings': { fileSelector: `${folder()}/*.wav` } },
	});
	expect(problemOf(execution)).toBeUndefined();
	const reports = itemsOf(execution.data, 'Report').map(({ json }) => json.text);
	expect(reports).toEqual([expect.stringContaining('Create job: Verbit returned 422')]);
	expect(itemsOf(execution.data, 'Submitted')).toHaveLength(2);
});
