const { partsIn } = require('../support/readings');
const { randomRecording } = require('../support/recordings/heads');
const { file, status, useLinkServer } = require('./linkServer');
const { continueOnFail, recording, useWorld } = require('./world');

const world = useWorld();
const host = useLinkServer();

const SIGNED = 'https://h/x?X-Amz-Signature=S3cr3t';

const add = async (/** @type {Parameters<typeof world.run>[3]} */ more = {}) =>
	await world.run('asset:add', [{}], { jobId: 7, fileName: 'x' }, more);

/** What must not be in anything that n8n saves or shows. @param {string} saved */
function expectNoSecret(saved) {
	const { apiKey } = world.emulator;
	// An original API token is exchanged for none.
	const token = String(world.credential.data.accessToken || apiKey);
	const all = [apiKey, token, 'X-Amz-Signature', 'bearer '];
	expect(all.filter((secret) => saved.includes(secret))).toEqual([]);
}

test('what n8n saves holds no key, no token and no signature', async () => {
	const { saved } = await world.run('media:add', [recording()], { jobId: world.newJob() });
	expect(world.credential.data.accessToken).not.toBe('');
	expectNoSecret(saved);
});

const quoting = `<Error><Code>X</Code><Message>See ${SIGNED}</Message></Error>`;

test.each([
	['put', { status: 400, body: quoting }],
	['put', { kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:9/' } }],
	['add_asset', { status: 400, body: { ErrorType: 'X', ErrorComment: `at ${SIGNED}` } }],
	['add_asset', { kind: 'dropConnection', times: 9 }],
])('what n8n saves when %s fails holds none either: %j', async (operation, fault) => {
	await world.run('asset:add', [{}], { jobId: world.newJob(), fileName: 'x' });
	world.fault(operation, fault);
	const parameters = { jobId: world.newJob(), options: { maxAttempts: 1 } };
	const { saved } = await world.runFailing('asset:upload', [recording()], parameters);
	expectNoSecret(saved);
});

describe.each([
	['apiToken', 'opaque'],
	['jwt', 'jwt'],
	// What a JWT begins with would be found wherever it comes from.
	['jwt', 'opaque'],
])('a response that quotes the token it was sent: %s (%s)', (authentication, tokenKind) => {
	beforeEach(() => {
		world.set({ tokenKind });
		world.credential = world.credentialOf({ authentication });
	});

	test.each([
		[401, 'BAD_API_TOKEN'],
		[400, 'INVALID_QUERY'],
	])('is shown without it: %s %s', async (status, ErrorType) => {
		const body = { ErrorType, ErrorComment: 'The token {token} is not valid' };
		world.fault('add_asset', { status, times: 9, body });
		const [failed, goesOn] = [await world.failing(add()), await add(continueOnFail)];
		expect(failed.error.message).toContain('The token … is not valid');
		expect(goesOn.items[0].json.error).toContain('The token … is not valid');
		expectNoSecret(`${failed.saved} ${goesOn.saved} ${world.log}`);
	});

	test('is output without it', async () => {
		const body = { external_id: 'key {token}', list: [{ '{token}': '{token}' }] };
		world.fault('job_info', { status: 200, body: { job_status: 'Completed', ...body } });
		const { items, saved } = await world.run('job:get', [{}], { jobId: 7, simplify: false });
		expect(items[0].json).toMatchObject({ external_id: 'key …', list: [{ '…': '…' }] });
		expectNoSecret(saved);
	});
});

describe('captions that quote the token', () => {
	/** @param {object} fault @param {object} [parameters] */
	const getCaptions = async (fault, parameters) => {
		world.credential = world.credentialOf({ authentication: 'apiToken' });
		const jobId = world.jobThatIs('Completed');
		world.fault('get_caption', fault);
		const all = { jobId, captionFormat: 'txt', ...parameters };
		const { items, error, saved } = await world.settled(world.run('job:getCaptions', [{}], all));
		expect(saved).not.toContain(world.emulator.apiKey);
		return { item: items[0], error };
	};

	test.each(['file', 'text'])('are none (%s), nor behind their first part', async (outputAs) => {
		const body = `${'1\n'.repeat(100_000)}The token {token} is not valid`;
		const { error } = await getCaptions({ status: 200, body }, { outputAs });
		expect(error?.message).toContain('a text with the access token instead of the file');
	});

	test('in their encoded name or type are output without it', async () => {
		const { apiKey } = world.emulator;
		const encoded = apiKey.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);
		const headers = {
			'content-disposition': `attachment; filename*=UTF-8''"${encoded}.txt"`,
			'content-type': `text/x-${apiKey}`,
		};
		const file = { status: 200, headers, body: '1\n' };
		const { item } = await getCaptions(file, { captionFormat: 'new' });
		expect(item.json.file_name).toBe('….txt');
	});

	test('in the URL of a redirect do not change where it leads', async () => {
		host.answer(file(Buffer.from('1\n'), { 'content-type': 'text/plain' }));
		const path = `/${world.emulator.apiKey}/x`;
		await getCaptions({ status: 302, headers: { location: `${host.url}${path}` } });
		expect(host.calls).toEqual([expect.stringContaining(path)]);
	});
});

describe('entered in a field for something else', () => {
	const given = '={{ $json.given }}';
	const twice = '={{ [$json.given, $json.given] }}';

	/** @param {string} operation @param {any} parameters @param {string} secret */
	const shownOf = async (operation, parameters, secret) => {
		const inputs = [recording(10, 'x.wav', { given: secret, upload_url: secret })];
		const run = world.run(operation, inputs, { jobId: world.newJob(), ...parameters });
		const { items, error } = await world.settled(run);
		const json = items.map((item) => item.json);
		return JSON.stringify([json, error?.message, error?.description, error?.context]);
	};

	test.each([
		['Input Binary Field, twice', 'asset:upload', { binaryPropertyName: `${given}, ${given}` }],
		['the option File Name', 'asset:upload', { options: { fileName: given } }],
		['File Name', 'asset:add', { fileName: given }],
		['Job ID, as an item', 'job:get', { jobId: '={{ $json }}' }],
		['Language', 'job:create', { additionalFields: { language: given } }],
	])('a signed URL is not shown: %s', async (_where, operation, parameters) => {
		const shown = await shownOf(operation, parameters, SIGNED);
		expect(`${shown} ${world.log}`).not.toContain('S3cr3t');
	});

	/** One for each way of naming a value. @type {Array<[string, any]>} */
	const FIELDS = [
		['job:get', { jobId: given }],
		['job:unknown-{{ key }}', { operation: given }],
		['job:create', { additionalFields: { jobMetadata: '={{ ({ [$json.given]: {} }) }}' } }],
		['job:create', { additionalFields: { translationLanguages: '={{ [$json.given] }}' } }],
		['job:start', { options: { callbackUrl: given } }],
		['asset:upload', { binaryPropertyName: given }],
		['media:merge', { jobId: 7, mergeSource: 'assetIds', assetIds: twice }],
	];

	test.each(FIELDS)('the key of the credential is not shown: %s with %j', async (...field) => {
		const { apiKey } = world.emulator;
		const shown = await shownOf(...field, apiKey);
		expect(shown).toMatch(/got|operation|once|field|names/);
		expect(`${shown} ${world.log}`).not.toContain(apiKey);
	});
});

const FILE_ID = '2f0c9e1a-7b4d-4c8e-9a10-5d6e7f8091a2';

test.each([
	['/x?signature=aB3xY9zQ7', 'talk-aB3xY9zQ7.mp4', 'talk-….mp4'],
	[`/recordings/${FILE_ID}/download`, `${FILE_ID}.mp4`],
	['/x?id=lecture_8f3a2b', 'lecture_8f3a2b.mp4'],
	['/x?key=Lecture_1.mp4', 'Lecture_1.mp4'],
])(
	'a name of a file that is a part of its URL stays, unless it is a signature: %s',
	async (...of) => {
		const [path, name, shown = name] = of;
		const disposition = `attachment; filename=${name}`;
		host.answer(file(randomRecording(100), { 'content-disposition': disposition }));
		const parameters = { jobId: world.newJob(), sourceUrl: host.url + path };
		const { items } = await world.run('asset:upload', [{}], parameters);
		expect(items[0].json.file_name).toBe(shown);
		expect(world.sent('add_asset')).toMatchObject([{ file_name: shown }]);
	},
);

test('a name of captions that is a part of the URL they are at stays', async () => {
	host.answer(file(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello\n')));
	const headers = { location: `${host.url}/${FILE_ID}/x` };
	world.fault('get_caption', { status: 302, headers });
	const jobId = world.jobThatIs('Completed');
	const job = { job_id: jobId, job_name: `Talk ${FILE_ID}` };
	const { items } = await world.run('job:getCaptions', [{ json: job }], { jobId });
	expect(items[0].json.file_name).toBe(`Talk ${FILE_ID}.srt`);
});

const KEY = 'AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

/** `test/unit/secrets/secrets.test.js` has other places, and how it may be quoted. */
describe('a key of a URL', () => {
	/** As Telegram has it. */
	const path = `/file/bot123456:${KEY}/voice/file_1.oga`;
	const inQuery = encodeURIComponent(`https://h/x?b=${KEY}`);

	/** Sees that a run leaves nothing of it but in what the user entered. */
	const expectNone = async (
		/** @type {Parameters<typeof world.run>} */ run,
		/** @type {string} */ said,
	) => {
		const { saved, items, error } = await world.settled(world.run(...run));
		const own = saved.replaceAll(/"[a-z]+Url":"[^"]*"/g, '');
		const json = items.map((/** @type {any} */ item) => item.json);
		const left = JSON.stringify([error?.message, error?.description, json, world.log, own]);
		expect(left).toContain(said);
		expect(partsIn(left, KEY)).toEqual([]);
	};

	test('is shown nowhere, whatever the host quotes from which n8n downloads', async () => {
		const parameters = { sourceUrl: host.url + path, jobId: 7 };
		host.answer(status(403));
		await expectNone(['asset:upload', [{}], parameters], 'Open URL');
		const quoting = file(Buffer.from(KEY));
		host.answer(quoting);
		await expectNone(['asset:upload', [{}], parameters, continueOnFail], 'Open URL');
		parameters.sourceUrl = `${host.url}/start`;
		host.answer(status(302, { location: path }), quoting);
		await expectNone(['asset:upload', [{}], parameters], 'instead of the file');
	});

	test('is shown nowhere, whatever Verbit quotes, which downloads it', async () => {
		const jobId = world.newJob();
		const parameters = { jobId, mediaUrl: `https://files.example${path}` };
		const body = { ErrorType: 'INVALID_URL', ErrorComment: `not valid: ${KEY}` };
		const done = { job_id: jobId, warning: KEY };
		world.fault('add_media', { status: 400, body }, { status: 200, body: done });
		await expectNone(['media:add', [{}], parameters], 'INVALID_URL');
		await expectNone(['media:add', [{}], parameters], 'https://files.example/');
	});

	test.each(['url', 'urlUpload'])('names neither a file nor a job (%s)', async (mediaSource) => {
		host.answer(file(randomRecording(100)));
		const mediaUrl = `${host.url}/get/${encodeURIComponent(inQuery)}`;
		const parameters = { mediaSource, mediaUrl, simplify: false };
		await expectNone(['recording:submit', [{}], parameters], '"transcription_started":true');
		expect(partsIn(JSON.stringify(world.sent('job_new')), KEY)).toEqual([]);
	});
});
