/**
 * Every example as a user imports it, in an n8n with its own defaults: it may read and write its user's folder
 * `.n8n-files` only. Each runs twice in a row, and the second run makes no job.
 */
const { randomUUID } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { NodeHelpers } = require('n8n-workflow');
const { LinkServer } = require('../engine/linkServer');
const { ChatModel, lastResult } = require('../support/chatModel');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, workflow: workflowOf } = require('../support/n8n/workflow');
const { recordings } = require('../support/recordings/recordings');
const { SftpServer } = require('../support/sftpServer');
const { lastRead, until } = require('../support/until');
const {
	CLICK,
	dueSoon,
	exampleFiles,
	fromDisk,
	isOfThisPackage,
	nothing,
	prepareExample,
	readExample,
	runWhenDue,
} = require('./examples');
const { useN8n } = require('./world');

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-home-'));
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

const world = useN8n({ HOME: home, N8N_RESTRICT_FILE_ACCESS_TO: undefined });

/** A file in the folder that n8n may read. @param {string} name @param {string} [recording] its content */
function place(name, recording = recordings.partOne) {
	const file = path.join(home, '.n8n-files', name);
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.copyFileSync(recording, file);
	return file;
}

/** @param {string} fileName @param {import('./examples').Change} [change] */
const prepare = (fileName, change) =>
	prepareExample(fileName, world.credential, { home, ...change });

const unprocessable = /** @type {const} */ ({
	where: 'service',
	operation: 'job_new',
	kind: 'status',
	status: 422,
});

/** @param {string} operation */
const count = (operation) => world.emulator.journal.count({ operation });

/** @param {import('../support/n8n/restClient').Execution} execution */
const problemOf = ({ data }) => data.resultData.error?.message;

/**
 * Imports an example and runs it twice, as the editor does.
 * @param {import('./examples').Example} example
 * @param {string} trigger
 */
async function runTwice(example, trigger) {
	const { client } = world.n8n;
	const { id } = await client.createWorkflow(example);
	const run = async () => await client.waitForExecution(await client.runWorkflow(id, { trigger }));
	return await twice(run);
}

/** @param {() => Promise<import('../support/n8n/restClient').Execution>} run */
async function twice(run) {
	const first = await run();
	expect(problemOf(first)).toBeUndefined();
	const jobs = count('job_new');
	const second = await run();
	expect(problemOf(second)).toBeUndefined();
	expect(count('job_new')).toBe(jobs);
	return { first, second, jobs };
}

/** What a report says, whichever step it is of. @param {import('../support/n8n/restClient').Execution} execution */
const reportsOf = ({ data }) =>
	(data.resultData.runData.Report ?? [])
		.flatMap((run) => run.data?.main[0] ?? [])
		.map(({ json }) => String(json.text))
		.sort();

/** All nodes of n8n. @type {any[]} */
let types;
beforeAll(async () => {
	types = await world.n8n.client.nodeTypes();
});

describe.each(exampleFiles())('%s', (fileName) => {
	test('is imported with nodes that n8n knows and parameters that they have', () => {
		const { nodes } = readExample(fileName);
		const unknown = nodes.filter(
			({ type, typeVersion }) =>
				!types.some(({ name, version }) => name === type && [version].flat().includes(typeVersion)),
		);
		expect(unknown.map(({ type, typeVersion }) => `${type} ${typeVersion}`)).toEqual([]);
		for (const node of nodes.filter(isOfThisPackage)) {
			const type = types.find(({ name }) => name === node.type);
			const { properties } = type;
			const own = /** @type {any} */ (node);
			const shown = NodeHelpers.getNodeParameters(
				properties,
				own.parameters,
				true,
				false,
				own,
				type,
			);
			expect(shown).toMatchObject(own.parameters);
			const filled = { ...own, parameters: shown };
			// n8n marks the node until its user has chosen one.
			const missing = shown?.profile && { parameters: { profile: [expect.any(String)] } };
			const issues = NodeHelpers.getNodeParametersIssues(properties, filled, type);
			expect(issues).toEqual(missing ?? null);
		}
	});

	test('says in a note what it is for, and holds nothing of whoever made it', () => {
		const example = readExample(fileName);
		const notes = example.nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		expect(String(notes[0]?.parameters?.content).length).toBeGreaterThan(100);
		expect(JSON.stringify(example)).not.toMatch(
			/"credentials"|"pinData":\{[^}]|127\.0\.0\.1|localhost/,
		);
	});
});

test.each(['check-in-a-loop.json', 'cloud-link-by-url.json', 'wait-for-callback.json'])(
	'%s sends nothing before a profile is chosen and a URL entered',
	async (fileName) => {
		const { client } = world.n8n;
		for (const [profile, problem] of [
			['', /profile/i],
			['standard', /URL|External ID/],
		]) {
			const { id } = await client.createWorkflow(prepare(fileName, { profile: String(profile) }));
			const run = await client.runWorkflow(id, { trigger: CLICK }).catch(({ message }) => message);
			const refusal = /^\d+$/.test(run) ? problemOf(await client.waitForExecution(run)) : run;
			expect(refusal).toMatch(problem);
		}
		expect(world.emulator.journal).toHaveLength(0);
	},
);

describe('nightly-folder.json', () => {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-sftp-'));
	const server = new SftpServer(folder);
	beforeAll(async () => await server.start(world.n8n.n8n.folder));
	afterAll(async () => {
		await server.stop();
		fs.rmSync(folder, { recursive: true, force: true });
	});

	/** A recording on the server. @param {string} name @param {string | Buffer} content @param {number} [hours] since it was written */
	function record(name, content, hours = 5) {
		const file = path.join(folder, 'recordings', name);
		fs.mkdirSync(path.dirname(file), { recursive: true });
		fs.writeFileSync(file, content);
		const written = new Date(Date.now() - hours * 3_600_000);
		fs.utimesSync(file, written, written);
	}

	test('downloads and submits each recording once, what is complete, and again what its user wants again', async () => {
		const [one, two] = [recordings.partOne, recordings.partTwo].map((file) =>
			fs.readFileSync(file),
		);
		record('REC0001 (100%).mp3', one);
		record('Vorlesung über Öl #2.WAV', two);
		record('still written.mp3', one.subarray(0, 1000), 0);
		record('empty.mp3', '');
		record('locked.mp3', one);
		record('notes.txt', 'No recording');
		server.unreadable.push('/recordings/locked.mp3');
		const { client } = world.n8n;
		const sftp = await client.createCredential({
			name: 'Recorder',
			type: 'sftp',
			data: server.credential,
		});
		const workflow = await client.createWorkflow(
			prepare('nightly-folder.json', {
				parameters: { 'Every Night': dueSoon },
				credentials: { 'List recordings': { sftp }, Download: { sftp } },
			}),
		);
		/** @param {string} what starts it */
		const night = async (what = 'hand') => {
			server.opened = [];
			world.emulator.journal.clear();
			const execution =
				what === 'clock'
					? await runWhenDue(client, workflow)
					: await client.waitForExecution(
							await client.runWorkflow(workflow.id, { trigger: 'Every Night' }),
						);
			expect(problemOf(execution)).toBeUndefined();
			const submitted = world.emulator.journal
				.filter(({ operation }) => operation === 'job_new')
				.map(({ body }) => /** @type {any} */ (body).job_name);
			return {
				execution,
				submitted: submitted.sort(),
				downloaded: server.opened.map((name) => path.basename(name)).sort(),
			};
		};
		const failed = [
			expect.stringMatching(/^empty\.mp3: .* is empty\. Check the node that made the file\./),
			expect.stringMatching(/^locked\.mp3: /),
		];

		const first = await night('clock');
		expect(first.execution.mode).toBe('trigger');
		expect(first.submitted).toEqual(['REC0001 (100%).mp3', 'Vorlesung über Öl #2.WAV']);
		expect(reportsOf(first.execution)).toEqual(failed);
		const rows = itemsOf(first.execution.data, 'Save row').map(({ json }) => json);

		// The second night downloads nothing that was submitted, but a new recording under an old name.
		record('still written.mp3', one);
		record('REC0001 (100%).mp3', two, 4);
		const second = await night();
		expect(second.submitted).toEqual(['REC0001 (100%).mp3', 'still written.mp3']);
		expect(second.downloaded).toEqual(['REC0001 (100%).mp3', 'empty.mp3', 'still written.mp3']);
		expect(reportsOf(second.execution)).toEqual(failed);

		// Verbit failed a job: its user has turned on submit_again in the table.
		const { job_id: jobId } =
			rows.find(({ recording }) => /Vorlesung/.test(String(recording))) ?? {};
		const byJob = { conditions: [{ keyName: 'job_id', condition: 'eq', keyValue: jobId }] };
		const turnOn = {
			name: 'Turn on',
			type: 'n8n-nodes-base.dataTable',
			typeVersion: 1.1,
			parameters: {
				...{ resource: 'row', operation: 'update', filters: byJob },
				dataTableId: { __rl: true, mode: 'name', value: 'Submitted recordings' },
				columns: { mappingMode: 'defineBelow', value: { submit_again: true } },
			},
		};
		const { data } = await client.execute(workflowOf('Turn on', [manualTrigger(), turnOn]));
		expect(itemsOf(data, 'Turn on')).toHaveLength(1);
		const third = await night();
		expect(third.submitted).toEqual(['Vorlesung über Öl #2.WAV']);
		const fourth = await night();
		expect([fourth.submitted, fourth.downloaded]).toEqual([[], ['empty.mp3']]);
	});
});

test('google-drive-to-captions.json saves the captions of new recordings, and of nothing else', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const example = prepare('google-drive-to-captions.json', {
		pinned: {
			'New file': [
				{ id: 'drive-1', name: 'gettysburg.wav', mimeType: 'audio/wav' },
				{ id: 'drive-2', name: 'gettysburg.srt', mimeType: 'application/x-subrip' },
			],
		},
		instead: { 'Download file': fromDisk(place('drive.wav')), 'Save captions': nothing },
	});
	const { first, jobs } = await runTwice(example, 'New file');
	expect(jobs).toBe(1);
	const [{ json, binary }] = itemsOf(first.data, 'Save captions');
	expect(binary?.data.fileName).toBe('gettysburg.srt');
	expect(world.emulator.job(Number(json.job_id))).toMatchObject({
		name: 'gettysburg.wav',
		externalId: 'drive-1',
	});
});

test('google-drive-to-captions.json reports a recording that Verbit refuses, and goes on with the others', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const fault = { ...unprocessable, kind: /** @type {const} */ ('delay'), delayMs: 0 };
	// n8n's Retry On Fail looks at the first item alone.
	world.emulator.faults.add(fault, unprocessable);
	const files = ['drive-3', 'drive-4'].map((id) => ({
		id,
		name: `${id}.wav`,
		mimeType: 'audio/wav',
	}));
	const { id } = await world.n8n.client.createWorkflow(
		prepare('google-drive-to-captions.json', {
			pinned: { 'New file': files },
			parameters: { 'Transcribe recording': { options: { concurrency: 1 } } },
			instead: { 'Download file': fromDisk(place('drive.wav')), 'Save captions': nothing },
		}),
	);
	const execution = await world.n8n.client.waitForExecution(
		await world.n8n.client.runWorkflow(id, { trigger: 'New file' }),
	);
	expect(reportsOf(execution)).toEqual([
		expect.stringMatching(/^drive-4\.wav: Create job: Verbit refused the call/),
	]);
	expect(itemsOf(execution.data, 'Save captions')).toHaveLength(1);
});

/** n8n's own, where `GENERIC_TIMEZONE` isn't set. */
const N8N_ZONE = 'America/New_York';

describe('folder-of-parts-merged.json', () => {
	const day = new Date(Date.now() - 86_400_000).toLocaleDateString('sv', { timeZone: N8N_ZONE });
	const parts = path.join(home, '.n8n-files/parts');
	const { partOne, partTwo } = recordings;
	const run = async () => {
		const { client } = world.n8n;
		const { id } = await client.createWorkflow(prepare('folder-of-parts-merged.json'));
		return await client.waitForExecution(await client.runWorkflow(id, { trigger: 'Every Night' }));
	};
	beforeEach(() => fs.rmSync(parts, { recursive: true, force: true }));

	test('makes one recording of the parts of yesterday, in their order, and another where one was missing', async () => {
		place(`parts/${day}/${day} part 10.mp3`, partTwo);
		place(`parts/${day}/${day} part 2.mp3`, partOne);
		place('parts/2026-01-01/part 1.mp3', partTwo);
		const { client } = world.n8n;
		const { id } = await client.createWorkflow(prepare('folder-of-parts-merged.json'));
		const night = async () =>
			await client.waitForExecution(await client.runWorkflow(id, { trigger: 'Every Night' }));
		const { first, jobs } = await twice(night);
		expect(jobs).toBe(1);
		const merged = (/** @type {import('../support/n8n/restClient').Execution} */ { data }) => {
			const [{ json }] = itemsOf(data, 'Submit recording');
			const ids = /** @type {string[]} */ (json.asset_ids);
			return { jobId: Number(json.job_id), contents: ids.map((asset) => world.stored(asset)) };
		};
		const { jobId, contents } = merged(first);
		expect(world.emulator.job(jobId)).toMatchObject({ name: `Recording of ${day}` });
		expect(contents).toEqual([partOne, partTwo].map((file) => fs.readFileSync(file)));
		place(`parts/${day}/${day} part 1.mp3`, partTwo);
		const { contents: all } = merged(await night());
		expect(all).toEqual([partTwo, partOne, partTwo].map((file) => fs.readFileSync(file)));
	});

	test.each([
		['without a number beside one with one', ['part 1.mp3', 'intro.mp3']],
		['without a number', ['intro.mp3']],
		['with the same number twice', ['part 1.mp3', 'part 01.mp3']],
		['of two forms', ['part 1.mp3', 'take 2.mp3']],
	])('stops at names %s', async (_what, names) => {
		for (const name of names) place(`parts/${day}/${name}`, partOne);
		expect(problemOf(await run())).toMatch(/^The order of the parts is unclear.*: .*mp3/);
		expect(count('job_new')).toBe(0);
	});

	test('makes no job of a day without parts', async () => {
		expect(problemOf(await run())).toBeUndefined();
		expect(count('job_new')).toBe(0);
	});
});

// n8n's Retry On Fail looks at the first item alone: a later one goes to the error output, and has its turn the next night.
test('s3-inbox.json moves what it has submitted out of the inbox, after a second try too, and leaves what failed to the next night', async () => {
	const store = new LinkServer();
	await store.start();
	const contents = new Map([
		['/inbox/one%20%231.wav', recordings.partOne],
		['/inbox/two.wav', recordings.partTwo],
	]);
	store.answer(({ url }, response) => {
		const file = contents.get(String(url));
		response.writeHead(file === undefined ? 404 : 200, { 'content-type': 'audio/wav' });
		response.end(file && fs.readFileSync(file));
	});
	const accepted = /** @type {const} */ ({ ...unprocessable, kind: 'delay', delayMs: 0 });
	// Both tries of the first item, and of the second.
	world.emulator.faults.add(unprocessable, unprocessable, accepted, unprocessable);
	const { client } = world.n8n;
	const { nodes } = readExample('s3-inbox.json');
	const submit = nodes.find(({ name }) => name === 'Submit recording');
	const options = /** @type {Record<string, unknown>} */ (submit?.parameters?.options);
	const { id } = await client.createWorkflow(
		// One after the other, so that it is certain which of them a fault befalls.
		prepare('s3-inbox.json', {
			pinned: {
				'List recordings': ['one #1', 'two', 'gone'].map((name) => ({
					Key: `inbox/${name}.wav`,
					ETag: `"${name}"`,
				})),
			},
			parameters: { 'Submit recording': { options: { ...options, concurrency: 1 } } },
			instead: {
				// As the note says for large files.
				Download: {
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: {
						url: `=${store.url}/{{ $json.key }}`,
						options: { response: { response: { responseFormat: 'file' } } },
					},
				},
				'Copy to submitted': nothing,
				'Remove from inbox': nothing,
			},
		}),
	);
	const run = async () =>
		await client.waitForExecution(await client.runWorkflow(id, { trigger: 'Every Night' }));
	const moved = (/** @type {import('../support/n8n/restClient').Execution} */ { data }) =>
		itemsOf(data, 'Remove from inbox').map(({ json }) => json.external_id ?? json.file_name);
	const first = await run();
	expect(problemOf(first)).toBeUndefined();
	expect(moved(first)).toEqual(['one #1.wav']);
	expect(reportsOf(first)).toEqual([
		expect.stringMatching(/^gone\.wav: /),
		expect.stringMatching(/^two\.wav: Create job: Verbit refused the call/),
	]);
	// What is still there was submitted before, and is moved, too.
	expect(moved(await run())).toEqual(['inbox/one #1.wav one #1', 'two.wav']);
	expect(moved(await run())).toEqual(['inbox/one #1.wav one #1', 'inbox/two.wav two']);
	await store.stop();
	expect(count('put')).toBe(2);
});

describe('webhook-upload.json', () => {
	const key = { name: 'x-api-key', value: 'opensesame' };

	/** Publishes it, with the key that its callers need. @returns what sends a recording to it */
	async function publish() {
		const { client } = world.n8n;
		const credential = await client.createCredential({
			name: 'Callers',
			type: 'httpHeaderAuth',
			data: key,
		});
		const name = `recordings-${Date.now()}`;
		const example = prepare('webhook-upload.json', {
			parameters: { 'Recording received': { path: name } },
			credentials: { 'Recording received': { httpHeaderAuth: credential } },
		});
		await client.activate(await client.createWorkflow(example));
		const recording = fs.readFileSync(recordings.partOne);
		return async (
			/** @type {string} */ query,
			headers = { [key.name]: key.value },
			/** @type {Buffer | string} */ content = recording,
		) => {
			const body = new FormData();
			const file = typeof content === 'string' ? content : new Blob([new Uint8Array(content)]);
			body.append(
				'data',
				/** @type {any} */ (file),
				...(typeof content === 'string' ? [] : ['lecture.wav']),
			);
			const url = `${world.n8n.url}/webhook/${name}${query}`;
			const response = await fetch(url, {
				method: 'POST',
				headers: { ...headers, connection: 'close' },
				body,
			});
			const { status } = response;
			const answer = status === 403 ? undefined : /** @type {any} */ (await response.json());
			return { status, answer };
		};
	}

	test('returns the job of the recording, once for each ID', async () => {
		const send = await publish();
		const { status, answer } = await send('?id=lecture-42');
		expect({ status, answer }).toEqual({ status: 202, answer: { job_id: expect.any(Number) } });
		expect(world.emulator.job(answer.job_id)).toMatchObject({ name: 'lecture.wav' });
		const again = await send('?id=lecture-42');
		expect(again).toMatchObject({ status: 409, answer: { code: 'EXTERNAL_ID_USED' } });
		for (const [code, query, content] of [
			['EXTERNAL_ID_MISSING', ''],
			['ITEM_WITHOUT_FILES', '?id=lecture-44', 'no file'],
			['FILE_EMPTY', '?id=lecture-45', Buffer.alloc(0)],
		]) {
			const refusal = await send(String(query), undefined, content);
			expect(refusal).toMatchObject({ status: 400, answer: { code } });
		}
		expect(count('job_new')).toBe(1);
	});

	test('refuses a caller without the key, and says what happened when Verbit refused', async () => {
		const send = await publish();
		expect((await send('?id=stranger', { [key.name]: 'guess' })).status).toBe(403);
		expect(count('job_new')).toBe(0);
		world.emulator.faults.add(unprocessable);
		const { status, answer } = await send('?id=lecture-43');
		expect(status).toBe(502);
		expect(answer.error).toContain('Create job: Verbit refused the call (Verbit returned 422');
	});
});

test('upload-form.json submits the file of a colleague who knows the password, once for each title', async () => {
	const { client, url } = world.n8n;
	const login = { user: 'colleague', password: 'opensesame' };
	const credential = await client.createCredential({
		name: 'Colleagues',
		type: 'httpBasicAuth',
		data: login,
	});
	const example = prepare('upload-form.json', {
		credentials: { 'Recording form': { httpBasicAuth: credential } },
	});
	const form = example.nodes.find(({ name }) => name === 'Recording form');
	const workflow = await client.createWorkflow(example);
	await client.activate(workflow);
	/** @returns the status, and the URL of the page that follows */
	const send = async (/** @type {Record<string, string>} */ headers) => {
		const body = new FormData();
		body.append('field-0', new Blob([fs.readFileSync(recordings.partOne)]), 'lecture.wav');
		body.append('field-1', 'Lecture 42');
		const response = await fetch(`${url}/form/${form?.webhookId}`, {
			method: 'POST',
			headers: { connection: 'close', ...headers },
			body,
		});
		const [, next = ''] = /"formWaitingUrl":"([^"]+)"/.exec(await response.text()) ?? [];
		return { status: response.status, next };
	};
	/** The page that n8n shows next. Asked for while the execution still runs, it never comes. @param {{ next: string }} sent */
	const pageAfter = async ({ next }) => {
		const [, id] = /form-waiting\/(\d+)/.exec(next) ?? [];
		await until(
			async () => (await client.request('GET', `/executions/${id}`)).status === 'waiting',
		);
		return await (await fetch(next, { headers: { connection: 'close' } })).text();
	};
	const { user, password } = login;
	const known = { authorization: `Basic ${btoa(`${user}:${password}`)}` };
	expect((await send({})).status).toBe(401);
	expect(await pageAfter(await send(known))).toMatch(/Your recording is job \d+\./);
	expect(count('perform_transcription')).toBe(1);
	const page = await pageAfter(await send(known));
	expect(page).toContain('This title was used before. Go back and enter another.');
	expect(count('job_new')).toBe(1);
	const created = world.emulator.journal.filter(({ operation }) => operation === 'job_new');
	expect(created[0].body).toMatchObject({ job_name: 'Lecture 42' });
});

test('cloud-link-by-url.json streams a temporary URL through, and outputs its transcript', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	const links = new LinkServer();
	await links.start();
	const content = fs.readFileSync(recordings.partOne);
	links.answer((_request, response) => {
		response.writeHead(200, { 'content-length': content.length });
		response.end(content);
	});
	const example = prepare('cloud-link-by-url.json', {
		pinned: { Recording: [{ url: `${links.url}/temporary/talk.wav?token=1` }] },
	});
	const { first, jobs } = await runTwice(example, CLICK);
	await links.stop();
	expect([jobs, links.calls.length]).toEqual([1, 1]);
	const [{ json }] = itemsOf(first.data, 'Transcribe recording');
	expect(json).toMatchObject({ file_name: 'talk.wav', text: expect.stringContaining('Welcome') });
});

/**
 * Publishes an example, and has the emulator call its trigger twice for a job: Verbit may repeat a call.
 * @param {import('./examples').Example} example
 * @param {Partial<Parameters<typeof world.emulator.createJob>[0]>} [job]
 */
async function runOnCompletion(example, job) {
	const { client, url } = world.n8n;
	const created = await client.createWorkflow(example);
	await client.activate(created);
	const jobId = world.emulator.createJob({ profile: 'standard', status: 'Completed', ...job });
	const node = example.nodes.find(({ name }) => name === 'On job finished');
	// Not as the account's URL: a job of an earlier test may end meanwhile, and would start the workflow, too.
	const callback = {
		url: `${url}/webhook/${node?.webhookId}/webhook`,
		...(job?.isDraftReady && { draft_ready: 'true' }),
	};
	const call = async () => await world.emulator.deliverCallback(jobId, callback);
	expect([await call(), await call()]).toEqual(Array(2).fill({ status: 200, answer: 'OK' }));
	const [{ id }, ...others] = await client.listExecutions(created.id);
	expect(others).toEqual([]);
	const execution = await client.waitForExecution(id);
	expect(problemOf(execution)).toBeUndefined();
	await client.deactivate(created.id);
	return { jobId, execution };
}

function refuseCaptions() {
	const body = { ErrorType: 'INVALID_OPTION', ErrorComment: 'No such format' };
	const refusal = { kind: /** @type {const} */ ('status'), status: 400, body };
	world.emulator.faults.add({ where: 'service', operation: 'get_caption', ...refusal });
}

/** @type {Partial<Parameters<typeof world.emulator.createJob>[0]>} */
const FAILED = { status: 'Failure', errors: [{ code: 'no_speech', message: 'Silence' }] };

const FAILED_TEXT = /^Job \d+ \(Lecture\) failed: no_speech\. .*submit the recording again with/;

test.each([
	'captions-to-youtube.json',
	'multi-language-captions.json',
	'segments-to-table.json',
	'store-captions-on-completion.json',
])('%s reports a failed job, and how to submit its recording again', async (fileName) => {
	const { execution } = await runOnCompletion(prepare(fileName), { name: 'Lecture', ...FAILED });
	expect(reportsOf(execution)).toEqual([expect.stringMatching(FAILED_TEXT)]);
	expect(Object.keys(execution.data.resultData.runData)).toHaveLength(3);
});

test('segments-to-table.json saves who said what and when, a row for each segment', async () => {
	const example = prepare('segments-to-table.json');
	const { jobId, execution } = await runOnCompletion(example, { name: 'Lecture' });
	const rows = itemsOf(execution.data, 'Save rows').map(({ json }) => json);
	expect(rows).toHaveLength(6);
	expect(rows[2]).toMatchObject({
		job_id: jobId,
		recording: 'Lecture',
		speaker: 'Speaker 2',
		start: 6.5,
		end: 10.12,
		text: 'Is tea & cake < 5 euros in the café of the naïve?',
	});
	expect(rows[5]).toMatchObject({ speaker: null, text: 'Thank you, and see you next week.' });
});

test('captions-to-youtube.json uploads the captions to the video that the External ID names', async () => {
	const youtube = new LinkServer();
	await youtube.start();
	/** @type {Array<{ method?: string, body: Buffer }>} */
	const received = [];
	youtube.answer(async (request, response) => {
		const chunks = [];
		for await (const chunk of request) chunks.push(chunk);
		received.push({ method: request.method, body: Buffer.concat(chunks) });
		response.writeHead(200, {
			location: `${youtube.url}/upload/1`,
			'content-type': 'application/json',
		});
		response.end('{}');
	});
	const parameters = { url: `${youtube.url}/captions`, authentication: 'none' };
	const example = prepare('captions-to-youtube.json', {
		parameters: { 'Start upload': parameters },
	});
	await runOnCompletion(example, { externalId: 'dQw4w9WgXcQ', language: 'es' });
	await youtube.stop();
	expect(youtube.calls).toEqual(['/captions?uploadType=resumable&part=snippet', '/upload/1']);
	const [start, upload] = received;
	const snippet = { videoId: 'dQw4w9WgXcQ', language: 'es', name: 'Verbit' };
	expect([start.method, JSON.parse(String(start.body))]).toEqual(['POST', { snippet }]);
	expect(upload).toEqual({ method: 'PUT', body: world.emulator.captions('srt') });
});

test('completed-to-slack.json has the status and the transcript in its message', async () => {
	const { nodes } = readExample('completed-to-slack.json');
	const value = nodes.find(({ name }) => name === 'Post message')?.parameters?.text;
	const assignments = [{ id: '1', name: 'text', type: 'string', value }];
	const message = {
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { assignments: { assignments }, options: {} },
	};
	const example = prepare('completed-to-slack.json', { instead: { 'Post message': message } });
	const messageOf = async (/** @type {Parameters<typeof runOnCompletion>[1]} */ job) => {
		const { execution } = await runOnCompletion(example, { name: 'Lecture', ...job });
		return itemsOf(execution.data, 'Post message')[0].json.text;
	};
	expect(await messageOf({})).toMatch(/^Job \d+ \(Lecture\) is completed: Welcome/);
	expect(await messageOf(FAILED)).toMatch(FAILED_TEXT);
	refuseCaptions();
	expect(await messageOf({})).toContain('(Lecture) has no transcript: Get captions for job');
});

test('store-captions-on-completion.json saves the captions in the folder of n8n', async () => {
	fs.mkdirSync(path.join(home, '.n8n-files'), { recursive: true });
	const { jobId } = await runOnCompletion(prepare('store-captions-on-completion.json'));
	const saved = fs.readFileSync(path.join(home, `.n8n-files/${jobId}-completed.srt`), 'utf8');
	expect(saved).toBe(String(world.emulator.captions('srt')));
});

test('store-captions-on-completion.json reports a job whose captions Verbit refuses', async () => {
	refuseCaptions();
	const { jobId, execution } = await runOnCompletion(prepare('store-captions-on-completion.json'));
	const problem = new RegExp(`^Job ${jobId} \\(.*\\) has no captions: .*INVALID_OPTION`);
	expect(reportsOf(execution)).toEqual([expect.stringMatching(problem)]);
});

test('store-captions-on-completion.json saves a draft beside them, once its event is added', async () => {
	const example = prepare('store-captions-on-completion.json', {
		parameters: { 'On job finished': { events: ['completed', 'draftReady'] } },
	});
	const { jobId } = await runOnCompletion(example, { status: 'In Progress', isDraftReady: true });
	expect(fs.readdirSync(path.join(home, '.n8n-files'))).toContain(`${jobId}-draftReady.srt`);
});

test.each([
	['saves the captions in each language', ['es', 'fr'], []],
	[
		'reports a language that Verbit has no captions in',
		['es'],
		[expect.stringMatching(/ in fr: /)],
	],
])('multi-language-captions.json %s', async (_what, translationLanguages, reports) => {
	fs.mkdirSync(path.join(home, '.n8n-files'), { recursive: true });
	const example = prepare('multi-language-captions.json');
	const { jobId, execution } = await runOnCompletion(example, { translationLanguages });
	for (const language of ['original', ...translationLanguages]) {
		const saved = fs.readFileSync(path.join(home, `.n8n-files/${jobId}.${language}.srt`), 'utf8');
		expect(saved).toContain('-->');
	}
	expect(reportsOf(execution)).toEqual(reports);
});

describe('which waits', () => {
	/** Runs an example for a link of its own: each is submitted once. @param {string} fileName @param {import('./examples').Change} [change] */
	async function start(fileName, change) {
		const { client } = world.n8n;
		const url = `https://media.example.com/${randomUUID()}.mp4`;
		const pinned = { Recording: [{ url }] };
		const workflow = await client.createWorkflow(prepare(fileName, { pinned, ...change }));
		const run = async () => await client.runWorkflow(workflow.id, { trigger: CLICK });
		const id = await run();
		const job = await until(() =>
			Object.values(world.emulator.state.data.jobs).find(
				({ media, status }) => media?.mediaUrl === url && status === 'In Progress',
			),
		);
		return {
			job,
			untilWaiting: async () =>
				await until(
					async () => (await client.request('GET', `/executions/${id}`)).status === 'waiting',
				),
			result: async () => await client.waitForExecution(id),
			/** The workflow submits nothing for the same link. */
			expectSkipped: async () => {
				const jobs = count('job_new');
				expect((await client.waitForExecution(await run())).status).toBe('success');
				expect(count('job_new')).toBe(jobs);
			},
		};
	}

	test("wait-for-callback.json waits on after a call about a draft, and gets the job's captions when it has completed", async () => {
		const { job, untilWaiting, result, expectSkipped } = await start('wait-for-callback.json');
		await untilWaiting();
		const checks = count('job_info');
		world.emulator.setJobStatus(job.id, 'In Progress', { isDraftReady: true });
		await until(() => count('job_info') > checks);
		await untilWaiting();
		world.emulator.setJobStatus(job.id, 'Completed');
		const { status, data } = await result();
		expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
		expect(itemsOf(data, 'Get captions')[0].json).toMatchObject({ job_id: job.id });
		const answers = () =>
			world.emulator.journal
				.filter(({ host, jobId }) => host === 'callback' && jobId === job.id)
				.map(({ answer }) => answer);
		expect(await lastRead(async () => answers(), ['OK', 'OK'])).toEqual(['OK', 'OK']);
		await expectSkipped();
	});

	test('wait-for-callback.json fails with the reason where the job has failed', async () => {
		const { job, untilWaiting, result } = await start('wait-for-callback.json');
		await untilWaiting();
		const errors = [{ code: 'no_speech', message: 'Silence' }];
		world.emulator.setJobStatus(job.id, 'Failure', { errors });
		expect(problemOf(await result())).toBe(`Job ${job.id} ended with status Failure: no_speech`);
	});

	test('check-in-a-loop.json checks until the job has completed, and gets its captions', async () => {
		const { job, result, expectSkipped } = await start('check-in-a-loop.json', {
			parameters: { 'Wait 10 minutes': { amount: 1, unit: 'seconds' } },
		});
		await until(() => count('job_info') > 1);
		world.emulator.setJobStatus(job.id, 'Completed');
		const { status, data } = await result();
		expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
		expect(itemsOf(data, 'Get captions')[0].json).toMatchObject({ job_id: job.id });
		await expectSkipped();
	});
});

describe('with a language model', () => {
	const model = new ChatModel();
	beforeAll(async () => await model.start());
	afterAll(async () => await model.stop());

	/** With the credential of a model that a script plays. @param {string} fileName @param {import('./examples').Change} [change] */
	async function prepareWithModel(fileName, change) {
		const credential = await world.n8n.client.createCredential({
			name: 'Chat model',
			type: 'openAiApi',
			data: { apiKey: 'sk-local', url: model.url },
		});
		return prepare(fileName, {
			...change,
			credentials: { 'OpenAI Chat Model': { openAiApi: credential } },
		});
	}

	test('transcript-summary.json brings a recording to its summary', async () => {
		world.emulator.switches.set({ transcriptionSeconds: 0 });
		place('lecture.mp3');
		model.play(({ messages }) => ({
			text: `Summary of: ${/Speaker 1: Welcome .*Speaker 2: Is tea/.test(JSON.stringify(messages))}`,
		}));
		const example = await prepareWithModel('transcript-summary.json');
		const { first, jobs } = await runTwice(example, CLICK);
		expect(jobs).toBe(1);
		expect(itemsOf(first.data, 'Summarize')[0].json.text).toBe('Summary of: true');
	});

	test('agent-questions.json transcribes a URL once, and reads it again by its job ID', async () => {
		world.emulator.switches.set({ transcriptionSeconds: 0 });
		const transcribe = () => ({
			tool: 'Transcribe_recording',
			arguments: { Media_URL: 'https://example.com/lecture.mp4?signature=secret' },
		});
		/** @param {import('../support/chatModel').ChatRequest} request */
		const beginning = (request) => ({
			text: `It begins: ${lastResult(request)[0].text.split('\n')[0]}`,
		});
		let jobId = '';
		model.play(
			transcribe,
			(request) => {
				jobId = String(lastResult(request)[0].job_id);
				return beginning(request);
			},
			transcribe,
			(request) => {
				expect(lastResult(request)[0]).toMatchObject({ skipped: true });
				return { tool: 'Get_captions', arguments: { Job_ID: jobId } };
			},
			beginning,
		);
		const example = await prepareWithModel('agent-questions.json', {
			pinned: {
				'When chat message received': [
					{ sessionId: 'one', chatInput: 'How does https://example.com/lecture.mp4 begin?' },
				],
			},
		});
		const { first, second, jobs } = await runTwice(example, 'When chat message received');
		expect(jobs).toBe(1);
		expect(world.emulator.job(Number(jobId))?.externalId).toBe('https://example.com/lecture.mp4');
		for (const { data } of [first, second]) {
			const [{ json }] = itemsOf(data, 'Answer questions');
			expect(json.output).toBe('It begins: Speaker 1: Welcome to the first lecture of the term.');
		}
	});
});
