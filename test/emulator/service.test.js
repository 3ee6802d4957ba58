const { once } = require('node:events');
const http = require('node:http');
const { put, useEmulator } = require('../support/emulatorClient');
const { until } = require('../support/until');

const client = useEmulator();
const HOUR = 3_600_000;
const LINK = { media_url: 'https://example.com/a' };
const NOTES = { notes_attachment_url: 'https://example.com/slides.pdf' };

/** @param {import('../support/emulatorClient').Reply} reply */
const outcome = ({ status, json }) => `${status} ${json?.ErrorType}`;

const info = async () => (await client.call('GET /job/info')).json;

/** @param {object} [body] */
const start = async (body) => await client.call('POST /job/perform_transcription', body);

test('a job goes from its creation to its captions, and job/info returns what it was made with', async () => {
	const details = {
		profile: 'standard',
		job_name: 'Talk',
		external_id: 'x-1',
		language: 'en-US',
		dynamic_dictionary: 'Verbit, Antietam',
		permissions: ['view'],
		labels: ['history', 'speech'],
		job_metadata: { course: 'H101', week: 7, isPublic: true, room: null },
		translation_profile: 'translate',
		translation_languages: ['es', 'zh-Hant'],
		translation_processing_mode: 'rush',
	};
	const created = await client.call('POST /job/new', details, { v: 4 });
	expect([created.status, created.json]).toEqual([200, { job_id: expect.any(Number) }]);
	client.jobId = created.json.job_id;
	expect(await info()).toMatchObject({ ...details, job_status: 'Pending', draft_ready: false });

	const ids = [await client.uploadedAsset('one'), await client.uploadedAsset('two')].reverse();
	const [backup, notes] = [await client.uploadedAsset(), await client.uploadedAsset()];
	/** @type {Array<[string, object]>} */
	const calls = [
		['add_media', { asset_ids: ids, merge_assets: true }],
		['add_backup_record', { asset_id: backup }],
		['add_notes_attachments', { asset_ids: [notes] }],
		['perform_transcription', {}],
	];
	for (const [name, body] of calls)
		expect((await client.call(`POST /job/${name}`, body)).status).toBe(200);
	const media = ids.map((id) => ({ asset_id: id, merged: true }));
	expect(await info()).toMatchObject({ job_status: 'In Progress', media });
	client.emulator.clock.advance(60_000);
	expect(await info()).toMatchObject({ job_status: 'Completed', draft_ready: true, errors: [] });
	const query = { v: 3, job_id: client.jobId, caption_format: 'vtt', language: 'es' };
	const { content, headers } = await client.call('GET /job/get_caption', undefined, query);
	expect(content.equals(client.emulator.captions('vtt', 'es'))).toBe(true);
	expect(headers['content-type']).toContain('text/vtt');
});

test('add_asset returns an ID and an upload URL for a file name, and no URL for a link', async () => {
	const file = await client.call('POST /job/add_asset', { file_name: '../a/talk.wav' });
	expect(file.json).toEqual({ asset_id: expect.any(String), upload_url: expect.any(String) });
	expect(new URL(file.json.upload_url).pathname).toMatch(/^(\/[^/]+){3}\/talk.wav$/);
	const link = await client.call('POST /job/add_asset', { asset_url: LINK.media_url });
	expect(link.json).toEqual({ asset_id: expect.any(String) });
	expect(
		outcome(await client.call('POST /job/add_media', { asset_ids: [link.json.asset_id] })),
	).toBe('200 undefined');
});

test('profiles have names and turnarounds, and another path is a web page', async () => {
	const { json } = await client.call('GET /profiles', undefined, { v: 4 });
	expect(json.profiles).toContainEqual({ name: 'standard', turnaround: 24 });
	const { status, headers } = await client.call('GET /job/nothing');
	expect([status, headers['content-type']]).toEqual([404, 'text/html']);
});

/**
 * What is sent to a job that was made ready, and its ErrorType.
 * @typedef {[call: string, sent: Record<string, any>, type: string, status?: import('./state').JobStatus]} Refused
 */

/** @type {Record<string, Refused[]>} */
const REFUSED = {
	'a job with nothing': [
		['POST /job/new', {}, 'MISSING_PARAMETER'],
		...[
			{ profile: 'unknown' },
			{ job_name: 7 },
			{ language: 'en_US' },
			{ dynamic_dictionary: [7] },
			{ labels: 'history' },
			{ job_metadata: { course: { id: 7 } } },
			{ translation_languages: [''] },
			{ translation_processing_mode: 'fast' },
		].map(
			(field) =>
				/** @type {Refused} */ ([
					'POST /job/new',
					{ profile: 'standard', ...field },
					'INVALID_OPTION',
				]),
		),
		['POST /job/add_asset', {}, 'MISSING_PARAMETER'],
		['POST /job/add_asset', { file_name: 'a', asset_url: 'https://h/a' }, 'INVALID_OPTION'],
		['POST /job/add_asset', { file_name: '' }, 'INVALID_OPTION'],
		['POST /job/add_asset', { asset_url: 'ftp://h/a' }, 'INVALID_URL'],
		['POST /job/add_media', {}, 'MISSING_PARAMETER'],
		['POST /job/add_media', { media_url: 'ftp://h/a' }, 'INVALID_URL'],
		['POST /job/add_media', { ...LINK, asset_ids: ['x'] }, 'INVALID_OPTION'],
		['POST /job/add_media', { asset_ids: 'x' }, 'INVALID_OPTION'],
		['POST /job/add_media', { asset_ids: ['x'], merge_assets: true }, 'INVALID_OPTION'],
		['POST /job/add_media', { asset_ids: ['x', 'x'], merge_assets: true }, 'INVALID_OPTION'],
		['POST /job/add_media', { asset_ids: ['x'] }, 'ITEM_NOT_FOUND'],
		['POST /job/add_media', LINK, 'INVALID_QUERY', 'In Progress'],
		['POST /job/add_backup_record', { asset_id: 'x' }, 'INVALID_QUERY'],
		['POST /job/add_notes_attachments', {}, 'MISSING_PARAMETER'],
		['POST /job/add_notes_attachments', { ...NOTES, asset_ids: ['x'] }, 'INVALID_OPTION'],
		['POST /job/add_notes_attachments', { notes_attachment_url: 'slides' }, 'INVALID_URL'],
		['POST /job/add_notes_attachments', NOTES, 'INVALID_QUERY', 'In Progress'],
		['POST /job/perform_transcription', {}, 'INVALID_QUERY'],
		['POST /job/request_upload_url', {}, 'MISSING_PARAMETER'],
		['GET /job/info', { v: undefined }, 'MISSING_PARAMETER'],
		['GET /job/info', { v: 5 }, 'INVALID_OPTION'],
		['GET /job/info', { job_id: undefined }, 'MISSING_PARAMETER'],
		['GET /job/info', { job_id: 'abc' }, 'INVALID_OPTION'],
		['GET /job/info', { job_id: 999_999 }, 'ITEM_NOT_FOUND'],
		['GET /job/get_caption', { caption_format: 'srt' }, 'INVALID_QUERY', 'In Progress'],
		['GET /job/get_caption', {}, 'MISSING_PARAMETER', 'Completed'],
		['GET /job/get_caption', { caption_format: 'doc' }, 'INVALID_OPTION', 'Completed'],
		[
			'GET /job/get_caption',
			{ caption_format: 'srt', language: 'fr' },
			'INVALID_OPTION',
			'Completed',
		],
		['GET /job/draft', { caption_format: 'srt' }, 'INVALID_QUERY', 'In Progress'],
		['GET /job/draft', { caption_format: 'vtt' }, 'INVALID_OPTION', 'Completed'],
	],
	'a job with media': [
		['POST /job/add_media', LINK, 'INVALID_QUERY'],
		['POST /job/add_backup_record', {}, 'MISSING_PARAMETER'],
		['POST /job/add_backup_record', { asset_id: ['x'] }, 'INVALID_OPTION'],
		['POST /job/add_backup_record', { asset_id: 'x' }, 'INVALID_QUERY', 'In Progress'],
		['POST /job/perform_transcription', { finish_in: 'soon' }, 'INVALID_OPTION'],
		['POST /job/perform_transcription', { finish_with_error: 'boredom' }, 'INVALID_OPTION'],
		['POST /job/perform_transcription', { callback_url: 'example.com' }, 'INVALID_URL'],
		['POST /job/perform_transcription', {}, 'INVALID_QUERY', 'In Progress'],
		['POST /job/request_upload_url', { file_name: 'talk.wav' }, 'INVALID_QUERY'],
	],
};

test.each(Object.entries(REFUSED))('what is refused of %s', async (which, rows) => {
	for (const [call, sent, type, status] of rows) {
		client.jobId = client.emulator.createJob({ profile: 'standard' });
		if (which === 'a job with media') await client.addMedia();
		if (status !== undefined) client.emulator.setJobStatus(client.jobId, status);
		const isQuery = call.startsWith('GET') || call.endsWith('request_upload_url');
		const query = { v: 4, job_id: client.jobId, ...(isQuery && sent) };
		const given = Object.entries(query).filter(([, value]) => value !== undefined);
		const reply = await client.call(call, isQuery ? undefined : sent, Object.fromEntries(given));
		expect([call, sent, outcome(reply)]).toEqual([call, sent, `400 ${type}`]);
	}
});

test('only some profiles may merge or have a backup recording', async () => {
	client.jobId = client.emulator.createJob({ profile: 'no-merge' });
	const ids = [await client.uploadedAsset('one'), await client.uploadedAsset('two')];
	const merge = { asset_ids: ids, merge_assets: true };
	expect(outcome(await client.call('POST /job/add_media', merge))).toBe('400 INVALID_OPTION');
	await client.addMedia();
	const backup = await client.call('POST /job/add_backup_record', { asset_id: ids[0] });
	expect(outcome(backup)).toBe('400 INVALID_OPTION');
});

test("an asset is taken when it is uploaded, by its own job, for 24 hours, and kept when it's used", async () => {
	const { clock } = client.emulator;
	/** @param {string} id */
	const add = async (id) => outcome(await client.call('POST /job/add_media', { asset_ids: [id] }));
	const [used, unused, { id: announced }] = [
		await client.uploadedAsset(),
		await client.uploadedAsset(),
		await client.addAsset(),
	];
	expect(await add(announced)).toBe('400 ITEM_NOT_FOUND');
	clock.advance(24 * HOUR - 5000);
	expect(await add(used)).toBe('200 undefined');
	client.jobId = client.emulator.createJob({ profile: 'standard' });
	expect(await add(unused)).toBe('400 ITEM_NOT_FOUND');
	clock.advance(6000);
	expect(await add(await client.uploadedAsset())).toBe('200 undefined');
	expect([used, unused].map((id) => client.emulator.objectMd5(id) !== undefined)).toEqual([
		true,
		false,
	]);
});

test('what is uploaded to a deprecated upload URL is the media, with no add_media', async () => {
	const query = { v: 4, job_id: client.jobId, file_name: 'talk.wav' };
	const { json } = await client.call('POST /job/request_upload_url', undefined, query);
	expect(outcome(await start())).toBe('400 INVALID_QUERY');
	expect((await put(json.upload_url, 'speech')).status).toBe(200);
	expect(outcome(await start())).toBe('200 undefined');
});

test.each(
	/** @type {Array<['production' | 'sandbox', object, string, string[]]>} */ ([
		['production', {}, 'Completed', []],
		['production', { finish_in: 7200 }, 'In Progress', []],
		['sandbox', {}, 'In Progress', []],
		['sandbox', { finish_in: 30 }, 'Completed', []],
		['sandbox', { finish_with_error: true }, 'Failure', ['failed_transcribing']],
		['sandbox', { finish_with_error: 'no_speech', finish_in: 30 }, 'Failure', ['no_speech']],
	]),
)('in %s a job started with %j is %s after a minute', async (environment, body, status, codes) => {
	client.set({ environment });
	await client.addMedia();
	await start(body);
	client.emulator.clock.advance(60_000);
	const { job_status: found, errors } = await info();
	expect([found, ...errors.map((/** @type {any} */ { code }) => code)]).toEqual([status, ...codes]);
});

test('a draft is there before the end', async () => {
	client.emulator.setJobStatus(Number(client.jobId), 'In Progress', { isDraftReady: true });
	expect(await info()).toMatchObject({ job_status: 'In Progress', draft_ready: true });
	const query = { v: 4, job_id: client.jobId, caption_format: 'srt' };
	const { content } = await client.call('GET /job/draft', undefined, query);
	expect(content.equals(client.emulator.captions('srt'))).toBe(true);
});

test('the key is exchanged for a token of 24 hours, and let in by the documented words only', async () => {
	/** @param {string} authorization */
	const callWith = async (authorization) => {
		client.authorization = authorization;
		return outcome(await client.call('GET /profiles', undefined, { v: 4 }));
	};
	expect((await client.authenticate('wrong')).status).toBe(401);
	const { token } = (await client.authenticate()).json;
	const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
	expect(exp - iat).toBe(24 * 3600);
	expect(await callWith(`ApiToken ${client.emulator.apiKey}`)).toBe('200 undefined');
	const forged = token.replace(/[^.]+$/, 'x'.repeat(43));
	for (const other of ['', 'bearer', `bearer ${forged}`, 'ApiToken wrong', `Bearer ${token}`])
		expect(await callWith(other)).toBe('401 BAD_API_TOKEN');
	client.emulator.clock.advance(24 * HOUR - 5000);
	expect(await callWith(`bearer ${token}`)).toBe('200 undefined');
	client.emulator.clock.advance(6000);
	expect(await callWith(`bearer ${token}`)).toBe('401 BAD_API_TOKEN');
});

describe('a callback', () => {
	/** @type {Array<{ path?: string, type?: string, form: Record<string, string> }>} */
	let received = [];

	/** What the next ones get; without one, 200 and `OK`. @type {Array<[status: number, body: string]>} */
	let answers = [];

	const receiver = http.createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		const { url: path, headers } = request;
		const form = Object.fromEntries(new URLSearchParams(body));
		received.push({ path, type: headers['content-type'], form });
		const [status, text] = answers.shift() ?? [200, 'OK'];
		response.writeHead(status).end(text);
	});
	let receiverUrl = '';

	beforeAll(async () => {
		await once(receiver.listen(0, '127.0.0.1'), 'listening');
		const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address());
		receiverUrl = `http://127.0.0.1:${port}`;
	});
	beforeEach(() => {
		[received, answers] = [[], []];
		client.set({ callbackUrl: `${receiverUrl}/account`, callbackRepeatSeconds: 60 });
	});
	afterAll(async () => await once(receiver.close(), 'close'));

	const waiting = () => client.emulator.state.data.callbacks;
	const end = () => client.emulator.setJobStatus(Number(client.jobId), 'Completed');

	/** @param {number} failed of the callback that waits */
	const hasFailed = async (failed) => await until(() => waiting()[0]?.attempts === failed);

	test('is a form, about a draft too, and sent again until the answer is OK', async () => {
		client.jobId = client.emulator.createJob({ profile: 'standard', externalId: 'x & 1' });
		client.emulator.setJobStatus(client.jobId, 'In Progress', { isDraftReady: true });
		await until(() => waiting().length === 0);
		answers = [
			[200, 'ok'],
			[500, 'OK'],
			[302, 'OK'],
		];
		end();
		for (const failed of [1, 2, 3]) {
			await hasFailed(failed);
			client.emulator.clock.advance(HOUR);
		}
		await until(() => waiting().length === 0);
		const form = { job_id: String(client.jobId), external_id: 'x & 1' };
		const type = 'application/x-www-form-urlencoded';
		const [draft, ...ended] = received;
		expect(draft).toEqual({ path: '/account', type, form: { ...form, draft_ready: 'true' } });
		expect(ended.map((one) => one.form)).toEqual(Array(4).fill({ ...form, status: 'Completed' }));
	});

	test('is sent for 48 hours', async () => {
		answers = [
			[200, 'no'],
			[200, 'no'],
		];
		end();
		await hasFailed(1);
		client.emulator.clock.advance(47 * HOUR);
		await hasFailed(2);
		client.emulator.clock.advance(2 * HOUR);
		expect(waiting()).toEqual([]);
	});

	test("goes to the job's own URL before the account's", async () => {
		await client.addMedia();
		await start({ callback_url: `${receiverUrl}/own` });
		end();
		await until(() => received.length > 0);
		expect(received[0].path).toBe('/own');
	});
});
