const { once } = require('node:events');
const { createReadStream, readFileSync, statSync } = require('node:fs');
const http = require('node:http');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, readFiles, setFields, workflow } = require('../support/n8n/workflow');
const { useN8n } = require('./world');

const world = useN8n();

const profile = { __rl: true, mode: 'name', value: 'standard' };

/** @param {import('../support/n8n/workflow').WorkflowNode[]} nodes behind the trigger */
async function run(...nodes) {
	const { data } = await world.n8n.client.execute(workflow('Results', [manualTrigger(), ...nodes]));
	expect(data.resultData.error).toBeUndefined();
	return (/** @type {string} */ name) => itemsOf(data, name);
}

test('four nodes lead from a file to its transcript as text, beside the fields of the item', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const items = await run(
		readFiles(world.recordings.whole),
		world.verbit('Submit', 'recording:submit', { profile }),
		world.verbit('Wait', 'job:wait', {}),
		world.verbit('Captions', 'job:getCaptions', { captionFormat: 'txt', outputAs: 'text' }),
	);
	const [{ json, binary }] = items('Captions');
	expect(json).toMatchObject({
		job_id: expect.any(Number),
		job_status: 'Completed',
		caption_format: 'txt',
		text: String(world.emulator.captions('txt')),
	});
	expect(binary).toBeUndefined();
	expect(items('Submit')[0].json).toMatchObject({ file_name: 'lincoln.wav' });
	expect(world.emulator.job(Number(json.job_id))).toMatchObject({ name: 'lincoln.wav' });
});

test('Simplify outputs what a next step uses, and everything when it is off', async () => {
	const jobId = world.newJob();
	const items = await run(
		world.verbit('Simple', 'job:get', { jobId }),
		world.verbit('All', 'job:get', { jobId, simplify: false }),
	);
	const [{ json: simple }] = items('Simple');
	const [{ json: all }] = items('All');
	expect(Object.keys(simple).length).toBeLessThanOrEqual(10);
	expect(Object.values(simple)).not.toContain('');
	expect(Object.keys(all)).toEqual(expect.arrayContaining([...Object.keys(simple), 'labels']));
});

test('a draft comes as text while the job is in progress', async () => {
	const jobId = world.newJob();
	world.emulator.setJobStatus(jobId, 'In Progress', { isDraftReady: true });
	const items = await run(
		world.verbit('Draft', 'job:getCaptions', {
			jobId,
			captionFormat: 'txt',
			outputAs: 'text',
			options: { draft: true },
		}),
	);
	expect(items('Draft')[0].json).toMatchObject({
		job_id: jobId,
		draft: true,
		text: String(world.emulator.captions('txt')),
	});
});

test('a video with captions comes through a redirect into the storage of n8n', async () => {
	world.emulator.switches.set({ captionDelivery: 'redirect' });
	const jobId = world.newJob();
	world.emulator.setJobStatus(jobId, 'Completed');
	const items = await run(
		world.verbit('Video', 'job:getCaptions', { jobId, captionFormat: 'mp4' }),
	);
	const [{ json, binary }] = items('Video');
	const video = world.emulator.captions('mp4');
	expect(json).toMatchObject({ caption_format: 'mp4', bytes: video.length });
	expect(world.emulator.journal.filter(({ host }) => host === 'store')).toHaveLength(1);
	const file = /** @type {import('n8n-workflow').IBinaryData} */ (binary?.data);
	expect(file).toMatchObject({ mimeType: 'video/mp4' });
	expect((await world.n8n.client.downloadBinary(file)).equals(video)).toBe(true);
});

test('extra fields of an item are sent with the new job and with the start', async () => {
	const items = await run(
		setFields({ job: { glossary: 'law' }, start: { options: { diarization: true } } }),
		readFiles(world.recordings.whole),
		world.verbit('Submit', 'recording:submit', {
			profile,
			additionalFields: { extraFields: "={{ $('Set Fields').first().json.job }}" },
			options: { extraFields: "={{ JSON.stringify($('Set Fields').first().json.start) }}" },
		}),
	);
	expect(items('Submit')[0].json).toMatchObject({ transcription_started: true });
	expect(world.emulator.journal.bodiesOf('job_new')).toEqual([
		{ profile: 'standard', job_name: 'lincoln.wav', glossary: 'law' },
	]);
	expect(world.emulator.journal.bodiesOf('perform_transcription')).toEqual([
		{ options: { diarization: true } },
	]);
});

test('a URL that can be read once is uploaded through n8n, in one node', async () => {
	const { whole } = world.recordings;
	let reads = 0;
	const host = http.createServer((_request, response) => {
		reads++;
		if (reads > 1) {
			response.writeHead(410).end();
			return;
		}
		response.writeHead(200, {
			'content-type': 'audio/wav',
			'content-length': statSync(whole).size,
		});
		createReadStream(whole).pipe(response);
	});
	await once(host.listen(0, '127.0.0.1'), 'listening');
	const { port } = /** @type {import('node:net').AddressInfo} */ (host.address());
	const items = await run(
		world.verbit('Submit', 'recording:submit', {
			profile,
			mediaSource: 'urlUpload',
			mediaUrl: `http://127.0.0.1:${port}/lecture.wav?once=1`,
		}),
	).finally(() => host.close());
	const [{ json }] = items('Submit');
	expect(json).toMatchObject({ file_name: 'lecture.wav', integrity: 'verified' });
	expect(world.stored(json.asset_id).equals(readFileSync(whole))).toBe(true);
	expect(reads).toBe(1);
});

test('a sandbox without a list of profiles passes the test of the credential, and its list says what to do', async () => {
	world.emulator.switches.set({ profilesListed: false });
	const { client } = world.n8n;
	expect(await client.testCredential(world.credential)).toMatchObject({ status: 'OK' });
	const { id, name } = world.credential;
	const { results } = await client.request(
		'POST',
		'/dynamic-node-parameters/resource-locator-results',
		{
			path: 'parameters.profile',
			methodName: 'searchProfiles',
			nodeTypeAndVersion: { name: 'n8n-nodes-verbit.verbit', version: 1 },
			currentNodeParameters: { resource: 'recording', operation: 'submit' },
			credentials: { verbitApi: { id, name } },
		},
	);
	expect(results).toEqual([{ name: expect.stringContaining("choose 'By Name'"), value: '' }]);
});
