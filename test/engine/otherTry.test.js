const { file, LinkServer } = require('./linkServer');
const { randomFile, useWorld } = require('./world');

/** What a try of the node finds of the tries before it: the same work goes on, other work is not mistaken for it. */
const world = useWorld();

const profile = { __rl: true, mode: 'name', value: 'standard' };
const retryOnFail = { nodeSettings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } };

/** Another text at each evaluation. */
const NOW = '={{ "Talk " + $now.toMillis() + Math.random() }}';

/** The end of a query, signed anew at each evaluation. */
const SIGNED = '&AWSAccessKeyId=A&Expires=4102444800&Signature={{ Math.random() }}';

/** @param {string} operation @param {number} [times] */
const refuse = (operation, times = 1) =>
	world.emulator.faults.add({ where: 'service', operation, kind: 'status', status: 422, times });

/** @param {string} operation @param {number} [times] */
const loseAnswers = (operation, times = 1) =>
	world.emulator.faults.add({ where: 'service', operation, kind: 'answerThenDrop', times });

describe('An expression that gives another value at each try', () => {
	test('in the job name makes no further job', async () => {
		refuse('perform_transcription', 2);
		const items = [{ files: { data: randomFile(10) } }];
		const parameters = { profile, additionalFields: { jobName: NOW } };
		const { error } = await world.run('recording:submit', items, parameters, retryOnFail);
		expect(error).toBeUndefined();
		expect([world.count('job_new'), world.count('put'), world.count('add_media')]).toEqual([
			1, 1, 1,
		]);
	});

	test.each(['={{ $now }}', '={{ new Date() }}'])(
		'in a job name that is a date makes no further job: %s',
		async (jobName) => {
			refuse('perform_transcription', 2);
			const items = [{ files: { data: randomFile(10) } }];
			const { error } = await world.run(
				'recording:submit',
				items,
				{ profile, additionalFields: { jobName } },
				retryOnFail,
			);
			expect(error).toBeUndefined();
			const created = world.emulator.journal.filter(({ operation }) => operation === 'job_new');
			expect(created.map(({ body }) => /** @type {any} */ (body).job_name)).toEqual([
				expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
			]);
		},
	);

	test('takes no doubt away from a creation without an external ID', async () => {
		loseAnswers('job_new');
		const { error } = await world.run(
			'job:create',
			[{}],
			{ profile, additionalFields: { jobName: NOW } },
			retryOnFail,
		);
		expect(world.count('job_new')).toBe(1);
		expect(error.context).toMatchObject({ code: 'JOB_MAY_EXIST' });
	});

	test('in the external ID leaves the one that the job in doubt can be found by', async () => {
		loseAnswers('job_new', 4);
		const parameters = { profile, additionalFields: { externalId: NOW } };
		const { items } = await world.run('job:create', [{}], parameters, retryOnFail);
		expect(items[0].json.possible_duplicate).toBe(true);
		const sent = world.emulator.journal.filter(({ operation }) => operation === 'job_new');
		expect(new Set(sent.map(({ body }) => /** @type {any} */ (body).external_id)).size).toBe(1);
	});

	test('in the callback URL of a start is not taken for a job that somebody else has started', async () => {
		const jobId = world.newJob();
		await world.run('media:add', [{}], { jobId, mediaUrl: 'https://h/x.mp4' });
		loseAnswers('perform_transcription', 4);
		const options = { callbackUrl: '={{ "https://h/" + $now.toMillis() + Math.random() }}' };
		const { items, error } = await world.run('job:start', [{}], { jobId, options }, retryOnFail);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ job_id: jobId, confirmed_by_repeat: true });
	});
});

describe('A link that is another one at the next try', () => {
	test('is not reported as attached when the first one was', async () => {
		refuse('perform_transcription');
		const mediaUrl = '={{ "https://h/" + Math.random() + ".mp4" }}';
		const parameters = { profile, mediaSource: 'url', mediaUrl };
		const { error } = await world.run('recording:submit', [{}], parameters, retryOnFail);
		expect(error.context).toMatchObject({ code: 'SOURCE_CHANGED', job_id: expect.any(Number) });
		expect(world.count('job_new')).toBe(1);
		expect(world.count('perform_transcription')).toBe(1);
	});

	test('is the same one where only its signature is new', async () => {
		refuse('perform_transcription');
		const mediaUrl =
			'={{ "https://h/x.mp4?AWSAccessKeyId=A&Expires=4102444800&Signature=" + Math.random() }}';
		const parameters = { profile, mediaSource: 'url', mediaUrl };
		const { error } = await world.run('recording:submit', [{}], parameters, retryOnFail);
		expect(error).toBeUndefined();
		expect(world.count('add_media')).toBe(1);
	});
});

describe('A source URL that is another one at the next try', () => {
	const links = new LinkServer();
	beforeAll(async () => {
		await links.start();
		links.answer(file(Buffer.from('a recording')));
	});
	afterAll(async () => await links.stop());

	/** Uploads two files, of which the second is refused in the first try. @param {string} path with an expression */
	const upload = async (path) => {
		const where = /** @type {const} */ ('store');
		world.emulator.faults.add({ where, kind: 'delay' }, { where, kind: 'status', status: 403 });
		const parameters = {
			jobId: world.newJob(),
			uploadSource: 'url',
			sourceUrl: `=${links.url}${path}`,
			options: { concurrency: 1 },
		};
		return await world.run('asset:upload', [{}, {}], parameters, retryOnFail);
	};

	const FIRST_TRY = ['put 200', 'put 403'];

	test.each([
		['in its path', '/{{ Math.random() }}.mp3'],
		['in its version, whatever its signature', `/a.mp3?versionId={{ Math.random() }}${SIGNED}`],
	])('%s is not reported as uploaded', async (_where, path) => {
		const { error } = await upload(path);
		expect(error.context).toMatchObject({ code: 'SOURCE_CHANGED' });
		expect(world.calls('store')).toEqual(FIRST_TRY);
	});

	test('only in its signature is the same file', async () => {
		const { error } = await upload(`/a.mp3?versionId=1${SIGNED}`);
		expect(error).toBeUndefined();
		expect(world.calls('store')).toEqual([...FIRST_TRY, 'put 200']);
	});
});

describe('Other media at Retry, after the first was attached or may have been', () => {
	const URL = { mediaSource: 'url', mediaUrl: 'https://h/first.mp4' };
	const FILE = { binaryPropertyName: 'data' };
	const FILES = { binaryPropertyName: 'data, second, third' };
	const PARTS = { binaryPropertyName: 'data, second' };
	const MEDIA_FILE = { mediaSource: 'binary' };
	const NOTES = { notesSource: 'binary' };
	const MORE_NOTES = { ...NOTES, ...PARTS };
	const BACKUP_FILE = { backupSource: 'binary' };
	const ASSET = { backupSource: 'assetId', assetId: 'a' };

	/** The call's response is lost, and its repeats get none. @param {string} call @param {string} operation @param {object} before @param {object} after */
	const retry = async (call, operation, before, after) => {
		loseAnswers(call);
		world.emulator.faults.add({
			where: 'service',
			operation: call,
			kind: 'dropConnection',
			times: 3,
		});
		const [resource, name] = operation.split(':');
		/** @param {object} parameters */
		const optionsOf = (parameters) => ({
			items,
			credential: world.credential,
			parameters: { resource, operation: name, profile, jobId, ...parameters },
		});
		const jobId = world.newJob();
		const files = { data: randomFile(10), second: randomFile(11), third: randomFile(12) };
		const items = [{ files }];
		const failed = await world.engine.run(optionsOf(before));
		expect(failed.error).toBeDefined();
		world.emulator.faults.clear();
		world.emulator.journal.clear();
		return await world.engine.retry(optionsOf(after), failed);
	};

	test.each([
		['recording:submit', 'a file for a URL', 'add_media', URL, FILE],
		['recording:submit', 'a URL for a file', 'add_media', FILE, URL],
		['recording:submit', 'a second file', 'add_media', FILE, PARTS],
		['recording:submit', 'a file less', 'add_media', PARTS, FILE],
		['media:add', 'a file for a URL', 'add_media', URL, MEDIA_FILE],
		['media:add', 'a URL for a file', 'add_media', MEDIA_FILE, URL],
		['media:merge', 'a third file', 'add_media', PARTS, FILES],
		['media:addNotes', 'a second file', 'add_notes_attachments', NOTES, MORE_NOTES],
		['media:addBackupRecording', 'a file for an asset', 'add_backup_record', ASSET, BACKUP_FILE],
		['media:addBackupRecording', 'an asset for a file', 'add_backup_record', BACKUP_FILE, ASSET],
	])(
		'is not reported as attached, and nothing is sent: %s with %s',
		async (operation, _change, call, before, after) => {
			const { error } = await retry(call, operation, before, after);
			expect(error.context).toMatchObject({ code: 'SOURCE_CHANGED' });
			expect(world.calls()).toEqual([]);
		},
	);

	test('is refused with the job that has the first, and without a word of adding media to it', async () => {
		const { error } = await retry('perform_transcription', 'recording:submit', URL, FILE);
		const { job_id: jobId } = error.context;
		expect(error.description).toContain(`job ${jobId} (not started)`);
		expect(error.description).not.toContain('Add Media');
	});
});

test('a job of another account is not taken for this one: the credential changed between two tries', async () => {
	refuse('put');
	world.emulator.faults.add({ where: 'store', kind: 'status', status: 403, times: 3 });
	const items = [{ files: { data: randomFile(10) } }];
	const first = world.credential;
	const other = world.credentialOf({
		baseUrl: `${world.emulator.baseUrl.replace('127.0.0.1', 'localhost')}`,
	});
	let reads = 0;
	// n8n reads the credential anew at each try.
	const credential = new Proxy(first, {
		get: (target, name) => {
			if (name !== 'getDecrypted') return Reflect.get(target, name);
			const from = world.count('put') > 0 ? other : target;
			reads++;
			return from.getDecrypted.bind(from);
		},
	});
	const { error } = await world.run(
		'recording:submit',
		items,
		{ profile },
		{ ...retryOnFail, credential },
	);
	expect(reads).toBeGreaterThan(0);
	expect(error.context).toMatchObject({ code: 'CREDENTIAL_CHANGED', job_id: expect.any(Number) });
	expect(world.count('job_new')).toBe(1);
});

test('Retry with another credential sends nothing, although its host is the same', async () => {
	world.emulator.faults.add({ where: 'store', kind: 'status', status: 403 });
	const options = {
		items: [{ files: { data: randomFile(10) } }],
		parameters: { resource: 'recording', operation: 'submit', profile },
		credential: world.credential,
	};
	const failed = await world.engine.run(options);
	world.emulator.journal.clear();
	const credentials = { verbitApi: { id: '2', name: 'Other account' } };
	const retried = await world.engine.retry({ ...options, nodeSettings: { credentials } }, failed);
	expect(retried.error.context).toMatchObject({
		code: 'CREDENTIAL_CHANGED',
		job_id: expect.any(Number),
	});
	const { job_id: jobId } = retried.error.context;
	expect(retried.error.description).toContain(`job ${jobId} (no media yet)`);
	expect(world.calls()).toEqual([]);
});

test('what was attached in one operation is not taken for done in another, to which the node was changed before Retry', async () => {
	const where = /** @type {const} */ ('service');
	world.emulator.faults.add({ where, operation: 'add_media', kind: 'delay' });
	refuse('add_media');
	const jobs = [world.newJob(), world.newJob()];
	const items = jobs.map((job) => ({ json: { job }, files: { data: randomFile(10) } }));
	/** @param {string} operation @param {object} more */
	const options = (operation, more) => ({
		items,
		credential: world.credential,
		parameters: { resource: 'media', operation, jobId: '={{ $json.job }}', ...more },
	});
	const failed = await world.engine.run(options('add', { mediaSource: 'binary' }));
	world.emulator.journal.clear();
	const asNotes = options('addNotes', { notesSource: 'binary' });
	const retried = await world.engine.retry(asNotes, failed);
	expect(retried.error).toBeUndefined();
	expect([world.count('put'), world.count('add_notes_attachments')]).toEqual([2, 2]);
});

describe('What is kept for the next try', () => {
	/** @param {string} saved */
	const contextOf = (saved) => JSON.parse(saved).executionData.contextData;

	test('is nothing for what can be done again', async () => {
		const items = Array.from({ length: 50 }, () => ({ json: { job: world.newJob() } }));
		const { saved } = await world.run('job:get', items, { jobId: '={{ $json.job }}' });
		expect(Object.values(contextOf(saved)['node:Verbit'] ?? {})).toEqual([]);
	});

	test('is nothing for what was refused for certain', async () => {
		refuse('job_new');
		const { saved } = await world.run('job:create', [{}], { profile });
		expect(Object.values(contextOf(saved)['node:Verbit'] ?? {})).toEqual([]);
	});
});

describe('Retry of an upload that was sent', () => {
	/** @param {string} refused what the first execution ends with @param {number} lifetimeMs of the uploaded file, for that execution */
	const retryAfter = async (refused, lifetimeMs) => {
		refuse(refused);
		const options = {
			items: [{ files: { data: randomFile(10) } }],
			parameters: { resource: 'recording', operation: 'submit', profile },
			credential: world.credential,
		};
		const failed = await world.engine.run(options);
		expect(failed.error).toBeDefined();
		const useBefore = new Date(Date.now() + lifetimeMs).toISOString();
		const [, saved] = /"use_before":"([^"]+)"/.exec(failed.saved) ?? [];
		expect(failed.flattened).toContain(saved);
		const flattened = failed.flattened.replaceAll(`"${saved}"`, `"${useBefore}"`);
		const { error } = await world.engine.retry(options, { ...failed, flattened });
		expect(error).toBeUndefined();
		return world.count('put');
	};

	test.each([
		['not sent again while it can be used', 'add_media', 60_000, 1],
		['sent again when Verbit has deleted it', 'add_media', -60_000, 2],
		['not sent again when it was attached before that', 'perform_transcription', -60_000, 1],
	])('is %s', async (_what, refused, lifetimeMs, puts) => {
		expect(await retryAfter(refused, lifetimeMs)).toBe(puts);
	});
});
