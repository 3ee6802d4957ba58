const { randomBytes } = require('node:crypto');
const { file, useLinkServer } = require('./linkServer');
const { continueOnFail, recording, shortenPauses, useWorld } = require('./world');

const world = useWorld();
shortenPauses();
const host = useLinkServer();

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJTM2NyM3QifQ.S3cr3tS1gnature';
const SIGNED = 'https://h/x?X-Amz-Signature=S3cr3t';

const add = async (/** @type {Parameters<typeof world.run>[3]} */ more = {}) =>
	await world.run('asset:add', [{}], { jobId: 7, fileName: 'x' }, more);

/** All fields of a job that Verbit answers so. @param {object} body */
const get = async (body) => {
	world.fault('job_info', { status: 200, body });
	const { items, saved } = await world.run('job:get', [{}], { jobId: 7, simplify: false });
	return { json: items[0].json, saved };
};

/** What must not be in anything that n8n saves or shows. @param {string} saved */
function expectNoSecret(saved) {
	const { apiKey, state } = world.emulator;
	const { accessToken } = world.credential.data;
	// An original API token is exchanged for none.
	const secrets = [apiKey, String(accessToken || apiKey), state.data.tokenSecret];
	const all = [...secrets, 'X-Amz-Signature', 'bearer '];
	expect(all.filter((secret) => saved.includes(secret))).toEqual([]);
}

test('what n8n saves holds no key, no token and no signature', async () => {
	const parameters = { jobId: world.newJob(), mediaSource: 'binary' };
	const { saved, error } = await world.run('media:add', [recording()], parameters);
	expect(error).toBeUndefined();
	expect(world.credential.data.accessToken).not.toBe('');
	expectNoSecret(saved);
});

const quoting = `<Error><Code>X</Code><Message>See ${SIGNED}</Message></Error>`;

test.each([
	['put', { status: 400, body: quoting }],
	['put', { kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:9/' } }],
	['put', { kind: 'stall', times: 9 }],
	['add_asset', { status: 400, body: { ErrorType: 'X', ErrorComment: `at ${SIGNED}` } }],
	['add_asset', { kind: 'dropConnection', times: 9 }],
	['add_asset', { status: 401, body: {}, times: 9 }],
])('what n8n saves when %s fails holds none either: %j', async (operation, fault) => {
	await world.run('asset:add', [{}], { jobId: world.newJob(), fileName: 'x' });
	world.fault(operation, fault);
	const parameters = { jobId: world.newJob(), options: { maxAttempts: 1, stallTimeout: 1 } };
	const { saved, error } = await world.run('asset:upload', [recording()], parameters);
	expect(error).toBeDefined();
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
		[200, 'BAD_API_TOKEN'],
		[400, 'INVALID_QUERY'],
	])('is shown without it: %s %s', async (status, ErrorType) => {
		const body = { ErrorType, ErrorComment: 'The token {token} is not valid' };
		world.fault('add_asset', { status, times: 9, body });
		const [failed, goesOn] = [await add(), await add(continueOnFail)];
		expect(failed.error.message).toContain('The token … is not valid');
		expect(goesOn.items[0].json.error).toContain('The token … is not valid');
		expectNoSecret(`${failed.saved} ${goesOn.saved} ${world.log}`);
	});

	test('is output without it', async () => {
		const body = { external_id: 'key {token}', list: [{ '{token}': '{token}' }] };
		const { json, saved } = await get({ job_status: 'Completed', ...body });
		expect(json).toMatchObject({ external_id: 'key …', list: [{ '…': '…' }] });
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
		const { items, error, saved } = await world.run('job:getCaptions', [{}], all);
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
		const fault = { status: 200, headers, body: '1\n' };
		const { item } = await getCaptions(fault, { captionFormat: 'new' });
		expect(item.json.file_name).toBe('….txt');
	});

	test('in the URL of a redirect do not change where it leads', async () => {
		host.answer(file(Buffer.from('1\n'), { 'content-type': 'text/plain' }));
		const path = `/${world.emulator.apiKey}/x`;
		const headers = { location: `${host.url}${path}` };
		const { error } = await getCaptions({ status: 302, headers });
		expect(error).toBeUndefined();
		expect(host.calls).toEqual([expect.stringContaining(path)]);
	});

	test.each([
		['that has no valid URL', () => 'ftp://h'],
		['that the storage refuses', () => world.emulator.storeUrl],
	])('in a redirect %s are reported without it', async (_what, host) => {
		const location = `${host()}/${world.emulator.apiKey}/x`;
		const { error } = await getCaptions({ status: 302, headers: { location }, times: 9 });
		expect(error?.message).toContain(`${host()}/`);
	});
});

test('a secret of somebody else in a response is removed from a message', async () => {
	const ErrorComment = `The session ${JWT} has ended`;
	world.fault('add_asset', { status: 400, body: { ErrorType: 'INVALID_OPTION', ErrorComment } });
	const { error, saved } = await add();
	expect(error.message).toContain('(The session … has ended)');
	expect(saved).not.toContain('S3cr3t');
});

describe('a signed URL in a field for something else', () => {
	const url = '={{ $json.url }}';
	const byIds = { mergeSource: 'assetIds' };

	test.each([
		['Input Binary Field, twice', 'asset:upload', { binaryPropertyName: `${url}, ${url}` }],
		['the option File Name', 'asset:upload', { options: { fileName: url } }],
		['File Name', 'asset:add', { fileName: url }],
		['File Name of the deprecated upload', 'job:requestUploadUrl', { fileName: url }],
		['Asset IDs', 'media:merge', { ...byIds, assetIds: '={{ [$json.url, 1] }}' }],
		['Job ID, as an item', 'job:get', { jobId: '={{ $json }}' }],
		['Language', 'job:create', { additionalFields: { language: url } }],
	])('is not shown: %s', async (_where, operation, parameters) => {
		const json = { url: SIGNED, upload_url: SIGNED };
		const all = { jobId: world.newJob(), ...parameters };
		const { items, error } = await world.run(operation, [recording(10, 'x.wav', json)], all);
		const outputs = items.map((item) => item.json);
		const shown = JSON.stringify([outputs, error?.message, error?.description, world.log]);
		expect(shown).not.toContain('S3cr3t');
	});

	test('is not shown: External ID, of a job that may exist', async () => {
		world.fault('job_new', { kind: 'dropConnection', times: 4 });
		const parameters = { additionalFields: { externalId: url } };
		const { error } = await world.run('job:create', [{ json: { url: SIGNED } }], parameters);
		expect(error.context.code).toBe('JOB_MAY_EXIST');
		expect(JSON.stringify([error.message, error.description, world.log])).not.toContain('S3cr3t');
	});
});

describe('the key of the credential, entered in a field for something else', () => {
	const key = '={{ $json.key }}';
	const twice = '={{ [$json.key, $json.key] }}';

	/** One for each reader of values. @type {Array<[string, any]>} */
	const FIELDS = [
		['job:get', { jobId: key }],
		['job:get', { jobId: 7, simplify: key }],
		['job:unknown-{{ key }}', { operation: key }],
		['job:create', { additionalFields: { language: key } }],
		['job:create', { additionalFields: { jobMetadata: key } }],
		['job:create', { additionalFields: { jobMetadata: '={{ ({ [$json.key]: {} }) }}' } }],
		['job:create', { additionalFields: { translationLanguages: '={{ [$json.key] }}' } }],
		['job:start', { jobId: 7, options: { callbackUrl: key } }],
		['job:start', { jobId: 7, options: { finishIn: key } }],
		['job:getCaptions', { jobId: 7, outputAs: key }],
		['job:requestUploadUrl', { jobId: 7, fileName: 'x', options: { path: key } }],
		['asset:upload', { jobId: 7, binaryPropertyName: key }],
		['asset:upload', { jobId: 7, options: { contentType: key } }],
		['media:merge', { jobId: 7, mergeSource: 'assetIds', assetIds: twice }],
	];

	test.each(FIELDS)('is not shown: %s with %j', async (operation, parameters) => {
		const { apiKey } = world.emulator;
		const items = [recording(10, 'x.wav', { key: apiKey })];
		for (const more of [{}, continueOnFail]) {
			const { items: outputs, error } = await world.run(operation, items, parameters, more);
			const json = outputs.map((item) => item.json);
			const shown = JSON.stringify([json, error?.message, error?.description, error?.context]);
			expect(shown).toMatch(/got|nothing|operation|twice|once|field|names/);
			expect(`${shown} ${world.log}`).not.toContain(apiKey);
		}
	});
});

/** `test/unit/secrets/secrets.test.js` has the other forms. */
describe.each([
	['in base64', (/** @type {string} */ secret) => Buffer.from(secret).toString('base64')],
	['cut off', (/** @type {string} */ secret) => `${'x '.repeat(143)}${secret}`],
])('a secret that is quoted (%s)', (_form, quote) => {
	const secret = 'aB3/xY+9zQ==kL5m/Nw';

	/** Any part that is long enough to be of use. @param {string} text */
	const expectNone = (text) => {
		expect(text).not.toContain(quote(secret));
		expect(text).not.toContain(secret.slice(0, 8));
	};

	test('is not shown: the signature of an upload URL, by the storage', async () => {
		const uploadUrl = `${world.emulator.storeUrl}/b/k?X-Amz-Signature=${encodeURIComponent(secret)}`;
		const Message = `The signature ${quote(secret)} does not match`;
		const body = `<Error><Code>X</Code><Message>${Message}</Message></Error>`;
		world.fault('put', { status: 403, body });
		const parameters = { jobId: 7, options: { uploadUrl, maxAttempts: 1 } };
		const { error } = await world.run('asset:upload', [recording()], parameters);
		expect(error.message).toContain('403 X');
		expectNone(`${error.message} ${error.description} ${world.log}`);
	});

	test('is not shown: the key, by Verbit', async () => {
		world.emulator.state.data.apiKey = secret;
		world.credential = world.credentialOf({ authentication: 'apiToken', apiKey: secret });
		const body = { ErrorType: 'INVALID_OPTION', ErrorComment: `not valid: ${quote(secret)}` };
		world.fault('add_asset', { status: 400, body });
		const failed = await add();
		expect(failed.error.message).toContain('INVALID_OPTION');
		const own = { external_id: quote(secret), list: [{ [quote(secret)]: 1 }] };
		const { saved } = await get({ job_status: `is ${quote(secret)}`, ...own });
		expectNone(`${failed.saved} ${saved} ${world.log}`);
	});
});

describe('a name of a file', () => {
	test('that holds a signature is sent and shown without it', async () => {
		const items = [recording(10, 'X-Amz-Signature=S3cr3tSignature.mp4')];
		const { items: outputs } = await world.run('asset:upload', items, { jobId: world.newJob() });
		const shown = JSON.stringify([outputs[0].json, world.sent('add_asset'), world.log]);
		expect(shown).not.toContain('S3cr3t');
	});

	test('with which a host quotes the signature of its URL is sent and shown without it', async () => {
		const name = "attachment; filename*=UTF-8''talk-aB3xY9zQ7.mp4";
		host.answer(file(randomBytes(100), { 'content-disposition': name }));
		const sourceUrl = `${host.url}/x?signature=aB3xY9zQ7`;
		const parameters = { jobId: world.newJob(), uploadSource: 'url', sourceUrl };
		const { items } = await world.run('asset:upload', [{}], parameters);
		expect(items[0].json.file_name).toBe('talk-….mp4');
		expect(world.sent('add_asset')).toMatchObject([{ file_name: 'talk-….mp4' }]);
	});
});

describe('a request of another node with this credential', () => {
	const authenticated = async (/** @type {any} */ request) => {
		const credential = world.credentialOf({ authentication: 'apiToken' });
		return await credential.authenticate(credential.data, 'verbitApi', request);
	};

	test.each(['url', 'uri'])('gets the token for its own host alone (%s)', async (name) => {
		const { apiKey, baseUrl } = world.emulator;
		for (const target of [
			'https://example.com/job/info',
			`${baseUrl.replace('127.0.0.1', '127.0.0.1.example.com')}/job/info`,
			`${baseUrl.replace('//', '//user@example.com\\@')}/job/info`,
			baseUrl.replace('http:', 'https:'),
			'//example.com/x',
			'not a url',
		]) {
			await expect(authenticated({ [name]: target })).rejects.toThrow(
				/isn't on a host of the Verbit credential/,
			);
		}
		const relative = { baseURL: baseUrl, [name]: '/job/info' };
		for (const request of [{ [name]: `${baseUrl}/job/info` }, relative]) {
			expect(await authenticated({ ...request, headers: { a: 'b' } })).toEqual({
				...request,
				headers: { a: 'b', Authorization: `ApiToken ${apiKey}` },
				sendCredentialsOnCrossOriginRedirect: false,
			});
		}
	});
});
