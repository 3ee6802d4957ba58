const { file, status, useLinkServer } = require('./linkServer');
const { continueOnFail, randomFile, recording, retryOnFail, useWorld } = require('./world');

/**
 * What a try of the node finds of the tries before it, by Retry On Fail or by Retry in the list of executions: the same work
 * goes on, other work is not mistaken for it. The titles of some name a cell of the table in docs/run-again-safely.md.
 */
const world = useWorld();
const links = useLinkServer();

/** Another text at each evaluation. */
const NOW = '={{ "Talk " + $now.toMillis() + Math.random() }}';

/** The end of a query, signed anew at each evaluation. */
const SIGNED = 'AWSAccessKeyId=A&Expires=4102444800&Signature={{ Math.random() }}';

/** @param {any} [parameters] @param {any[]} [items] @param {object} [more] */
const submission = (parameters = {}, items = [recording()], more = {}) =>
	world.options('recording:submit', items, parameters, more);

/** @param {string} call e.g. `put 200` */
const count = (call) => world.calls().filter((made) => made === call).length;

const parts = () => [1, 2, 3].map((size) => recording(size, `${size}.wav`));

describe('Retry On Fail', () => {
	test.each([
		['several items', parts()],
		['an item', [{ files: Object.fromEntries(parts().map(({ files }, at) => [at, files.data])) }]],
	])('Upload Binary sends only the files of %s again that did not arrive', async (_of, input) => {
		world.fault('put', { kind: 'delay' }, { status: 403 });
		const jobId = world.newJob();
		const parameters = { jobId, binaryPropertyName: '*', options: { concurrency: 1 } };
		const { items } = await world.run('asset:upload', input, parameters, retryOnFail);
		expect(items.map(({ json }) => json.bytes)).toEqual([1, 2, 3]);
		expect([count('put 200'), count('put 403')]).toEqual([3, 1]);
	});

	test('with On Error set to continue leaves it at the error of a later item', async () => {
		world.fault('add_media', { kind: 'delay' }, { status: 422 });
		const parameters = { options: { concurrency: 1 } };
		const more = { ...retryOnFail, ...continueOnFail };
		const items = [recording(), recording()];
		const result = await world.run('recording:submit', items, parameters, more);
		expect(result.items.map(({ json }) => typeof json.error)).toEqual(['undefined', 'string']);
		expect([count('add_media 200'), count('add_media 422')]).toEqual([1, 1]);
	});
});

test('Retry begins anew after a creation in doubt, also where the last try failed before it', async () => {
	const recordingFile = file(Buffer.from('ID3\x04'.padEnd(1000, '\0')));
	links.answer(recordingFile, status(404), recordingFile);
	world.fault('job_new', { kind: 'answerThenDrop' });
	const parameters = {
		...{ mediaSource: 'urlUpload', mediaUrl: `${links.url}/a.mp3` },
		options: { maxAttempts: 1 },
	};
	const nodeSettings = { ...retryOnFail.nodeSettings, maxTries: 2 };
	const options = submission(parameters, [{}], { nodeSettings });
	const failed = await world.failing(world.engine.run(options));
	expect(failed.error.context.code).toBe('URL_REFUSED');
	const [{ json }] = (await world.engine.retry(options, failed)).items;
	expect(json).toMatchObject({ job_id: world.jobIds()[1], transcription_started: true });
});

describe('an expression that gives another value at each try', () => {
	test('in the job name makes no further job', async () => {
		world.fault('perform_transcription', { status: 422 });
		const parameters = { additionalFields: { jobName: NOW } };
		await world.run('recording:submit', [recording()], parameters, retryOnFail);
		expect([world.count('put'), world.count('add_media')]).toEqual([1, 1]);
		expect(world.sent('job_new')).toMatchObject([{ job_name: expect.stringMatching(/^Talk /) }]);
	});

	test('in the External ID leaves the one that the job in doubt can be found by', async () => {
		world.fault('job_new', { kind: 'answerThenDrop', times: 4 });
		const parameters = { externalId: NOW };
		const { items } = await world.run('job:create', [{}], parameters, retryOnFail);
		expect(items[0].json.possible_duplicate).toBe(true);
		expect(new Set(world.sent('job_new').map((body) => body.external_id)).size).toBe(1);
	});

	test('as the media URL, only in its signature, is the same file', async () => {
		world.fault('perform_transcription', { status: 422 });
		const parameters = { mediaSource: 'url', mediaUrl: `=https://h/x.mp4?${SIGNED}` };
		await world.run('recording:submit', [{}], parameters, retryOnFail);
		expect([world.count('job_new'), world.count('add_media')]).toEqual([1, 1]);
	});

	test.each([
		['in its path is not reported as uploaded', '/{{ Math.random() }}.mp3', true],
		['only in its signature is the same file', `/a.mp3?versionId=1&${SIGNED}`, false],
	])('as the source URL, %s', async (_where, path, isOther) => {
		links.answer(file(Buffer.from('a recording\0')));
		world.fault('put', { kind: 'delay' }, { status: 403 });
		const parameters = {
			jobId: world.newJob(),
			uploadSource: 'url',
			sourceUrl: `=${links.url}${path}`,
			options: { concurrency: 1 },
		};
		const run = world.run('asset:upload', [{}, {}], parameters, retryOnFail);
		const { error } = await world.settled(run);
		expect(error?.context.code).toBe(isOther ? 'SOURCE_CHANGED' : undefined);
		expect(world.calls('store')).toEqual(['put 200', 'put 403', ...(isOther ? [] : ['put 200'])]);
	});
});

describe('Retry, after a call that may have arrived', () => {
	const OTHER_CREDENTIAL = {
		nodeSettings: { credentials: { verbitApi: { id: '2', name: 'Other account' } } },
	};

	const files = { data: randomFile(10), second: randomFile(11), third: randomFile(12) };
	const FILE = { mediaSource: 'binary', notesSource: 'binary', backupSource: 'binary' };
	const PARTS = { ...FILE, binaryPropertyName: 'data, second' };
	const URL = { mediaSource: 'url', mediaUrl: 'https://h/first.mp4' };
	const OTHER_URL = { ...URL, mediaUrl: 'https://h/other.mp4' };
	const IDS = { mergeSource: 'assetIds', assetIds: 'first, second' };
	const NOTES = { notesSource: 'url', notesUrl: 'https://h/first.pdf' };
	const ASSET = { backupSource: 'assetId', assetId: 'a' };

	/** The call's response is lost, and its repeats get none. @param {string} call @param {string} operation @param {any} before @param {any} after @param {() => object} [more] of the run, once the first try is over */
	const loseThenRetry = async (call, operation, before, after, more) => {
		const jobId = world.newJob();
		const options = (/** @type {any} */ parameters) =>
			world.options(operation, [{ files }], { jobId, options: { maxAttempts: 1 }, ...parameters });
		const fault = { kind: 'dropConnection', times: 9 };
		const failed = await world.failAt(call, fault, options(before));
		world.emulator.journal.clear();
		return await world.engine.retry({ ...options(after), ...more?.() }, failed);
	};

	test.each([
		['recording:submit', 'a file for a URL', 'add_media', URL, FILE],
		['recording:submit', 'a file less', 'add_media', PARTS, FILE],
		['media:add', 'another URL', 'add_media', URL, OTHER_URL],
		['media:merge', 'another asset', 'add_media', IDS, { ...IDS, assetIds: 'first, third' }],
		['media:addNotes', 'a file for a URL', 'add_notes_attachments', NOTES, FILE],
		['media:addBackupRecording', 'a file for an asset', 'add_backup_record', ASSET, FILE],
	])('%s with %s: nothing is sent', async (operation, _change, call, before, after) => {
		const { error } = await world.failing(loseThenRetry(call, operation, before, after));
		expect(error.context.code).toBe('SOURCE_CHANGED');
		expect(world.calls()).toEqual([]);
	});

	test('media:merge with another file for the one that arrived: the other is not sent before', async () => {
		const merge = (/** @type {string} */ binaryPropertyName) =>
			world.options('media:merge', [{ files }], {
				...{ ...PARTS, jobId, binaryPropertyName },
				options: { maxAttempts: 1, concurrency: 1 },
			});
		const jobId = world.newJob();
		const failed = await world.failAt('put', { status: 403 }, merge('data, second'));
		expect(world.calls('store')).toEqual(['put 403', 'put 200']);
		world.emulator.journal.clear();
		const { error } = await world.failing(world.engine.retry(merge('data, third'), failed));
		expect(error.context.code).toBe('SOURCE_CHANGED');
		expect(world.calls('store')).toEqual([]);
	});

	const atOtherUrl = () => ({
		credential: world.credentialOf({
			baseUrl: world.emulator.baseUrl.replace('127.0.0.1', 'localhost'),
		}),
	});

	const unknownThere = () => {
		world.fault('job_info', { status: 400, body: { ErrorType: 'ITEM_NOT_FOUND' } });
		return OTHER_CREDENTIAL;
	};
	const GOES_ON = ['job_info 200', 'add_media 200', 'perform_transcription 200'];

	test.each([
		[
			'of an account that does not know the job',
			unknownThere,
			'CREDENTIAL_CHANGED',
			['job_info 400'],
		],
		['of a host with a job of that number', atOtherUrl, 'CREDENTIAL_CHANGED', []],
		['of the same account', () => OTHER_CREDENTIAL, undefined, GOES_ON],
	])('with another credential %s', async (_of, change, code, calls) => {
		const retried = loseThenRetry('add_media', 'recording:submit', URL, URL, change);
		const { error } = await world.settled(retried);
		expect([error?.context.code, world.calls()]).toEqual([code, calls]);
	});

	test('with a credential of another account goes on, where nothing was made with the first', async () => {
		const options = submission({ externalId: 'talk-1' });
		const other = { ...options, ...OTHER_CREDENTIAL, ...atOtherUrl() };
		const failed = await world.failAt('job_new', { status: 422 }, options);
		world.fault('put', { status: 403 });
		const second = await world.failing(world.engine.retry(other, failed));
		expect(second.error.context.code).not.toBe('CREDENTIAL_CHANGED');
		const retried = await world.engine.retry(other, second);
		expect(retried.items).toMatchObject([{ json: { transcription_started: true } }]);
	});
});

test('what was attached in one operation is not taken for done in another, to which the node was changed before Retry', async () => {
	world.fault('add_media', { kind: 'delay' }, { status: 422 });
	const items = [1, 2].map(() => recording(10, 'talk.wav', { job: world.newJob() }));
	const parameters = { jobId: '={{ $json.job }}' };
	const failed = await world.runFailing('media:add', items, parameters);
	world.emulator.journal.clear();
	await world.engine.retry(world.options('media:addNotes', items, parameters), failed);
	expect([world.count('put'), world.count('add_notes_attachments')]).toEqual([2, 2]);
});

test.each([
	['not sent again while it can be used', 'add_media', 60_000, 1],
	['sent again when Verbit has deleted it', 'add_media', -60_000, 2],
	['not sent again when it was attached before that', 'perform_transcription', -60_000, 1],
])('for Retry, an upload that was sent is %s', async (_what, refused, lifetimeMs, puts) => {
	const options = submission();
	const failed = await world.failAt(refused, { status: 422 }, options);
	const useBefore = new Date(Date.now() + lifetimeMs).toISOString();
	const [, saved] = /"use_before":"([^"]+)"/.exec(failed.saved) ?? [];
	expect(failed.flattened).toContain(saved);
	const flattened = failed.flattened.replaceAll(`"${saved}"`, `"${useBefore}"`);
	await world.engine.retry(options, { flattened });
	expect(world.count('put')).toBe(puts);
});

const INVALID = { status: 400, body: { ErrorType: 'INVALID_QUERY', ErrorComment: 'No' } };

test.each([
	['canceled', 'put', 'media', { status: 403 }, true, []],
	['canceled', 'put', 'asset', { status: 403 }, true, [INVALID]],
	['canceled', 'add_media', 'media', { kind: 'answerThenDrop', times: 4 }, false, []],
	['deleted', 'put', 'asset', { status: 403 }, true, []],
])(
	'a job that somebody has %s after a failed %s is replaced, once Verbit has refused its %s',
	async (end, call, _what, fault, startTranscription, refusals) => {
		const options = submission({ options: { startTranscription } });
		const failed = await world.failAt(call, fault, options);
		if (end === 'deleted') world.emulator.state.data.jobs = {};
		else world.setStatus(world.jobIds()[0], 'Canceled');
		world.fault('add_asset', ...refusals);
		const refused = await world.failing(world.engine.retry(options, failed));
		expect(refused.error.description).toContain('To submit it again, retry this execution');
		const { items } = await world.engine.retry(options, refused);
		expect(items[0].json.transcription_started).toBe(startTranscription);
		expect(world.count('job_new')).toBe(2);
	},
);

test.each([
	['before its media is added', { mediaSource: 'url', mediaUrl: 'https://h/x.mp4' }, 'add_media'],
	['before its upload', {}, 'put'],
])(
	'a job that somebody has started %s is the one that Retry goes on with',
	async (_, more, call) => {
		for (const externalId of ['', 'talk-1']) {
			const options = submission({ ...more, externalId });
			const status = call === 'put' ? 403 : 429;
			const failed = await world.failAt(call, { status, times: 9 }, options);
			const { job_id: job } = failed.error.context;
			world.setStatus(job, 'In Progress');
			const { items } = await world.engine.retry(options, failed);
			expect(items).toMatchObject([{ json: { job_id: job, transcription_started: true } }]);
		}
		expect(world.count('job_new')).toBe(2);
	},
);

test('another file than the uploaded one is refused, also where somebody has started the job since', async () => {
	const items = [{ files: { a: recording(10).files.data, b: recording(11).files.data } }];
	const of = (/** @type {string} */ binaryPropertyName) =>
		submission({ binaryPropertyName }, items);
	const failed = await world.failAt('add_media', { status: 429, times: 9 }, of('a'));
	world.setStatus(failed.error.context.job_id, 'In Progress');
	const { error } = await world.failing(world.engine.retry(of('b'), failed));
	expect(error.context.code).toBe('SOURCE_CHANGED');
});

test('a job that somebody starts while its media is added is not given up', async () => {
	const parameters = { mediaSource: 'url', mediaUrl: 'https://h/x.mp4' };
	const run = await world.holdAt('add_media', submission(parameters), INVALID);
	world.setStatus(world.jobIds()[0], 'In Progress');
	run.release();
	expect((await run.result).items).toMatchObject([{ json: { transcription_started: true } }]);
	expect(world.count('job_new')).toBe(1);
});

test('a job that one try has given up and the next has started is not paid for again by Retry', async () => {
	const body = { ErrorType: 'MISSING_PARAMETER' };
	world.fault('perform_transcription', { status: 400, body });
	world.fault('put', { kind: 'delay' }, { status: 403, times: 2 });
	const items = [recording(10), recording(11)];
	const options = submission({ options: { concurrency: 1 } }, items, retryOnFail);
	const failed = await world.failing(world.engine.run(options));
	const retried = await world.engine.retry(options, failed);
	expect(retried.items.map(({ json }) => json.transcription_started)).toEqual([true, true]);
	expect(world.count('job_new')).toBe(2);
});

test.each(['$execution.id', '$now', 'new Date()'])(
	'an External ID of %s is another in the next run, which is no way to go on',
	async (part) => {
		world.fault('perform_transcription', { status: 422 });
		const parameters = { externalId: `=Talk {{ ${part} }}` };
		const { error } = await world.runFailing('recording:submit', [recording()], parameters);
		expect(error.description).toContain('retry this execution in the list');
		expect(error.description).not.toContain('run the workflow again');
	},
);

test('a job that could not be recorded under its External ID is, by the Retry', async () => {
	const options = world.options('job:create', [{}], { externalId: 'talk-1' });
	const run = await world.holdAt('job_new', options);
	world.memory.fail();
	run.release();
	const failed = await world.failing(run.result);
	world.memory.mend();
	const [{ json: retried }] = (await world.engine.retry(options, failed)).items;
	const [{ json: next }] = (await world.engine.run(options)).items;
	expect([next.job_id, next.possible_duplicate]).toEqual([retried.job_id, undefined]);
	expect(world.count('job_new')).toBe(1);
});
