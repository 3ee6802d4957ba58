const { readFileSync } = require('node:fs');
const path = require('node:path');
const { checkout } = require('../support/setup/paths');
const { LONG, SOON } = require('./idTime');
const { continueOnFail, hintsOf, recording, useWorld } = require('./world');

const world = useWorld();

const recordings = (count = 1) =>
	Array.from({ length: count }, (_, index) => recording(100, `${index}.wav`, { lecture: index }));

/** @param {import('n8n-workflow').INodeParameters} [parameters] @param {Partial<import('./engine').RunOptions>} [more] */
const transcription = (parameters = {}, { items = recordings(), ...more } = {}) =>
	world.options('recording:transcribe', items, parameters, { mode: 'trigger', ...more });

/** Runs it with jobs that are finished at once, as the sandbox does it. @param {import('n8n-workflow').INodeParameters} [parameters] @param {Partial<import('./engine').RunOptions>} [more] */
const transcribe = async (parameters = {}, more = {}) => {
	const options = { ...SOON, .../** @type {object} */ (parameters.options) };
	return await world.engine.run(transcription({ ...parameters, options }, more));
};

/** @param {{ items: import('n8n-workflow').INodeExecutionData[] }} result */
const jobsOf = ({ items }) => items.map(({ json }) => Number(json.job_id));

describe('a recording that is transcribed while the node waits', () => {
	test('is submitted, waited for, and becomes text, output as the README shows it', async () => {
		const { items } = await transcribe({ externalId: 'talk' });
		expect(world.steps()).toEqual([
			'job_new 200',
			'add_asset 200',
			'put 200',
			'add_media 200',
			'perform_transcription 200',
			'job_info 200',
			'get_caption 200',
		]);
		const json = { job_status: 'Completed', file_name: '0.wav', caption_format: 'txt' };
		expect(items).toMatchObject([{ json, pairedItem: [{ item: 0 }] }]);
		expect(items[0].json.text).toMatch(/\w+ \w+/);
		const readme = readFileSync(path.join(checkout, 'README.md'), 'utf8');
		const [, sample = '{}'] = /```json\n(\{.*?\})\n```/s.exec(readme) ?? [];
		expect(Object.keys(JSON.parse(sample))).toEqual(Object.keys(items[0].json));
	});

	test('may become a file', async () => {
		const { items } = await transcribe({ outputAs: 'file', captionFormat: 'srt' });
		expect(items[0].json).toMatchObject({ job_id: expect.any(Number), job_status: 'Completed' });
		expect(items[0].json).not.toHaveProperty('text');
		expect(String(await world.fileOf(items[0]))).toContain(' --> ');
	});

	test('is TXT as text, whatever format is left over from a file, with timecodes where an option says so', async () => {
		const options = { timecodeInterval: 30 };
		const parameters = { outputAs: '={{ "text" }}\n', captionFormat: 'docx', options };
		const { items } = await transcribe(parameters);
		expect(items[0].json.caption_format).toBe('txt');
		expect(world.emulator.journal.at(-1)?.query).toMatchObject({ timecode_interval: '30' });
	});

	test('may become segments: who said what, and when, with its text also where nobody speaks', async () => {
		const { items } = await transcribe({ outputAs: 'segments' });
		expect(items[0].json).toMatchObject({
			segments: expect.any(Array),
			speakers: ['Speaker 1', 'Speaker 2'],
			text: expect.stringMatching(/^Speaker 1: /),
		});
		expect(Object.keys(items[0].json).length).toBeLessThanOrEqual(12);
		world.fault('get_caption', { status: 200, body: { segments: [] } });
		const [silent] = (await transcribe({ outputAs: 'segments' })).items;
		expect(silent.json).toMatchObject({ job_status: 'Completed', segments: [], text: '' });
	});

	test('whose transcript has no text that can be read fails, and its External ID is not used up', async () => {
		const body = { segments: [{ tokens: [{ spoken: 'Hi' }] }] };
		world.fault('get_caption', { status: 200, body });
		const parameters = { outputAs: 'segments', externalId: 'talk-1', ifExternalIdUsed: 'skip' };
		const { error } = await world.failing(transcribe(parameters));
		expect(error.message).toContain("isn't a transcript with segments and text");
		const { items } = await transcribe(parameters);
		expect(items).toMatchObject([{ json: { text: expect.stringMatching(/^Speaker 1: /) } }]);
		expect(world.count('job_new')).toBe(1);
	});

	test('shows all that Verbit returned where Simplify is off', async () => {
		const { items } = await transcribe({ simplify: false });
		const uploaded = { bytes: 100, attempts: 1, transcription_started: true };
		const ended = { draft_ready: true, text: expect.any(String) };
		expect(items[0].json).toMatchObject({ ...uploaded, ...ended });
		expect(Object.keys(items[0].json).slice(0, 3)).toEqual(['text', 'file_name', 'job_id']);
	});

	test('has its External ID, whatever Verbit says of it, and an error beside the success, which Simplify keeps', async () => {
		const body = { job_status: 'Completed', language: 'en', external_id: null, error: 'a remark' };
		world.fault('job_info', { status: 200, body });
		const { items } = await transcribe({ externalId: 'talk-1', options: { maxCharacters: 5 } });
		expect(items[0].json.external_id).toBe('talk-1');
		expect(Object.keys(items[0].json)).toEqual([
			...['text', 'file_name', 'job_id', 'external_id', 'job_status', 'language'],
			...['caption_format', 'characters', 'truncated', 'verbit_error'],
		]);
	});
});

describe('a recording that takes long', () => {
	test('is submitted once; its captions come when all jobs have ended, and one that failed is an error', async () => {
		const more = { ...continueOnFail, items: recordings(2) };
		const options = transcription({ options: LONG }, more);
		const first = await world.engine.run(options);
		const [failed, jobId] = jobsOf(first);
		const next_check_at = expect.any(String);
		expect([first.status, first.items[0].json]).toMatchObject(['waiting', { next_check_at }]);
		world.setStatus(failed, 'Failure');
		const second = await world.engine.resume(options, first, 1);
		expect(second.status).toBe('waiting');
		world.setStatus(jobId, 'Completed');
		const last = await world.engine.resume(options, second, 1);
		expect([last.status, last.runs]).toEqual(['success', 1]);
		expect(last.items.map(({ json }) => json)).toMatchObject([
			{ details: { code: 'JOB_FAILED', job_id: failed } },
			{ job_id: jobId, text: expect.any(String) },
		]);
		expect([world.count('job_new'), world.count('get_caption')]).toEqual([2, 1]);
	});

	test('keeps what is saved as large as it was, however often it is checked', async () => {
		const options = transcription({ options: LONG }, { items: recordings(5) });
		const withoutNumbers = (/** @type {string} */ text) => text.replaceAll(/\d+/g, '0');
		const first = await world.engine.run(options);
		for (const jobId of jobsOf(first).slice(1)) world.setStatus(jobId, 'Completed');
		let result = await world.engine.resume(options, await world.engine.resume(options, first));
		const saved = withoutNumbers(result.flattened).length;
		for (let check = 0; check < 6; check++) result = await world.engine.resume(options, result);
		expect(result.status).toBe('waiting');
		expect(withoutNumbers(result.flattened)).toHaveLength(saved);
	});
});

/** Has the submission of each recording take more than a minute. */
function submitSlowly() {
	const { now } = Date;
	const passed = () => world.count('perform_transcription') * 61_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + passed());
}

test('an item that the suspended execution had not begun is not taken for one of another account', async () => {
	const more = { items: recordings(2) };
	const parameters = { externalId: '={{ $json.lecture }}a', options: { ...LONG, concurrency: 1 } };
	const options = transcription(parameters, more);
	submitSlowly();
	const first = await world.engine.run(options);
	expect([first.status, world.count('job_new')]).toEqual(['waiting', 1]);
	world.fault('job_new', { kind: 'dropConnection', times: 9 });
	const failed = await world.failing(world.engine.resume(options, first));
	world.emulator.faults.clear();
	const last = await world.engine.retry(options, failed);
	expect(last.status).toBe('waiting');
	expect(world.jobIds()).toHaveLength(2);
});

test('names no jobs that it waits for where those that are submitted so far are done', async () => {
	submitSlowly();
	const options = { ...LONG, concurrency: 1, finishIn: 0 };
	const first = await world.engine.run(transcription({ options }, { items: recordings(2) }));
	expect([first.status, hintsOf(first)]).toEqual(['waiting', []]);
});

test('what the node says before it waits, it says at the end too', async () => {
	const more = { items: recordings(2) };
	const options = transcription({ externalId: 'same', options: LONG }, more);
	const first = await world.engine.run(options);
	expect(hintsOf(first)).toContainEqual(expect.stringContaining('share External ID "same"'));
	const second = await world.engine.resume(options, first, 1);
	world.setStatus(jobsOf(first)[0], 'Completed');
	const last = await world.engine.resume(options, second, 1);
	expect(hintsOf(last)).toEqual([expect.stringContaining('share External ID "same"')]);
});

test('an item with an External ID and Skip stays skipped at the later checks of a long wait', async () => {
	const ofId = { externalId: '=long-{{ $json.lecture }}', ifExternalIdUsed: 'skip' };
	await transcribe(ofId, { items: recordings(2) });
	const parameters = { ...ofId, options: LONG };
	const options = transcription(parameters, { items: recordings(3) });
	const first = await world.engine.run(options);
	expect(first.items).toHaveLength(1);
	const [jobId] = jobsOf(first);
	world.setStatus(jobId, 'Completed');
	const last = await world.engine.resume(options, first, 1);
	expect(jobsOf(last)).toEqual([jobId]);
	expect(hintsOf(last)).toEqual([expect.stringContaining('Skipped 2 items')]);
	expect(world.count('job_new')).toBe(3);
});
