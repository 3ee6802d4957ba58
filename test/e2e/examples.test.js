/**
 * Every example as a user imports it, in an n8n with its own defaults: it may read and write its user's folder
 * `.n8n-files` only. Most run twice in a row, and the second run makes no job. Those that a call of Verbit starts, and those
 * that wait, are in tests of their own: `examplesOnCompletion.test.js`.
 */
const fs = require('node:fs');
const { basename, dirname } = require('node:path');
const { NodeHelpers } = require('n8n-workflow');
const { ChatModel, lastResult } = require('../support/chatModel');
const { itemsOf, ownNode } = require('../support/n8n/workflow');
const { recordings } = require('../support/recordings/recordings');
const {
	CLICK,
	exampleFiles,
	isOfThisPackage,
	outputsOf,
	readExample,
	reportsOf,
	useExamples,
} = require('./examples');

const { world, links, inFiles, importExample, count, problemOf, twice } = useExamples();

/** A file in the folder that n8n may read. @param {string} name @param {string} [recording] its content */
function place(name, recording = recordings.partOne) {
	const file = inFiles(name);
	fs.mkdirSync(dirname(file), { recursive: true });
	fs.copyFileSync(recording, file);
	return file;
}

const refused = { status: 422 };

/** Lets a call pass: n8n's Retry On Fail looks at the first item alone. */
const accepted = { kind: 'delay' };

/** In place of what changes something outside. */
const nothing = ownNode('', 'noOp', 1, {});

/** A request to the host, in place of a storage outside. @param {string} pathAndQuery @param {boolean} [isFile] */
const fromHost = (pathAndQuery, isFile) =>
	ownNode('', 'httpRequest', 4.2, {
		url: `=${links.url}/${pathAndQuery}`,
		options: isFile ? { response: { response: { responseFormat: 'file' } } } : {},
	});

/** What the host holds: files by their paths. @param {Record<string, Buffer | string>} contents */
const host = (contents) =>
	links.answer(({ url = '' }, response) => {
		const content = contents[decodeURIComponent(url.slice(1))];
		if (content === undefined) return void response.writeHead(404).end();
		const type = typeof content === 'string' ? 'application/json' : 'audio/wav';
		response.setHeader('content-type', type).end(content);
	});

/** As its user does it, who wants a recording to be submitted again. @param {string} table @param {unknown} keyValue the job's ID */
async function deleteRow(table, keyValue) {
	const node = ownNode('Delete row', 'dataTable', 1.1, {
		...{ resource: 'row', operation: 'deleteRows', matchType: 'allConditions', options: {} },
		filters: { conditions: [{ keyName: 'job_id', condition: 'eq', keyValue }] },
		dataTableId: { __rl: true, mode: 'name', value: table },
	});
	expect(itemsOf((await world.run(node)).data, 'Delete row')).toHaveLength(1);
}

const [one, two] = [recordings.partOne, recordings.partTwo].map((file) => fs.readFileSync(file));

/** All nodes of n8n. @type {any[]} */
let types;
beforeAll(async () => {
	types = await world.n8n.client.types('nodes');
});

describe.each(exampleFiles())('%s', (fileName) => {
	test('is imported with nodes that n8n knows and parameters that they have', () => {
		const { nodes } = readExample(fileName);
		const unknown = nodes.filter(
			({ type, typeVersion }) =>
				!types.some(({ name, version }) => name === type && [version].flat().includes(typeVersion)),
		);
		expect(unknown.map(({ type, typeVersion }) => `${type} ${typeVersion}`)).toEqual([]);
		for (const own of /** @type {any[]} */ (nodes.filter(isOfThisPackage))) {
			const type = types.find(({ name }) => name === own.type);
			const { properties } = type;
			const { getNodeParameters, getNodeParametersIssues } = NodeHelpers;
			const shown = getNodeParameters(properties, own.parameters, true, false, own, type);
			expect(shown).toMatchObject(own.parameters);
			// n8n marks the node until its user has chosen one.
			const missing = shown?.profile ? { parameters: { profile: [expect.any(String)] } } : null;
			const filled = { ...own, parameters: shown };
			expect(getNodeParametersIssues(properties, filled, type)).toEqual(missing);
		}
	});

	test('says in a note what it is for, and holds nothing of whoever made it', () => {
		const example = readExample(fileName);
		const notes = example.nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		expect(String(notes[0]?.parameters?.content).length).toBeGreaterThan(100);
		const foreign = /"credentials"|"pinData":\{[^}]|127\.0\.0\.1|localhost/;
		expect(JSON.stringify(example)).not.toMatch(foreign);
	});
});

test('nightly-folder.json downloads and submits each recording once, what is complete, and again what its user wants again', async () => {
	/** @type {Record<string, Buffer | string>} */
	const contents = {};
	/** @type {Record<string, object>} */
	const listed = {};
	/** A recording on the server. @param {string} name @param {Buffer} [content] none where it can't be read @param {number} [hours] since it was written */
	const record = (name, content, hours = 5) => {
		const modifyTime = new Date(Date.now() - hours * 3_600_000);
		const size = content?.length ?? 1;
		listed[name] = { type: '-', name, path: `/recordings/${name}`, size, modifyTime };
		if (content) contents[name] = content;
		contents.list = JSON.stringify(Object.values(listed));
	};
	record('REC0001 (100%).mp3', one);
	record('Vorlesung über Öl #2.WAV', two);
	record('still written.mp3', one.subarray(0, 1000), 0);
	record('empty.mp3', Buffer.alloc(0));
	record('locked.mp3');
	record('notes.txt', Buffer.from('No recording'));
	const { run } = await importExample('nightly-folder.json', 'Every night', {
		nodes: {
			'List recordings': fromHost('list'),
			Download: fromHost('{{ encodeURIComponent($json.name) }}', true),
		},
	});
	const night = async () => {
		host(contents);
		world.emulator.journal.clear();
		const execution = await run();
		const jobs = world.emulator.journal.bodiesOf('job_new');
		const [, ...downloaded] = links.calls.map((url) => decodeURIComponent(basename(url)));
		// n8n's HTTP Request node names a file as its URL has it.
		const names = jobs.map((body) => decodeURIComponent(/** @type {any} */ (body).job_name));
		return { execution, submitted: names.sort(), downloaded: downloaded.sort() };
	};
	const failed = [
		expect.stringMatching(/^empty\.mp3: .* is empty\. Check the file where it comes from/),
		expect.stringMatching(/^locked\.mp3: /),
	];
	const first = await night();
	expect(first.submitted).toEqual(['REC0001 (100%).mp3', 'Vorlesung über Öl #2.WAV']);
	expect(reportsOf(first.execution)).toEqual(failed);

	// The second night downloads nothing that was submitted, but a new recording under an old name.
	record('still written.mp3', one);
	record('REC0001 (100%).mp3', two, 4);
	const second = await night();
	const again = ['REC0001 (100%).mp3', 'still written.mp3'];
	expect(second.submitted).toEqual(again);
	expect(second.downloaded).toEqual([again[0], 'empty.mp3', 'locked.mp3', again[1]]);
	expect(reportsOf(second.execution)).toEqual(failed);

	// Verbit failed a job: its user has deleted its row in the table.
	const rows = outputsOf(first.execution, 'Save row');
	const { job_id: jobId } = rows.find(({ recording }) => /Vorl/.test(String(recording))) ?? {};
	world.emulator.setJobStatus(Number(jobId), 'Failure');
	await deleteRow('Submitted recordings', jobId);
	expect((await night()).submitted).toEqual(['Vorlesung über Öl #2.WAV']);
	expect(await night()).toMatchObject({ submitted: [], downloaded: ['empty.mp3', 'locked.mp3'] });
});

test('submit-folder.json goes through a full folder, some at a time, and notes each recording with its job or its problem', async () => {
	const listed = ['a', 'broken', 'c', 'd'].map((id) => ({ id, name: `${id}.wav` }));
	const contents = { list: JSON.stringify(listed), a: one, c: two, d: one };
	const { run } = await importExample('submit-folder.json', CLICK, {
		nodes: { 'List recordings': fromHost('list'), Download: fromHost('{{ $json.id }}', true) },
	});
	const rows = async () => {
		host(contents);
		return outputsOf(await run(), 'Save row');
	};
	const submitted = (/** @type {string} */ recording) =>
		expect.objectContaining({ recording, job_id: expect.any(Number), problem: '' });
	const problem = expect.stringMatching(/^broken\.wav: /);
	const broken = expect.objectContaining({ recording: 'broken', job_id: null, problem });
	const first = await rows();
	expect(first).toEqual([submitted('a'), broken]);
	expect(await rows()).toEqual([submitted('c'), submitted('d')]);
	expect(await rows()).toEqual([]);
	expect(count('job_new')).toBe(3);

	// Verbit failed a job: its user has deleted its row.
	world.emulator.setJobStatus(Number(first[0].job_id), 'Failure');
	await deleteRow('Submitted from Google Drive', first[0].job_id);
	expect(await rows()).toEqual([submitted('a')]);
	expect(count('job_new')).toBe(4);
});

describe('google-drive-to-captions.json', () => {
	const wav = { mimeType: 'audio/wav' };
	const drive = async (/** @type {any[]} */ pinned, changes = {}) => {
		world.emulator.switches.set({ transcriptionSeconds: 0 });
		host({ recording: one });
		const nodes = { 'Download file': fromHost('recording', true), 'Save captions': nothing };
		return await importExample('google-drive-to-captions.json', 'New file', {
			nodes: { ...nodes, ...changes },
			pinned: { 'New file': pinned },
		});
	};

	test('saves the captions of new recordings, and of nothing else', async () => {
		const captions = { id: 'drive-2', name: 'gettysburg.srt', mimeType: 'application/x-subrip' };
		const { run } = await drive([
			{ id: 'drive-1', md5Checksum: '0a1b', name: 'gettysburg.wav', ...wav },
			captions,
		]);
		const { first, jobs } = await twice(run);
		expect(jobs).toBe(1);
		const [{ json, binary }] = itemsOf(first.data, 'Save captions');
		expect(binary?.data.fileName).toBe('gettysburg.srt');
		const job = { name: 'gettysburg.wav', externalId: '0a1b' };
		expect(world.emulator.job(Number(json.job_id))).toMatchObject(job);
	});

	test('reports a recording that Verbit refuses, and goes on with the others', async () => {
		world.fault('job_new', accepted, refused);
		const pinned = ['drive-3', 'drive-4'].map((id) => ({
			...{ id, md5Checksum: id, name: `${id}.wav` },
			...wav,
		}));
		const { run } = await drive(pinned, {
			'Transcribe recording': { parameters: { options: { concurrency: 1 } } },
		});
		const execution = await run();
		expect(reportsOf(execution)).toEqual([
			expect.stringMatching(/^drive-4\.wav: Create job: Verbit refused the call/),
		]);
		expect(itemsOf(execution.data, 'Save captions')).toHaveLength(1);
	});
});

/** n8n's own, where `GENERIC_TIMEZONE` isn't set. */
const N8N_ZONE = 'America/New_York';

describe('folder-of-parts-merged.json', () => {
	const day = new Date(Date.now() - 86_400_000).toLocaleDateString('sv', { timeZone: N8N_ZONE });
	const { partOne, partTwo } = recordings;
	const night = async () => await importExample('folder-of-parts-merged.json', 'Every night');
	beforeEach(() => fs.rmSync(inFiles('parts'), { recursive: true, force: true }));

	test('makes one recording of the parts of yesterday, in their order, and another where one was missing', async () => {
		place(`parts/${day}/${day} part 10.mp3`, partTwo);
		place(`parts/${day}/${day} part 2.mp3`, partOne);
		place('parts/2026-01-01/part 1.mp3', partTwo);
		const { run } = await night();
		const { first, jobs } = await twice(run);
		expect(jobs).toBe(1);
		const merged = (/** @type {import('../support/n8n/restClient').Execution} */ { data }) => {
			const [{ json }] = itemsOf(data, 'Submit recording');
			const ids = /** @type {string[]} */ (json.asset_ids);
			return { jobId: Number(json.job_id), contents: ids.map((asset) => world.stored(asset)) };
		};
		const { jobId, contents } = merged(first);
		expect(world.emulator.job(jobId)).toMatchObject({ name: `Recording of ${day}` });
		expect(contents).toEqual([one, two]);
		place(`parts/${day}/${day} part 1.mp3`, partTwo);
		expect(merged(await run()).contents).toEqual([two, one, two]);
	});

	test.each([
		['without a number beside one with one', ['part 1.mp3', 'intro.mp3']],
		['without a number', ['intro.mp3']],
		['with the same number twice', ['part 1.mp3', 'part 01.mp3']],
		['of two forms', ['part 1.mp3', 'take 2.mp3']],
	])('stops at names %s', async (_what, names) => {
		for (const name of names) place(`parts/${day}/${name}`, partOne);
		const { begin } = await night();
		const execution = await world.ended(await begin());
		expect(problemOf(execution)).toMatch(/^The order of the parts is unclear.*: .*mp3/);
		expect(count('job_new')).toBe(0);
	});

	test('makes no job of a day without parts', async () => {
		const { run } = await night();
		await run();
		expect(count('job_new')).toBe(0);
	});
});

// A later item whose try failed goes to the error output, and has its turn the next night.
test('s3-inbox.json moves what it has submitted out of the inbox, after a second try too, and leaves what failed to the next night', async () => {
	host({ 'inbox/one #1.wav': one, 'inbox/two.wav': two });
	// Both tries of the first item, and of the second.
	world.fault('job_new', refused, refused, accepted, refused);
	const { nodes } = readExample('s3-inbox.json');
	const submit = nodes.find(({ name }) => name === 'Submit recording');
	const { options } = /** @type {any} */ (submit?.parameters);
	const keys = ['one #1', 'two', 'gone'].map((name) => ({
		Key: `inbox/${name}.wav`,
		ETag: `"${name}"`,
	}));
	const { run } = await importExample('s3-inbox.json', 'Every night', {
		pinned: { 'List recordings': keys },
		nodes: {
			// One after the other, so that it is certain which of them a fault befalls.
			'Submit recording': { parameters: { options: { ...options, concurrency: 1 } } },
			// As the note says for large files.
			Download: fromHost('{{ $json.key }}', true),
			'Copy to submitted': nothing,
			'Remove from inbox': nothing,
		},
	});
	const moved = (/** @type {import('../support/n8n/restClient').Execution} */ { data }) =>
		itemsOf(data, 'Remove from inbox').map(({ json }) => json.job_id);
	const first = await run();
	expect(moved(first)).toEqual([expect.any(Number)]);
	expect(reportsOf(first)).toEqual([
		expect.stringMatching(/^gone\.wav: /),
		expect.stringMatching(/^two\.wav: Create job: Verbit refused the call/),
	]);
	// What is still there has a job, and is moved with it.
	const second = moved(await run());
	expect(second).toEqual([...moved(first), expect.any(Number)]);
	expect(moved(await run())).toEqual(second);
	expect(count('put')).toBe(2);
});

/** @param {string} type @param {Record<string, unknown>} data */
const credentialOf = async (type, data) => ({
	[type]: await world.n8n.client.createCredential({ name: type, type, data }),
});

describe('webhook-upload.json', () => {
	const key = { name: 'x-api-key', value: 'opensesame' };

	/** Publishes it, with the key that its callers need. @returns what sends a recording to it */
	async function publish() {
		const path = `recordings-${Date.now()}`;
		const { created } = await importExample('webhook-upload.json', '', {
			nodes: {
				'Recording received': {
					parameters: { path },
					credentials: await credentialOf('httpHeaderAuth', key),
				},
			},
		});
		await world.n8n.client.activate(created);
		return async (
			/** @type {string} */ query,
			/** @type {Buffer | null} */ file = one,
			value = key.value,
		) => {
			const body = new FormData();
			if (file === null) body.append('data', 'no file');
			else body.append('data', new Blob([new Uint8Array(file)]), 'lecture.wav');
			const headers = { [key.name]: value, connection: 'close' };
			const url = `${world.n8n.url}/webhook/${path}${query}`;
			const response = await fetch(url, { method: 'POST', headers, body });
			const { status } = response;
			return { status, answer: status === 403 ? {} : /** @type {any} */ (await response.json()) };
		};
	}

	test('returns the job of the recording, once for each ID', async () => {
		const send = await publish();
		const { status, answer } = await send('?id=lecture-42');
		expect({ status, answer }).toEqual({ status: 202, answer: { job_id: expect.any(Number) } });
		expect(world.emulator.job(answer.job_id)).toMatchObject({ name: 'lecture.wav' });
		expect(await send('?id=lecture-42')).toEqual({ status, answer });
		/** @type {Array<[number, string, string, Buffer | null]>} */
		const refused = [
			[409, 'EXTERNAL_ID_OF_OTHER_FILE', '?id=lecture-42', two],
			[400, 'VALUE_INVALID', '', one],
			[400, 'ITEM_WITHOUT_FILES', '?id=lecture-44', null],
			[400, 'FILE_INVALID', '?id=lecture-45', Buffer.alloc(0)],
			[400, 'NOT_A_RECORDING', '?id=lecture-46', Buffer.from('%PDF-1.7')],
		];
		for (const [expected, code, query, file] of refused)
			expect(await send(query, file)).toMatchObject({ status: expected, answer: { code } });
		expect(count('job_new')).toBe(1);
	});

	test('refuses a caller without the key, and says what happened when Verbit refused', async () => {
		const send = await publish();
		expect((await send('?id=stranger', one, 'guess')).status).toBe(403);
		expect(count('job_new')).toBe(0);
		world.fault('job_new', refused);
		const { status, answer } = await send('?id=lecture-43');
		expect(status).toBe(502);
		expect(answer.error).toContain('Create job: Verbit refused the call (Verbit returned 422');
	});
});

test('upload-form.json submits the file of a colleague who knows the password, one recording for each title', async () => {
	const { client, url } = world.n8n;
	const [user, password] = ['colleague', 'opensesame'];
	const { created } = await importExample('upload-form.json', '', {
		nodes: {
			'Recording form': { credentials: await credentialOf('httpBasicAuth', { user, password }) },
		},
	});
	const form = created.nodes.find((/** @type {any} */ { name }) => name === 'Recording form');
	await client.activate(created);
	const send = async (/** @type {Record<string, string>} */ known, recording = one) => {
		const body = new FormData();
		body.append('field-0', new Blob([new Uint8Array(recording)]), 'lecture.wav');
		body.append('field-1', 'Lecture 42');
		const headers = { connection: 'close', ...known };
		return await fetch(`${url}/form/${form.webhookId}`, { method: 'POST', headers, body });
	};
	/** The page that n8n shows next. Asked for while the execution still runs, it never comes. */
	const pageAfter = async (/** @type {Response} */ sent) => {
		const [, next = ''] = /"formWaitingUrl":"([^"]+)"/.exec(await sent.text()) ?? [];
		const [, id] = /form-waiting\/(\d+)/.exec(next) ?? [];
		await client.untilStatus(id);
		return await (await fetch(next, { headers: { connection: 'close' } })).text();
	};
	const known = { authorization: `Basic ${btoa(`${user}:${password}`)}` };
	expect((await send({})).status).toBe(401);
	const shown = async (recording = one) => await pageAfter(await send(known, recording));
	const [job] = /Your recording is job \d+\./.exec(await shown()) ?? [];
	expect(await shown()).toContain(job);
	expect(count('perform_transcription')).toBe(1);
	expect(await shown(two)).toContain(
		'Another recording has this title. Go back and enter another.',
	);
	const [body, ...others] = world.emulator.journal.bodiesOf('job_new');
	expect([body, others]).toMatchObject([{ job_name: 'Lecture 42' }, []]);
});

test('cloud-link-by-url.json streams a temporary URL through, and outputs its transcript', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 0 });
	host({ 'temporary/talk.wav?token=1': one });
	const pinned = { Recording: [{ url: `${links.url}/temporary/talk.wav?token=1` }] };
	const { run } = await importExample('cloud-link-by-url.json', CLICK, { pinned });
	const { first, jobs } = await twice(run);
	expect([jobs, links.calls.length]).toEqual([1, 1]);
	const [{ json }] = itemsOf(first.data, 'Transcribe recording');
	expect(json).toMatchObject({ file_name: 'talk.wav', text: expect.stringContaining('Welcome') });
});

describe('with a language model', () => {
	const model = new ChatModel();
	beforeAll(async () => await model.start());
	beforeEach(() => world.emulator.switches.set({ transcriptionSeconds: 0 }));
	afterAll(async () => await model.stop());

	/** @param {string} fileName @param {string} trigger @param {Record<string, any[]>} [pinned] */
	async function runTwice(fileName, trigger, pinned) {
		const credentials = await model.credentials(world.n8n.client);
		const nodes = { 'OpenAI Chat Model': { credentials } };
		return await twice((await importExample(fileName, trigger, { nodes, pinned })).run);
	}

	test('transcript-summary.json brings a recording to its summary', async () => {
		place('lecture.mp3');
		model.play(({ messages }) => ({
			text: `Summary of: ${/Speaker 1: Welcome .*Speaker 2: Is tea/.test(JSON.stringify(messages))}`,
		}));
		const { first, jobs } = await runTwice('transcript-summary.json', CLICK);
		expect(jobs).toBe(1);
		expect(itemsOf(first.data, 'Summarize')[0].json.text).toBe('Summary of: true');
	});

	test('agent-questions.json transcribes a URL once, and reads it again by its job ID', async () => {
		const url = 'https://example.com/lecture.mp4';
		const transcribe = () => ({
			tool: 'Transcribe_recording',
			arguments: { Media_URL: `${url}?signature=${'secret'.repeat(4)}` },
		});
		const beginning = (/** @type {import('../support/chatModel').ChatRequest} */ request) => ({
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
				expect(lastResult(request)[0]).toMatchObject({ job_id: Number(jobId) });
				return { tool: 'Get_captions', arguments: { Job_ID: jobId } };
			},
			beginning,
		);
		const chat = 'When chat message received';
		const { first, second, jobs } = await runTwice('agent-questions.json', chat, {
			[chat]: [{ sessionId: 'one', chatInput: `How does ${url} begin?` }],
		});
		expect(jobs).toBe(1);
		expect(world.emulator.job(Number(jobId))?.externalId).toBe(url);
		for (const { data } of [first, second]) {
			const [{ json }] = itemsOf(data, 'Answer questions');
			expect(json.output).toBe('It begins: Speaker 1: Welcome to the first lecture of the term.');
		}
	});
});
