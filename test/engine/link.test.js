const { hash } = require('node:crypto');
const { gzipSync } = require('node:zlib');
const { randomRecording } = require('../support/recordings/heads');
const { cutHalfway, file, useLinkServer, status } = require('./linkServer');
const { signedUrl, useWorld } = require('./world');

/** URLs that n8n streams. */
const world = useWorld();
const links = useLinkServer();

/** @typedef {import('./linkServer').Answer} Answer */

beforeAll(() => {
	// It stands for Dropbox, too: n8n calls every host but this machine through it.
	Object.assign(process.env, { HTTP_PROXY: links.url, NO_PROXY: '127.0.0.1,localhost' });
});

const content = randomRecording(1_000_000);

/** @param {string} operation @param {object} parameters */
async function run(operation, parameters) {
	const all = { jobId: world.newJob(), simplify: false, ...parameters };
	const { items } = await world.run(operation, [{}], all);
	return { json: /** @type {any} */ (items[0].json) };
}

const upload = async (path = '/lecture%201.mp3?token=TopSecret', options = {}) =>
	await run('asset:upload', { sourceUrl: links.url + path, options });

/** @param {Awaited<ReturnType<typeof run>>} result */
function expectStored({ json }, attempts = 1) {
	expect(json).toMatchObject({ attempts, md5: hash('md5', content), integrity: 'verified' });
	expect(world.stored(json.asset_id).equals(content)).toBe(true);
}

/** @param {{ error: any, saved: string }} result @param {string} code */
async function expectRefused({ error, saved }, code) {
	expect(error.context.code).toBe(code);
	expect(saved.replaceAll(/"(source|media)Url":"[^"]*"/g, '')).not.toContain('TopSecret');
	expect(links.calls).toHaveLength(1);
	expect(world.countStored()).toBe(0);
	await links.hasNoConnections();
}

/** The beginning as 206, though nobody asked for a part. @type {(bytes: number, last?: number) => Answer} */
const part =
	(bytes, last = bytes - 1) =>
	(_request, response) => {
		const range = `bytes 0-${last}/${content.length}`;
		response.writeHead(206, { 'content-range': range, 'content-length': bytes });
		response.end(content.subarray(0, bytes));
	};

const WHOLE = { 'content-range': 'bytes 0-9/10', 'content-length': 10 };

test('a file is streamed from its link to the storage with one call, and n8n keeps no copy', async () => {
	links.answer(file(content));
	const store = jest.spyOn(world.engine.binaryData, 'store');
	// Its MD5 is output also where it is part of the link.
	const path = `/${hash('md5', content)}/lecture%201.mp3`;
	const result = await upload(path);
	expect(store).not.toHaveBeenCalled();
	expectStored(result);
	expect(result.json).toMatchObject({ file_name: 'lecture 1.mp3', content_type: 'audio/mpeg' });
	expect(links.calls).toEqual([path]);
});

test.each([
	['a file behind a redirect', [status(302, { location: '/real.mp3' }), file(content)]],
	['a file with the encoding identity', [file(content, { 'content-encoding': 'identity' })]],
	['a part that is the whole file', [part(content.length)]],
])('%s is taken, of a link that is valid for an hour', async (_what, answers) => {
	links.answer(...answers);
	expectStored(await upload(signedUrl(3600).replace('https://h', '')));
	expect(links.calls.slice(1)).toEqual(answers.slice(1).map(() => '/real.mp3'));
});

/** @type {Answer} */
const stall = (_request, response) => {
	response.writeHead(200, { 'content-length': content.length });
	response.write(content.subarray(0, 500_000));
};

test.each([
	['the storage is busy', [file(content)]],
	['it is busy itself', [status(503), file(content)]],
	['it drops halfway', [cutHalfway(content), file(content)]],
	['it stops sending', [stall, file(content)]],
])('a link is opened again for a new attempt where %s', async (what, answers) => {
	if (what === 'the storage is busy') world.fault('put', { status: 503 });
	links.answer(...answers);
	const stored = upload();
	if (answers.includes(stall)) await world.expire('put');
	expectStored(await stored, 2);
	expect(links.calls).toHaveLength(2);
});

/** @type {Answer} */
const pageWithoutLength = (_request, response) => void response.end('<!doctype html><p>Sign in');

test.each([
	['to a login page without a length', pageWithoutLength, 'URL_NOT_A_FILE'],
	['to a part that is called the whole', part(999, content.length - 1), 'URL_REFUSED'],
	['to what is created only now', status(201), 'URL_REFUSED'],
	['to an error that calls itself whole', status(404, WHOLE), 'URL_REFUSED'],
	['to a packed file', file(content, { 'content-encoding': 'x' }), 'URL_LENGTH_UNKNOWN'],
	['that a proxy refuses', status(407), 'PROXY_LOGIN_REQUIRED'],
	['that asks to wait for an hour', status(503, { 'retry-after': '3600' }), 'HOST_BUSY'],
])('a link %s is refused before an asset is made', async (_what, answer, code) => {
	links.answer(answer);
	const result = await world.failing(upload());
	await expectRefused(result, code);
	expect(result.error.message).toContain('Open URL "lecture 1.mp3"');
	expect(world.count('add_asset')).toBe(0);
});

test('a name and a type that the user sets win over those of the host, and let any content through', async () => {
	links.answer(file(Buffer.from('<html>'), { 'content-disposition': 'a; filename="a b.wav"' }));
	const own = { fileName: ' own.mp4 ', contentType: ' video/mp4\n' };
	const { json } = await upload(undefined, own);
	expect(json).toMatchObject({ file_name: 'own.mp4', content_type: 'video/mp4', bytes: 6 });
});

test.each([
	['redirects to nowhere', status(302, { location: 'http://127.0.0.1:9/' }), ":9 couldn't"],
	['does not answer in time', () => {}, 'ETIMEDOUT'],
	['drops halfway', cutHalfway(content), 'the download was interrupted'],
])('a host that %s is named, and not the storage', async (what, answer, told) => {
	links.answer(answer);
	const result = upload(undefined, { maxAttempts: 1 });
	if (what === 'does not answer in time') {
		await world.until(() => links.calls.length === 1);
		world.limits.end();
	}
	const { error } = await world.failing(result);
	expect(error.message).toContain(told);
	expect(error.message).toMatch(/127\.0\.0\.1:\d/);
	expect(error.message).not.toContain(new URL(world.emulator.storeUrl).host);
});

test('a file that its host has packed, although plain content was asked for, is not fetched again', async () => {
	// Shorter than announced, and longer.
	for (const packed of [content, Buffer.alloc(1_000_000)]) {
		links.answer(file(gzipSync(packed), { 'content-encoding': 'gzip' }));
		const result = await world.failing(upload());
		await expectRefused(result, 'URL_LENGTH_UNKNOWN');
		expect(result.error.message).toContain('compressed file (gzip, deflate, br or zstd)');
	}
});

describe('a link whose job does not exist yet', () => {
	const submit = async (more = {}) => {
		const mediaUrl = `${links.url}/lecture.mp3?token=TopSecret`;
		return await run('recording:submit', { mediaSource: 'urlUpload', mediaUrl, ...more });
	};

	test.each([
		['to nothing', status(404), 'URL_REFUSED'],
		['to a PDF', file(Buffer.from('%PDF-1.7 \0')), 'URL_NOT_A_FILE'],
		['that drops at once', (request) => void request.socket.destroy(), 'DOWNLOAD_INTERRUPTED'],
	])('%s makes no job, and no External ID is used', async (_what, answer, code) => {
		const byId = { externalId: 'talk', ifExternalIdUsed: 'skip' };
		links.answer(answer);
		const options = { maxAttempts: 1 };
		await expectRefused(await world.failing(submit({ ...byId, options })), code);
		expect(world.steps()).toEqual([]);
		links.answer(file(content));
		const { json } = await submit(byId);
		expect(json).toMatchObject({ transcription_started: true });
		expect(json).not.toHaveProperty('possible_duplicate');
	});

	test('is opened once, and the name that its host gives is the name of a job without one', async () => {
		links.answer(file(content, { 'content-disposition': 'attachment; filename="Audio.m4a"' }));
		expectStored(await submit());
		expect(links.calls).toHaveLength(1);
		await submit({ additionalFields: { jobName: 'Talk' } });
		expect(world.sent('job_new')).toMatchObject([{ job_name: 'Audio.m4a' }, { job_name: 'Talk' }]);
	});

	test('is not named after its URL by a run that goes on with its job', async () => {
		links.answer(file(content));
		await submit({ externalId: 'talk-1' });
		expect((await submit({ externalId: 'talk-1' })).json).not.toHaveProperty('file_name');
	});

	test('may be for one call, also where its External ID has a job already', async () => {
		const submitFrom = async (/** @type {string} */ path) =>
			await submit({ mediaUrl: links.url + path, externalId: 'talk-1' });
		links.answer(file(content));
		world.fault('put', { status: 403 });
		await world.failing(submitFrom('/monday/talk.mp3'));
		links.answer(file(content), status(403));
		const { json } = await submitFrom('/tuesday/talk.mp3');
		expect(json).toMatchObject({ continued: true, transcription_started: true });
		expect(links.calls).toEqual(['/tuesday/talk.mp3']);
		await links.hasNoConnections();
	});

	test('may drop while its job is created, and is opened again', async () => {
		/** @type {import('node:http').ServerResponse | undefined} */
		let first;
		const large = randomRecording(12_000_000);
		links.answer((_request, response) => {
			first = response;
			response.writeHead(200, { 'content-length': large.length }).write(large.subarray(0, 9e6));
		}, file(large));
		const release = world.hold('job_new');
		const result = submit();
		await world.callHeld();
		first?.destroy();
		release();
		const { json } = await result;
		expect(json).toMatchObject({ attempts: 2, md5: hash('md5', large) });
	});

	test('is closed where its job is refused', async () => {
		links.answer(file(randomRecording(12_000_000)));
		world.fault('job_new', { status: 400, body: { ErrorType: 'MISSING_PARAMETER' } });
		expect((await world.failing(submit())).error.context.code).toBe('CALL_REFUSED');
		await links.hasNoConnections();
	});

	test('waits for its turn among many', async () => {
		links.answer(file(content));
		const held = [1, 2].map(() => world.hold('job_new'));
		const source = { mediaSource: 'urlUpload', mediaUrl: `${links.url}/a.mp3` };
		const parameters = { ...source, options: { concurrency: 2 } };
		const result = world.run('recording:submit', Array(5).fill({}), parameters);
		await world.callHeld();
		await world.roundTrip();
		expect(links.calls).toHaveLength(2);
		for (const release of held) release();
		expect((await result).items).toHaveLength(5);
		expect(links.calls).toHaveLength(5);
	});
});

/** `test/unit/sources/shareLinks.test.js` has the other hosts. */
test.each([
	['asset:upload', {}, 'sourceUrl'],
	['recording:submit', { mediaSource: 'urlUpload' }, 'mediaUrl'],
])('a share link of one file is streamed by %s in its direct form', async (...of) => {
	const [operation, source, name] = of;
	const shared = 'http://www.dropbox.com/scl/fi/abc/talk%20one.mp3?rlkey=TopSecret&dl=';
	links.answer(file(content));
	expectStored(await run(operation, { ...source, [name]: `${shared}0` }));
	expect(links.calls).toEqual([`${shared}1`]);
});
