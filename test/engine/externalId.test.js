const { BOTH, OPERATIONS, useIdRuns } = require('./idRuns');
const { LONG } = require('./idTime');
const { hintsOf, randomFile, recording, signedUrl } = require('./world');

/** The same External ID is the same job: what each operation does with an ID that was used before. */
const { world, optionsOf } = useIdRuns();

const { memory } = world;

// Verbit completes each job at once.
beforeEach(() => world.set({ transcriptionSeconds: 0 }));

/** @param {Parameters<typeof optionsOf>} how */
const run = async (...how) => await world.engine.run(optionsOf(...how));

/** @param {Parameters<typeof optionsOf>} how */
const runFailing = async (...how) => await world.failing(run(...how));

/** @param {string} call @param {object} fault @param {Parameters<typeof optionsOf>} how */
const failAt = async (call, fault, ...how) => await world.failAt(call, fault, optionsOf(...how));

/** @param {Awaited<ReturnType<typeof run>>} result */
const first = ({ items }) => items[0]?.json ?? {};

const NAMES = /** @type {Array<keyof typeof OPERATIONS>} */ (Object.keys(OPERATIONS));

const refusal = { status: 422, body: { ErrorType: 'INVALID_OPTION', ErrorComment: 'No' } };

const lost = { kind: 'dropConnection', times: 9 };

const count = () => [world.count('job_new'), world.count('perform_transcription')];

const PAIRS = NAMES.flatMap((name) => NAMES.map((before) => [name, before]));

test.each(PAIRS)(
	'%s with Use Its Job goes on with the job that %s made, as often as it is asked',
	async (name, before) => {
		const made = first(await run(before, 'reuse'));
		expect(made.external_id).toBe('talk-1');
		expect(made).not.toHaveProperty('continued');
		for (let again = 0; again < 2; again++) {
			const json = first(await run(name, 'reuse'));
			expect(json).toMatchObject({ job_id: made.job_id, external_id: 'talk-1', continued: true });
			expect(json).not.toHaveProperty('possible_duplicate');
			if (name === 'transcribe') expect(json.text).toEqual(expect.any(String));
			if (name === 'submit') expect(json.transcription_started).toBe(true);
			if (name !== 'create') expect(json.file_name).toMatch(/\.wav$/);
		}
		const isStarted = [name, before].some((/** @type {string} */ one) => one !== 'create');
		expect(count()).toEqual([1, Number(isStarted)]);
		expect(world.count('put')).toBe(Number(isStarted));
	},
);

test('a status that Verbit does not document is unclear only where the job is still to be started', async () => {
	const fault = { status: 200, body: { job_status: 'Archived' } };
	const jobId = first(await run('create', 'reuse')).job_id;
	const known = { job_id: jobId, continued: true };
	world.fault('job_info', fault);
	expect(first(await run('create', 'reuse'))).toMatchObject(known);
	const { error } = await failAt('job_info', fault, 'transcribe', 'reuse');
	expect(error.context.code).toBe('EXTERNAL_ID_UNCLEAR');
	expect(error.message).toContain('status Archived');
	await run('submit', 'reuse');
	world.fault('job_info', fault);
	expect(first(await run('transcribe', 'reuse'))).toMatchObject(known);
});

test('a key that Verbit refuses is nothing to come back for later', async () => {
	await run('submit', 'reuse');
	world.credential = world.credentialOf({ apiKey: 'another-key' });
	const { error } = await runFailing('create', 'reuse');
	expect(error.context.code).toBe('API_KEY_REFUSED');
});

test.each([
	['for another account', (/** @type {any} */ credential) => ({ credential })],
	['in a copy of the node', () => ({ nodeSettings: { id: 'copy' } })],
])('an ID is another one %s', async (_where, change) => {
	await run('create', 'reuse');
	const baseUrl = world.emulator.baseUrl.replace('127.0.0.1', 'localhost');
	const other = await run('create', 'reuse', {}, change(world.credentialOf({ baseUrl })));
	expect(first(other)).not.toHaveProperty('continued');
});

const created = [refusal, lost, refusal, lost, refusal, lost];

test.each([
	['a creation', async () => {}, 'job_new', Array(4).fill(refusal), 1, undefined],
	['an upload', async () => {}, 'put', Array(4).fill({ status: 403 }), 8, undefined],
	['a creation after one that may have arrived', mayCreate, 'job_new', created, 4, true],
	['a creation after a job that was deleted', forget, 'job_new', created, 17, true],
])(
	'a run that fails at %s leaves no more records each time',
	async (_step, before, call, faults, most, flag) => {
		for (const ifUsed of BOTH) {
			memory.reset();
			await before(ifUsed);
			for (const fault of faults) {
				await failAt(call, fault, 'transcribe', ifUsed);
				expect(memory.records().length).toBeLessThanOrEqual(most);
			}
			const json = first(await run('transcribe', ifUsed));
			expect([json.text, json.possible_duplicate]).toEqual([expect.any(String), flag]);
		}
	},
);

/** @param {string} ifUsed */
async function mayCreate(ifUsed) {
	world.fault('job_new', { kind: 'answerThenDrop' });
	await failAt('job_new', lost, 'transcribe', ifUsed);
}

async function forget() {
	await run('submit', 'reuse');
	world.emulator.state.data.jobs = {};
}

describe('an ID names one recording', () => {
	/** @param {Awaited<ReturnType<typeof run>>} result */
	function expectOther({ error }) {
		const context = { code: 'EXTERNAL_ID_OF_OTHER_FILE', job_id: world.jobIds()[0] };
		expect(error.context).toMatchObject(context);
		expect(Math.max(world.count('job_new'), world.count('put'))).toBeLessThanOrEqual(1);
	}

	const ofUrl = (/** @type {string} */ mediaUrl) => ({ items: [{}], mediaSource: 'url', mediaUrl });

	test('also among the items of a run, before anything is sent', async () => {
		const items = [recording(10, 'a.wav'), recording(11, 'a.wav')];
		const { error } = await runFailing('submit', 'reuse', { items });
		expect(error.context.code).toBe('EXTERNAL_ID_OF_OTHER_FILE');
		expect(error.message).toContain('another recording in this run');
		expect(error.context.itemIndex).toBe(1);
		expect(world.emulator.journal).toHaveLength(0);
	});

	test.each([
		['Create Another', 'create', 'talk-1'],
		['IDs of their own', 'reuse', '={{ $json.id }}'],
	])('but a Retry goes on with jobs that were begun with %s', async (_what, ifUsed, externalId) => {
		const items = [10, 11].map((size, id) => recording(size, 'a.wav', { id }));
		world.fault('perform_transcription', { status: 503, times: 8 });
		const failed = await runFailing('submit', ifUsed, { items, externalId });
		world.emulator.faults.clear();
		const retried = await world.engine.retry(optionsOf('submit', 'reuse', { items }), failed);
		expect(retried.items.map(({ json }) => json.job_id)).toEqual(world.jobIds());
		expect(count()[0]).toBe(2);
	});

	test.each(BOTH)(
		'and with %s, one that is wrong takes none with it that is right',
		async (ifUsed) => {
			const right = recording(10, 'a.wav', { name: 'right' });
			await run('submit', 'reuse', { items: [right] });
			const items = [recording(11, 'a.wav'), right];
			const more = { onError: 'continueErrorOutput' };
			const { outputs } = await run('transcribe', ifUsed, { items }, more);
			expect(outputs[0]).toMatchObject([{ json: { job_id: world.jobIds()[0] } }]);
			const details = { code: 'EXTERNAL_ID_OF_OTHER_FILE' };
			expect(outputs[1]).toMatchObject([{ json: { details } }]);
		},
	);

	test.each(BOTH)('with %s', async (ifUsed) => {
		await run('submit', ifUsed, { items: [recording(10, 'a.wav')] });
		expectOther(await runFailing('submit', ifUsed, { items: [recording(11, 'a.wav')] }));
		expectOther(await runFailing('submit', ifUsed, ofUrl('https://h/a.wav')));
		const twoParts = { files: { a: recording().files.data, b: recording().files.data } };
		expectOther(await runFailing('submit', ifUsed, { items: [twoParts], binaryPropertyName: '*' }));
		// Its name may be another one, and Create sends none.
		const again = first(await run('submit', 'reuse', { items: [recording(10, 'b.wav')] }));
		expect(again.continued).toBe(true);
		await run('create', ifUsed);
	});

	test('a URL is the same one when it is signed again, and another one at another address', async () => {
		await run('submit', 'reuse', ofUrl(signedUrl(90_000)));
		expect(first(await run('submit', 'reuse', ofUrl(signedUrl(95_000)))).continued).toBe(true);
		expectOther(await runFailing('submit', 'reuse', ofUrl('https://h/other.mp4')));
	});

	test('a URL that has expired since is needed no more, unless the job lacks its recording', async () => {
		const expired = () => ofUrl(signedUrl(-60));
		const valid = ofUrl(signedUrl(90_000));
		await failAt('add_media', { status: 503, times: 4 }, 'submit', 'reuse', valid);
		const { error } = await runFailing('submit', 'reuse', expired());
		expect(error.context.code).toBe('URL_EXPIRED');
		await run('submit', 'reuse', valid);
		expect(first(await run('submit', 'reuse', expired()))).toMatchObject({ continued: true });
	});
});

describe('an External ID with a part that finds nothing, or with a secret', () => {
	const json = {
		...{ id: 7, blank: '  ', none: null, bad: '#N/A', date: 'Invalid Date' },
		name: 'Stunde null.mp3',
	};

	test.each([
		'={{ $json.id }} {{ $json.missing }}',
		'={{ $json.id }} {{ $json.blank }}',
		'={{ $json.none }}-{{ $json.id }}',
		'={{ $json.bad }}',
		'={{ $json.id }}/{{ $json.date }}',
		'={{ $json.id }} {{ $json }}',
		'- . -',
		'={{ NaN }}',
		'https://bucket.s3.amazonaws.com/my talk.mp4?X-Amz-Date=1&X-Amz-Signature=0123456789abcdef',
		's3://user:a-password@host/talk.mp4',
		`https://proxy/get?url=${encodeURIComponent('https://b.s3.amazonaws.com/x?X-Amz-Signature=0123456789abcdef01&name=x.mp4')}`,
	])('is refused: %s', async (externalId) => {
		const items = [recording(10, 'talk.wav', json)];
		const refusal = "VALUE_INVALID 'External ID'";
		await world.expectRefused(refusal, 'recording:submit', items, { externalId });
	});

	test.each([
		['={{ $json.name }} {{ $json.id }}', 'Stunde null.mp3 7'],
		['=undefined-{{ $json.id }}', 'undefined-7'],
		['={{ 0 }}', '0'],
		['日本語', '日本語'],
		['s3://bucket/talk #1 Why? Because.mp4', 's3://bucket/talk #1 Why? Because.mp4'],
		['ftp://host:21/a@b.mp4', 'ftp://host:21/a@b.mp4'],
		['https://h/x.mp4?auth_key=1700000000-0-0-0123456789abcdef0123456789abcdef', 'https://h/x.mp4'],
		['T 7: https://h/a.mp4?id=7&ex=1&token=Top1SecretOfThisHost', 'T 7: https://h/a.mp4?id=7'],
		['https://h/x.mp4?sig=abc123', expect.stringMatching(/^https:\/\/h\/x\.mp4\?sig=[\da-f]+$/)],
	])('is taken: %s', async (externalId, sent) => {
		await world.run('job:create', [{ json }], { externalId });
		expect(world.sent('job_new')).toMatchObject([{ external_id: sent }]);
	});
});

describe('items of one run that share an ID', () => {
	const items = ['NFD', 'NFC'].map((form) => recording(10, 'x.wav', { id: 'é'.normalize(form) }));
	const externalId = '={{ $json.id }}';

	test('have one job, also where one comes from a Mac, and it is output for each', async () => {
		const result = await run('submit', 'reuse', { items, externalId });
		const [one, two] = result.items;
		expect(result.items).toMatchObject([0, 1].map((item) => ({ pairedItem: [{ item }] })));
		expect(one.json.job_id).toBe(two.json.job_id);
		expect(world.sent('job_new')).toMatchObject([{ external_id: 'é'.normalize('NFD') }]);
		expect(two.json).not.toHaveProperty('continued');
		expect(hintsOf(result)).toEqual([expect.stringContaining('of this run share External ID')]);
		expect(world.count('job_new')).toBe(1);
	});

	test('are skipped but for the first, with Skip', async () => {
		const before = memory.statements;
		const result = await run('transcribe', 'skip', { items, externalId });
		expect(result.items).toMatchObject([{ pairedItem: [{ item: 0 }] }]);
		expect(world.count('job_new')).toBe(1);
		// Who waits asks once a second.
		expect(memory.statements - before).toBeLessThan(120);
	});
});

/** SQL statements of a run. @param {Parameters<typeof optionsOf>} how */
async function statementsOf(...how) {
	const before = memory.statements;
	await run(...how);
	return memory.statements - before;
}

test('Create Another makes a job each time, and looks nothing up, nor after a wait', async () => {
	const before = memory.statements;
	await run('submit', 'create');
	world.set({ transcriptionSeconds: 3600 });
	const options = optionsOf('transcribe', 'create', { options: LONG }, { mode: 'trigger' });
	const waiting = await world.engine.run(options);
	world.setStatus(world.jobIds()[1], 'Completed');
	const { items } = await world.engine.resume(options, waiting, 1);
	expect(items).toMatchObject([{ json: { job_id: world.jobIds()[1], job_status: 'Completed' } }]);
	expect([memory.statements, ...count()]).toEqual([before, 2, 2]);
});

test('a job that is started is output again with fewer statements than it took to submit it', async () => {
	const toSubmit = await statementsOf('transcribe', 'reuse');
	expect(await statementsOf('transcribe', 'reuse')).toBeLessThan(0.8 * toSubmit);
});

test('says that a job is started that others have started since', async () => {
	const attached = { options: { startTranscription: false } };
	const jobId = Number(first(await run('submit', 'reuse', attached)).job_id);
	await world.run('job:start', [{}], { jobId });
	const json = first(await run('submit', 'reuse', attached));
	expect(json).toMatchObject({ job_id: jobId, transcription_started: true, continued: true });
});

test('the names of files that another execution has merged are in the output', async () => {
	const files = { a: randomFile(10, 'a.wav'), b: randomFile(11, 'b.wav') };
	const parts = { items: [{ files }], binaryPropertyName: 'a, b' };
	await run('submit', 'reuse', parts);
	const json = first(await run('submit', 'reuse', parts));
	expect(json).toMatchObject({ continued: true, file_names: ['a.wav', 'b.wav'] });
});

describe('Skip', () => {
	test.each(NAMES)('outputs nothing of what %s has done, and asks Verbit nothing', async (name) => {
		await run(name, 'skip');
		expect(memory.rows.size).toBeLessThanOrEqual(12);
		expect(JSON.stringify([...memory.rows]).length).toBeLessThanOrEqual(3800);
		world.emulator.journal.clear();
		const before = memory.statements;
		const result = await run(name, 'skip');
		expect(memory.statements - before).toBeLessThanOrEqual(3);
		expect(result).toMatchObject({ error: undefined, items: [] });
		expect(hintsOf(result)).toEqual([expect.stringMatching(/^Skipped 1 item that an earlier/)]);
		expect(world.log).toContainEqual(expect.stringContaining('External ID "talk-1"'));
		expect(world.calls()).toEqual([]);
	});

	test('counts a job as done by what each operation is asked for', async () => {
		const { job_id } = first(await run('create', 'skip'));
		expect((await run('create', 'skip')).items).toEqual([]);
		const submitted = first(await run('submit', 'skip'));
		expect(submitted).toMatchObject({ job_id, transcription_started: true, continued: true });
		expect((await run('submit', 'skip')).items).toEqual([]);
		expect(first(await run('transcribe', 'skip')).text).toEqual(expect.any(String));
		for (const name of NAMES) expect((await run(name, 'skip')).items).toEqual([]);
		expect(count()).toEqual([1, 1]);
	});

	test('outputs in Retry what Create had done before another item failed', async () => {
		const items = [5, 6].map((id) => recording(10, 'a.wav', { id }));
		world.fault('job_new', { kind: 'delay' }, refusal);
		const options = optionsOf('create', 'skip', { items, externalId: '={{ $json.id }}' });
		const failed = await world.failing(world.engine.run(options));
		expect((await world.engine.retry(options, failed)).items).toHaveLength(2);
	});

	test('outputs skipped items where it is asked for, paired and in order, with their jobs', async () => {
		const items = [5, 6].map((id) => recording(10, `part ${id}.wav`, { id }));
		const parameters = { items, externalId: '=talk-{{ $json.id }}' };
		const [, { json: six }] = (await run('submit', 'skip', parameters)).items;
		const outputSkipped = '={{ $json.id > 5 }}';
		const { items: output } = await run('submit', 'skip', { ...parameters, outputSkipped });
		const json = { external_id: 'talk-6', skipped: true, job_id: six.job_id };
		expect(output).toEqual([{ json, pairedItem: [{ item: 1 }] }]);
	});
});
