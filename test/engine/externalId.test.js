const fc = require('../support/fastCheck');
const { SOON } = require('./idTime');
const {
	continueOnFail,
	hintsOf,
	randomFile,
	recording,
	retryOnFail,
	signedUrl,
	useWorld,
} = require('./world');

/** The same External ID is the same job: what each operation does with an ID that was used before. */
const world = useWorld();

const { memory } = world;

// Verbit completes each job at once.
beforeEach(() => world.set({ transcriptionSeconds: 0 }));

/** @typedef {'reuse' | 'skip' | 'create'} IfUsed */
const BOTH = /** @type {IfUsed[]} */ (['reuse', 'skip']);

/** How an operation is run with an External ID, by its name. */
const OPERATIONS = /** @type {const} */ ({
	create: 'job:create',
	submit: 'recording:submit',
	transcribe: 'recording:transcribe',
});

/**
 * @param {keyof typeof OPERATIONS} name
 * @param {IfUsed} ifExternalIdUsed
 * @param {any} [more] parameters, and `items`
 * @param {object} [run]
 */
function optionsOf(name, ifExternalIdUsed, { items = [recording()], ...more } = {}, run = {}) {
	const options = { maxAttempts: 1, ...(name === 'transcribe' && SOON), ...more.options };
	for (const [option, value] of Object.entries(options))
		if (value === undefined) delete options[option];
	const parameters = { externalId: 'talk-1', ifExternalIdUsed, ...more, options };
	return world.options(OPERATIONS[name], items, parameters, run);
}

/** @param {Parameters<typeof optionsOf>} how */
const run = async (...how) => await world.engine.run(optionsOf(...how));

/** @param {Parameters<typeof optionsOf>} how */
const runFailing = async (...how) => await world.failing(run(...how));

/** @param {string} call @param {object} fault @param {Parameters<typeof optionsOf>} how */
const failAt = async (call, fault, ...how) => await world.failAt(call, fault, optionsOf(...how));

/** @param {Awaited<ReturnType<typeof run>>} result */
const first = ({ items }) => items[0]?.json ?? {};

const NAMES = /** @type {Array<keyof typeof OPERATIONS>} */ (Object.keys(OPERATIONS));

/** @param {string} id */
const jobOf = (id) => world.jobIds().find((job) => world.jobs[job].externalId === id);

const refusal = { status: 422, body: { ErrorType: 'INVALID_OPTION', ErrorComment: 'No' } };

const lost = { kind: 'dropConnection', times: 9 };

const count = () => [world.count('job_new'), world.count('perform_transcription')];

test.each(
	/** @type {const} */ ([
		['create', 'create'],
		['create', 'transcribe'],
		['submit', 'create'],
		['submit', 'submit'],
		['transcribe', 'create'],
		['transcribe', 'submit'],
	]),
)(
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
	const jobId = first(await run('create', 'reuse')).job_id;
	const fault = { status: 200, body: { job_status: 'Archived' } };
	world.fault('job_info', fault);
	expect(first(await run('create', 'reuse'))).toMatchObject({ job_id: jobId, continued: true });
	const { error } = await failAt('job_info', fault, 'transcribe', 'reuse');
	expect(error.context.code).toBe('EXTERNAL_ID_UNCLEAR');
	expect(error.message).toContain('status Archived');
});

describe.each(/** @type {const} */ (['create', 'transcribe']))('%s with Use Its Job', (name) => {
	test('makes another job where the first one failed, and none where two did', async () => {
		for (let time = 0; time < 2; time++) {
			const json = first(await run('submit', 'reuse'));
			expect(json).not.toHaveProperty('continued');
			expect(json).not.toHaveProperty('possible_duplicate');
			world.setStatus(Number(json.job_id), 'Failure');
		}
		const { error } = await runFailing(name, 'reuse');
		expect(error.context).toMatchObject({
			code: 'RECORDING_FAILED_TWICE',
			job_id: world.jobIds()[1],
		});
		expect(error.message).toContain(`jobs ${world.jobIds().join(' and ')}`);
		expect(await run(name, 'skip')).toMatchObject({ error: undefined, items: [] });
		expect(world.count('job_new')).toBe(2);
		const another = first(await run(name, 'create'));
		expect(another).toMatchObject({ job_id: world.jobIds()[2], external_id: 'talk-1' });
	});

	test.each([
		['can’t be asked', lost],
		['answers for another job', { status: 200, body: { job_id: 1, job_status: 'Completed' } }],
	])('decides nothing where Verbit %s, and the run after it decides', async (_what, fault) => {
		const jobId = first(await run('submit', 'reuse')).job_id;
		const { error } = await failAt('job_info', fault, name, 'reuse');
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_UNCLEAR', job_id: jobId });
		expect(first(await run(name, 'reuse'))).toMatchObject({ job_id: jobId, continued: true });
		expect(world.count('job_new')).toBe(1);
	});

	test('goes on with a started job whose status Verbit does not document', async () => {
		const jobId = first(await run('submit', 'reuse')).job_id;
		world.fault('job_info', { status: 200, body: { job_status: 'Awaiting Approval' } });
		expect(first(await run(name, 'reuse'))).toMatchObject({ job_id: jobId, continued: true });
		expect(world.count('job_new')).toBe(1);
	});

	test('is nothing to come back for later where Verbit refuses the key', async () => {
		await run('submit', 'reuse');
		world.credential = world.credentialOf({ apiKey: 'another-key' });
		const { error } = await runFailing(name, 'reuse');
		expect(error.context.code).toBe('API_KEY_REFUSED');
	});

	test('is the same for one account alone', async () => {
		await run(name, 'reuse');
		const baseUrl = world.emulator.baseUrl.replace('127.0.0.1', 'localhost');
		const credential = world.credentialOf({ baseUrl });
		expect(first(await run(name, 'reuse', {}, { credential }))).not.toHaveProperty('continued');
	});

	test('is another in a copy of the node', async () => {
		await run(name, 'reuse');
		const copy = { nodeSettings: { id: 'copy' } };
		expect(first(await run(name, 'reuse', {}, copy))).not.toHaveProperty('continued');
	});
});

describe('a run that fails', () => {
	test.each([
		['the creation', 'job_new', refusal, { continued: undefined }],
		['the upload', 'put', { status: 403 }, { continued: true }],
		['the attachment, which Verbit refuses', 'add_media', refusal, { continued: undefined }],
		['the start, which Verbit refuses', 'perform_transcription', refusal, { continued: undefined }],
		['the start, which is lost', 'perform_transcription', lost, { continued: true }],
	])('at %s leaves the ID to the next one', async (_step, call, fault, flags) => {
		await failAt(call, fault, 'submit', 'reuse');
		const json = first(await run('submit', 'reuse'));
		expect(json.continued).toBe(flags.continued);
		expect(json).not.toHaveProperty('possible_duplicate');
		expect(json.transcription_started).toBe(true);
		const made = world.emulator.journal.filter(
			({ operation, status }) => operation === 'job_new' && Number(status) < 300,
		);
		const isAnother = flags.continued === undefined && call !== 'job_new';
		expect(made).toHaveLength(isAnother ? 2 : 1);
	});

	test('goes on with its own job on Retry On Fail', async () => {
		world.fault('perform_transcription', { status: 503, times: 4 });
		const json = first(await run('submit', 'reuse', {}, retryOnFail));
		expect(json).not.toHaveProperty('continued');
		expect(count()).toEqual([1, 5]);
	});

	test('in each try of Retry On Fail is continued by the next run, as the error of the item says', async () => {
		world.fault('put', { status: 403, times: 3 });
		const tries = { ...retryOnFail, ...continueOnFail };
		const { details } = /** @type {any} */ (first(await run('submit', 'reuse', {}, tries)));
		expect(details.description).toContain(
			`continue with job ${details.job_id} (no media yet), run`,
		);
		expect(first(await run('submit', 'reuse'))).toMatchObject({ job_id: details.job_id });
	});

	test.each(BOTH)('each time leaves no more records, with %s', async (ifUsed) => {
		for (const [call, fault, most] of /** @type {any[]} */ ([
			['job_new', { status: 422 }, 1],
			['put', { status: 403 }, 8],
		])) {
			for (let time = 0; time < 4; time++) {
				await failAt(call, fault, 'transcribe', ifUsed);
				expect(memory.records().length).toBeLessThanOrEqual(most);
			}
		}
		expect(first(await run('transcribe', ifUsed)).text).toBeDefined();
		expect(count()).toEqual([5, 1]);
	});
});

describe.each(BOTH)('each failed creation leaves no more events, with %s', (ifUsed) => {
	async function expectNoMoreEvents() {
		/** @type {number[]} */
		const events = [];
		for (const fault of [refusal, lost, refusal, lost, refusal]) {
			await failAt('job_new', fault, 'transcribe', ifUsed);
			events.push(memory.records().filter((name) => /^\d+$/.test(name)).length);
		}
		expect(events).toEqual(events.map(() => events[0]));
		expect(first(await run('transcribe', ifUsed))).toMatchObject({ possible_duplicate: true });
	}

	test('after one that may have arrived', async () => {
		world.fault('job_new', { kind: 'answerThenDrop' });
		await failAt('job_new', lost, 'transcribe', ifUsed);
		await expectNoMoreEvents();
	});

	test('after a job that was deleted', async () => {
		await run('submit', 'reuse');
		world.emulator.state.data.jobs = {};
		await expectNoMoreEvents();
	});
});

describe('an ID names one recording', () => {
	/** @param {Awaited<ReturnType<typeof run>>} result @param {number} [place] of the job */
	function expectOther({ error }, place = 0) {
		const context = { code: 'EXTERNAL_ID_OF_OTHER_FILE', job_id: world.jobIds()[place] };
		expect(error.context).toMatchObject(context);
		expect(Math.max(world.count('job_new'), world.count('put'))).toBeLessThanOrEqual(place + 1);
	}

	const ofUrl = (/** @type {string} */ mediaUrl, mediaSource = 'url') => ({
		items: [{}],
		mediaSource,
		mediaUrl,
	});

	test.each(BOTH)('with %s', async (ifUsed) => {
		await run('submit', ifUsed, { items: [recording(10, 'a.wav')] });
		expectOther(await runFailing('submit', ifUsed, { items: [recording(11, 'a.wav')] }));
		expectOther(await runFailing('transcribe', ifUsed, { items: [recording(11, 'a.wav')] }));
		expectOther(await runFailing('submit', ifUsed, ofUrl('https://h/a.wav')));
		const twoParts = { files: { a: recording().files.data, b: recording().files.data } };
		expectOther(await runFailing('submit', ifUsed, { items: [twoParts], binaryPropertyName: '*' }));
		// Its name may be another one, and Create sends none.
		expect(first(await run('submit', 'reuse', { items: [recording(10, 'b.wav')] }))).toMatchObject({
			continued: true,
		});
		await run('create', ifUsed);
	});

	test('a URL is the same one when it is signed again, and another one at another address', async () => {
		await run('submit', 'reuse', ofUrl(signedUrl(90_000)));
		expect(first(await run('submit', 'reuse', ofUrl(signedUrl(95_000))))).toMatchObject({
			continued: true,
		});
		expectOther(await runFailing('submit', 'reuse', ofUrl('https://h/other.mp4')));
	});

	test.each(BOTH)('a short key may name the recording: with %s', async (ifUsed) => {
		const call = async (/** @type {string} */ key) =>
			await run('submit', ifUsed, ofUrl(`https://h/download?token=${key}`));
		await call('rec-1001');
		expectOther(await world.failing(call('rec-1002')));
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

	test('an ID with a URL is the same ID when it is signed again, and its signature is not sent', async () => {
		const asId = (/** @type {string} */ url) => ({ ...ofUrl(url), externalId: `Talk 7: ${url}` });
		for (const end of [1, 2]) {
			const query = `id=7&ex=${end}&token=Top${end}SecretOfThisHost`;
			await run('submit', 'reuse', asId(`https://cdn.example.com/a.mp4?${query}`));
		}
		const external_id = 'Talk 7: https://cdn.example.com/a.mp4?id=7';
		expect(world.sent('job_new')).toMatchObject([{ external_id }]);
		await run('submit', 'reuse', asId('https://cdn.example.com/a.mp4?id=8'));
		expect(world.count('job_new')).toBe(2);
	});

	test('URLs are two IDs where their queries name two files', async () => {
		const signed = 'Expires=99999999999&Signature=ab&Key-Pair-Id=K';
		for (const query of ['key=a/1.mp4', 'key=a/2.mp4', `id=1&${signed}`, `id=2&${signed}`]) {
			const externalId = `https://h.example/get?${query}`;
			await run('submit', 'reuse', { ...ofUrl(externalId), externalId });
		}
		expect(world.count('job_new')).toBe(4);
	});

	test('another one may come after a job that failed', async () => {
		const { job_id } = first(await run('submit', 'reuse', { items: [recording(10)] }));
		world.setStatus(Number(job_id), 'Failure');
		const json = first(await run('submit', 'reuse', { items: [recording(11)] }));
		expect(json.job_id).toBe(world.jobIds()[1]);
		expectOther(await runFailing('submit', 'reuse', { items: [recording(10)] }), 1);
	});

	test('whatever comes in, the job is of a recording that is the same', async () => {
		const sources = fc.constantFrom(
			...[10, 11].map((size) => ({ of: `size ${size}`, more: { items: [recording(size)] } })),
			...['a', 'b'].map((name) => ({ of: name, more: ofUrl(`https://h/${name}.mp4`) })),
		);
		const step = fc.record({
			source: sources,
			operation: fc.constantFrom(/** @type {const} */ ('submit'), 'transcribe'),
			ifUsed: fc.constantFrom(...BOTH),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async (steps) => {
				memory.reset();
				/** @type {Map<unknown, string>} */
				const recordings = new Map();
				for (const { source, operation, ifUsed } of steps) {
					const result = await world.settled(run(operation, ifUsed, source.more));
					if (result.error !== undefined) {
						expect(result.error.context.code).toBe('EXTERNAL_ID_OF_OTHER_FILE');
						expect([...recordings.values()]).not.toContain(source.of);
						continue;
					}
					for (const { json } of result.items) {
						expect(recordings.get(json.job_id) ?? source.of).toBe(source.of);
						recordings.set(json.job_id, source.of);
					}
				}
				expect(recordings.size).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 10 },
		);
	});
});

describe('an External ID with a part that finds nothing, or with a secret', () => {
	const json = {
		id: 7,
		blank: '  ',
		none: null,
		name: 'Stunde null.mp3',
		bad: '#N/A',
		date: 'Invalid Date',
	};

	test.each([
		'={{ $json.blank }}',
		'={{ $json.id }} {{ $json.missing }}',
		'={{ $json.id }} {{ $json.blank }}',
		'={{ $json.none }}-{{ $json.id }}',
		'={{ $json.bad }}',
		'={{ $json.id }}/{{ $json.date }}',
		'={{ $json }}',
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
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }],
			[{ item: 1 }],
		]);
		expect(one.json.job_id).toBe(two.json.job_id);
		expect(world.sent('job_new')).toMatchObject([{ external_id: 'é'.normalize('NFD') }]);
		expect(two.json).not.toHaveProperty('continued');
		expect(hintsOf(result)).toEqual([
			expect.stringContaining('Items of this run share External ID'),
		]);
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

	test('of which the first fails: the second is submitted', async () => {
		world.fault('job_new', refusal);
		const result = await run('submit', 'reuse', { items, externalId }, continueOnFail);
		expect(result.items).toMatchObject([
			{ json: { error: expect.any(String) } },
			{ json: { transcription_started: true } },
		]);
	});
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
		expect(memory.bytes()).toBeLessThanOrEqual(4096);
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

	test.each(
		/** @type {const} */ ([
			['create', 'job_new'],
			['submit', 'perform_transcription'],
		]),
	)('outputs in a retry what %s had done before another item failed', async (name, call) => {
		const items = [5, 6].map((id) => recording(10, 'a.wav', { id }));
		const parameters = { externalId: '={{ $json.id }}', ifExternalIdUsed: 'skip' };
		const refused = { status: 400, body: { ErrorType: 'INVALID_OPTION' } };
		for (const how of ['Retry', 'Retry On Fail']) {
			memory.reset();
			world.fault(call, { kind: 'delay' }, refused);
			const more = how === 'Retry' ? {} : retryOnFail;
			const options = world.options(OPERATIONS[name], items, parameters, more);
			const first = await world.settled(world.engine.run(options));
			if (how === 'Retry') expect(first.error.description).not.toContain('run the workflow again');
			const last = how === 'Retry' ? await world.engine.retry(options, first) : first;
			expect(last).toMatchObject({ error: undefined, items: [{}, {}] });
		}
	});

	test('outputs skipped items where it is asked for, paired and in order, with their jobs', async () => {
		const items = [5, 6].map((id) => recording(10, `part ${id}.wav`, { id }));
		const parameters = { items, externalId: '=talk-{{ $json.id }}' };
		await run('submit', 'skip', parameters);
		const outputSkipped = '={{ $json.id > 5 }}';
		const result = await run('submit', 'skip', { ...parameters, outputSkipped });
		expect(result.items).toEqual([
			{
				json: { external_id: 'talk-6', skipped: true, job_id: jobOf('talk-6') },
				pairedItem: [{ item: 1 }],
			},
		]);
	});

	test('names up to five items in its hint', async () => {
		const items = Array.from({ length: 7 }, (_, index) =>
			recording(10, `part ${index}.wav`, { index }),
		);
		const parameters = { items, externalId: '=hint-{{ $json.index }}' };
		await run('submit', 'skip', parameters);
		const [hint] = hintsOf(await run('submit', 'skip', parameters));
		expect(hint).toContain('"part 0.wav" with External ID "hint-0"');
		expect(hint).toMatch(/"hint-4"[^"]* and 2 more\. To get a result again, set/);
		expect(hint).not.toContain('part 5.wav');
	});

	test('submits again what failed in Transcribe, once, and outputs the others in any case', async () => {
		world.set({ transcriptionSeconds: 3600 });
		const items = ['ok', 'silent'].map((id) => recording(10, `${id}.wav`, { id }));
		const options = { finishIn: undefined, timeoutHours: 0.05, pollInterval: 1 };
		const parameters = { items, externalId: '={{ $json.id }}', options };
		for (const started of [2, 3]) {
			const ending = run('transcribe', 'skip', parameters);
			await world.until(() => world.count('perform_transcription') === started);
			for (const [id, { externalId }] of Object.entries(world.jobs))
				world.setStatus(Number(id), externalId === 'silent' ? 'Failure' : 'Completed');
			expect((await world.failing(ending)).error.context.code).toBe('JOB_FAILED');
		}
		const third = await run('transcribe', 'skip', parameters);
		expect(third.items).toMatchObject([
			{ json: { file_name: 'ok.wav', text: expect.any(String) } },
		]);
		expect(hintsOf(third)).toContainEqual(expect.stringContaining('failed or were stopped twice'));
		expect(world.count('job_new')).toBe(3);
	});
});

test('an AI agent is told of a skipped item', async () => {
	const parameters = { externalId: 'talk-1', ifExternalIdUsed: 'skip' };
	const call = async () => await world.runAsTool('job:create', parameters);
	const { job_id } = (await call()).json;
	expect((await call()).json).toEqual({ external_id: 'talk-1', skipped: true, job_id });
	expect([world.count('job_new'), world.jobIds()]).toEqual([1, [job_id]]);
});

test('many executions at once create and start one job for each of their External IDs', async () => {
	for (const ifUsed of BOTH) {
		const items = Array.from({ length: 20 }, (_, id) => ({ json: { id: `${ifUsed}-${id}` } }));
		const parameters = {
			items,
			externalId: '={{ $json.id }}',
			mediaSource: 'url',
			mediaUrl: 'https://media.example.com/talk.mp4',
			options: { concurrency: 8 },
		};
		world.emulator.journal.clear();
		const results = await Promise.all([1, 2, 3].map(() => run('submit', ifUsed, parameters)));
		expect(results.flatMap(({ error }) => error?.message ?? [])).toEqual([]);
		const output = results.flatMap((result) => result.items);
		expect(output).toHaveLength(ifUsed === 'reuse' ? 60 : 20);
		expect(new Set(output.map(({ json }) => json.job_id)).size).toBe(20);
		expect(count()).toEqual([20, 20]);
	}
});
