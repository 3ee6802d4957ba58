const { randomBytes } = require('node:crypto');
const { Socket } = require('node:net');
const { brotliCompressSync, constants, deflateSync, gzipSync } = require('node:zlib');
const { useDetached } = require('../support/detached');
const { cutHalfway, file, LinkServer, part, status, withoutLength } = require('./linkServer');
const { md5, useWorld } = require('./world');

const world = useWorld();
const detached = useDetached();
const links = new LinkServer();
beforeAll(async () => await links.start());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await links.stop());

const content = randomBytes(3_000_000);

/** Uploads from a link. */
async function upload(path = '/lecture%201.mp3?token=TopSecret', options = {}) {
	const parameters = {
		jobId: world.newJob(),
		uploadSource: 'url',
		sourceUrl: links.url + path,
		options,
	};
	const { items, error, saved } = await world.run('asset:upload', [{}], parameters);
	return { json: items[0]?.json, error, saved };
}

test('a file is streamed from its link to the store, byte for byte, with one call of the link', async () => {
	links.answer(file(content));
	const { json, error } = await upload();
	expect(error).toBeUndefined();
	expect(json).toMatchObject({
		file_name: 'lecture 1.mp3',
		content_type: 'audio/mpeg',
		bytes: content.length,
		md5: md5(content),
		integrity: 'verified',
	});
	expect(world.stored(json.asset_id).equals(content)).toBe(true);
	expect(links.calls).toEqual(['/lecture%201.mp3?token=TopSecret']);
});

test('the memory of a file from a link is freed when it has been sent', async () => {
	links.answer(file(content));
	const { json } = await upload();
	expect(json.integrity).toBe('verified');
	expect(detached.bytes).toBe(content.length);
});

test('the name that the host gives is taken, unless the user sets one', async () => {
	links.answer(
		file(content, {
			'content-disposition': `attachment; filename*=UTF-8''Vorlesung%20%C3%96l.mp3`,
		}),
	);
	expect((await upload('/download?id=7')).json.file_name).toBe('Vorlesung Öl.mp3');
	expect((await upload('/download?id=7', { fileName: 'own.mp3' })).json.file_name).toBe('own.mp3');
});

test('a redirect of the link is followed', async () => {
	links.answer(status(302, { location: '/real.mp3' }), file(content));
	const { json } = await upload();
	expect(world.stored(json.asset_id).equals(content)).toBe(true);
});

test('a redirect to a path in raw UTF-8 is encoded once', async () => {
	const location = Buffer.from('/Größe.mp3').toString('latin1');
	links.answer(status(302, { location }), file(content));
	expect((await upload()).error).toBeUndefined();
	expect(links.calls[1]).toBe('/Gr%C3%B6%C3%9Fe.mp3');
});

test('redirects that never end are refused', async () => {
	links.answer(status(302, { location: '/again.mp3' }));
	const { error } = await upload();
	expect(error.context.code).toBe('REDIRECT_REFUSED');
	expect(links.calls).toHaveLength(11);
	await links.hasNoConnections();
});

test('a link that is valid for an hour is accepted: that is its purpose', async () => {
	links.answer(file(content));
	const expires = Math.floor(Date.now() / 1000) + 3600;
	const { error } = await upload(`/x.mp3?AWSAccessKeyId=AK&Expires=${expires}&Signature=s`);
	expect(error).toBeUndefined();
});

test('a link is opened again for each attempt', async () => {
	links.answer(file(content));
	world.emulator.faults.add({ where: 'store', kind: 'status', status: 503 });
	const { json } = await upload();
	expect(json.attempts).toBe(2);
	expect(links.calls).toHaveLength(2);
	expect(world.stored(json.asset_id).equals(content)).toBe(true);
});

test('a busy link is retried', async () => {
	links.answer(status(503), file(content));
	const { json } = await upload();
	expect(json.attempts).toBe(2);
});

test.each([
	['seconds', () => '2'],
	['a date', () => new Date(Date.now() + 3000).toUTCString()],
])('a busy link is opened again when its Retry-After says so, in %s', async (_form, after) => {
	const begin = Date.now();
	links.answer(status(429, { 'retry-after': after() }), file(content));
	const { json } = await upload();
	expect(json.attempts).toBe(2);
	expect(Date.now() - begin).toBeGreaterThan(1900);
});

test('a link that asks to wait for an hour is opened once, and says that its host is busy', async () => {
	links.answer(status(503, { 'retry-after': '3600' }), file(content));
	const { error } = await upload();
	expect(error.context.code).toBe('HOST_BUSY');
	expect(error.message).toContain('returned 503');
	expect(error.message).toContain('is busy or down');
	expect(links.calls).toHaveLength(1);
});

describe('a web page that comes as something else', () => {
	const pages = [
		'<!DOCTYPE html><html><body>Sign in',
		'\uFEFF \n<HTML lang="en"><head>',
		'<!-- a > b --><!-- c --><html>',
		`${'\n'.repeat(1200)}<!doctype html>`,
		`<!-- ${'x'.repeat(20_000)} --><html>`,
		`<!-- ${'x'.repeat(200_000)} --><html>`,
		'<div class="login"><form action="/login">',
		'<link rel="stylesheet" href="/a.css">',
		'<p>Moved <a href="/login">here</a><script>',
		' {"error": "The link has expired"}',
		'<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
	];
	const types = ['application/octet-stream', 'text/plain', 'audio/mpeg', ''];
	const cases = pages.flatMap((page) => types.map((type) => ({ page, type })));

	test.each(cases)('is no recording: $type, $page', async ({ page, type }) => {
		links.answer(file(Buffer.from(page), { 'content-type': type }));
		const { error } = await upload();
		expect(error.context.code).toBe('URL_NOT_A_FILE');
		expect(error.description).toContain('check that it works without a login');
		expect(Object.keys(world.emulator.state.data.objects)).toEqual([]);
		expect(links.calls).toHaveLength(1);
		await links.hasNoConnections();
	});

	test.each([
		['UTF-16', Buffer.from('\uFEFF<!doctype html><p>Sign in', 'utf16le')],
		['UTF-16 in network order', Buffer.from('\uFEFF<html><p>Sign in', 'utf16le').swap16()],
		['UTF-16 without its mark', Buffer.from('<html><p>Sign in', 'utf16le')],
	])('is no recording in %s', async (_charset, page) => {
		links.answer(file(page));
		expect((await upload()).error?.context.code).toBe('URL_NOT_A_FILE');
	});

	test.each([
		'<tt xmlns="http://www.w3.org/ns/ttml"><head><title/></head><body><div>',
		'<?xml version="1.0"?><tt><head/><body><div>',
		'<SAMI><HEAD><TITLE>Talk</TITLE></HEAD><BODY>',
		'<i>Music</i>',
	])('is not suspected in subtitles: %s', async (subtitles) => {
		links.answer(file(Buffer.from(subtitles)));
		expect((await upload()).error).toBeUndefined();
	});

	test('is no recording when its first line comes alone', async () => {
		const page = `\n${pages[0]}`;
		links.answer((_request, response) => {
			response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': page.length });
			response.write('\n');
			setTimeout(() => response.end(pages[0]), 200);
		});
		const { error } = await upload();
		expect(error?.context.code).toBe('URL_NOT_A_FILE');
		expect(Object.keys(world.emulator.state.data.objects)).toEqual([]);
	});

	test('is stored where its type is set', async () => {
		links.answer(file(Buffer.from(pages[0])));
		const { json } = await upload(undefined, { contentType: 'text/html' });
		expect(json.bytes).toBe(pages[0].length);
	});
});

test('a used one-time link says so, and the storage has nothing', async () => {
	links.answer(file(content), status(410));
	world.emulator.faults.add({ where: 'store', kind: 'status', status: 503 });
	const { error } = await upload();
	expect(error.message).toContain(
		'Open URL "lecture 1.mp3": the URL can\'t be downloaded (returned 410)',
	);
	expect(error.description).toContain('A one-time URL can be opened only once');
	expect(Object.keys(world.emulator.state.data.objects)).toEqual([]);
});

test('a file that has another length at the second time is refused', async () => {
	links.answer(file(content), file(content.subarray(1)));
	world.emulator.faults.add({ where: 'store', kind: 'status', status: 503 });
	const { error } = await upload();
	expect(error.message).toContain(
		`the file changed between two attempts (from ${content.length} to ${content.length - 1} bytes)`,
	);
});

describe('before an asset is made', () => {
	const nothing = Buffer.alloc(0);
	const jsonError = Buffer.from('{"status":false,"errorCode":300,"errorMessage":"Forbidden"}');

	test.each([
		['without a length', [withoutLength(content)], 'the URL returned a file without its length'],
		[
			'that is packed',
			[file(content, { 'content-encoding': 'x-packed' })],
			'the URL returned a compressed file (x-packed)',
		],
		['to an empty file', [file(nothing)], 'the URL returned an empty file'],
		[
			'to an error of an API',
			[file(jsonError, { 'content-type': 'application/json; charset=utf-8' })],
			'the URL returned JSON, not a file',
		],
		[
			'to an error of an API by RFC 9457',
			[file(jsonError, { 'content-type': 'application/problem+json' })],
			'the URL returned JSON, not a file',
		],
		['to a part of a file', [part(content, 999)], 'the URL returned only a part of the file'],
		[
			'to a part that is called the whole',
			[
				(
					/** @type {any} */ _request,
					/** @type {import('node:http').ServerResponse} */ response,
				) => {
					const range = `bytes 0-${content.length - 1}/${content.length}`;
					response.writeHead(206, { 'content-range': range, 'content-length': 999 });
					response.end(content.subarray(0, 999));
				},
			],
			'the URL returned only a part of the file',
		],
		['that needs a login', [status(401)], "the URL can't be downloaded (returned 401)"],
		['to nothing', [status(404)], "the URL can't be downloaded (returned 404)"],
	])('a link %s is refused', async (_what, answers, message) => {
		links.answer(...answers);
		const { error, saved } = await upload();
		expect(error.message).toContain(message);
		expect(world.count('add_asset')).toBe(0);
		expect(saved.replaceAll(/"sourceUrl":"[^"]*"/g, '')).not.toContain('TopSecret');
	});

	test('a part that is the whole file is the file', async () => {
		links.answer(part(content, content.length));
		expect((await upload()).json).toMatchObject({ md5: md5(content), integrity: 'verified' });
	});

	test('a link to JSON is the file where its type is set', async () => {
		const type = { 'content-type': 'application/json' };
		links.answer(file(jsonError, type));
		const { json, error } = await upload(undefined, { contentType: 'application/json' });
		expect(error).toBeUndefined();
		expect(json?.bytes).toBe(jsonError.length);
	});

	test('a text that is not a link is refused, and nothing is called', async () => {
		const parameters = { jobId: 1, uploadSource: 'url', sourceUrl: 'ftp://h/x' };
		const { error } = await world.run('asset:upload', [{}], parameters);
		expect(error.message).toContain("'Source URL' isn't a valid URL (got ftp://h/x)");
		expect(world.calls()).toEqual([]);
	});

	test('a host that does not exist is reported', async () => {
		const parameters = {
			jobId: 1,
			uploadSource: 'url',
			sourceUrl: 'http://127.0.0.1:9/x',
			options: { maxAttempts: 1 },
		};
		const { error } = await world.run('asset:upload', [{}], parameters);
		expect(error.message).toContain("couldn't be reached (ECONNREFUSED)");
		expect(world.count('add_asset')).toBe(0);
	});
});

test('a link that drops halfway stores nothing, and closes all connections', async () => {
	links.answer(cutHalfway(content));
	const { error } = await upload(undefined, { maxAttempts: 1 });
	expect(error.message).toContain('Open URL "lecture 1.mp3" for job');
	expect(Object.keys(world.emulator.state.data.objects)).toEqual([]);
	await links.hasNoConnections();
});

test('a link that drops halfway is opened again, and the whole file is stored', async () => {
	links.answer(cutHalfway(content), file(content));
	const { json } = await upload();
	expect(json.attempts).toBe(2);
	expect(world.stored(json.asset_id).equals(content)).toBe(true);
});

test('a link that stops sending is named with its host, and not the storage; it is opened again', async () => {
	const stall = (
		/** @type {any} */ _request,
		/** @type {import('node:http').ServerResponse} */ response,
	) => {
		response.writeHead(200, { 'content-length': content.length });
		response.write(content.subarray(0, 1_000_000));
	};
	links.answer(stall);
	const { error, saved } = await upload(undefined, { maxAttempts: 2, stallTimeout: 1 });
	expect(error.context.code).toBe('URL_INTERRUPTED');
	expect(error.message).toContain("the download was interrupted (no data within 'Stall Timeout')");
	expect(error.message).toContain(new URL(String(links.url)).host);
	expect(error.message).not.toContain(new URL(String(world.emulator.storeUrl)).host);
	expect(saved.replaceAll(/"sourceUrl":"[^"]*"/g, '')).not.toContain('TopSecret');
	expect(links.calls).toHaveLength(2);
	await links.hasNoConnections();
	links.answer(stall, file(content));
	expect((await upload(undefined, { stallTimeout: 4 })).json).toMatchObject({ attempts: 2 });
});

describe('where a minute without data passes in a moment', () => {
	/** Time limits of a minute, as n8n's client sets them on connections. */
	beforeEach(() => {
		const { setTimeout: limit } = Socket.prototype;
		/** @this {Socket} @param {number} ms @param {() => void} [onTimeout] */
		function sooner(ms, onTimeout) {
			return limit.call(this, ms === 60_000 ? 300 : ms, onTimeout);
		}
		jest.spyOn(Socket.prototype, 'setTimeout').mockImplementation(sooner);
	});

	test('a link may pause for as long as Stall Timeout allows', async () => {
		links.answer((_request, response) => {
			response.writeHead(200, { 'content-length': content.length });
			response.write(content.subarray(0, 1_000_000));
			setTimeout(() => response.end(content.subarray(1_000_000)), 1500);
		});
		const { json } = await upload(undefined, { stallTimeout: 120 });
		expect(json).toMatchObject({ attempts: 1, bytes: content.length, integrity: 'verified' });
		expect(links.calls).toHaveLength(1);
	});

	test('a link stays open while Verbit makes its upload URL', async () => {
		links.answer(file(content));
		world.emulator.faults.add({
			where: 'service',
			operation: 'add_asset',
			kind: 'delay',
			delayMs: 1500,
		});
		expect((await upload()).json).toMatchObject({ attempts: 1, integrity: 'verified' });
		expect(links.calls).toHaveLength(1);
	});
});

test('a link that does not respond in time is named, and its connection is closed', async () => {
	const { timeout } = AbortSignal;
	jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => timeout.call(AbortSignal, ms === 60_000 ? 300 : ms));
	links.answer(() => undefined);
	const { error } = await upload(undefined, { maxAttempts: 1 });
	expect(error.context.code).toBe('HOST_UNREACHABLE');
	expect(error.message).toContain("couldn't be reached (ETIMEDOUT)");
	await links.hasNoConnections();
});

test('the connection to the link is closed when the store refuses', async () => {
	links.answer(file(randomBytes(20_000_000)));
	world.emulator.faults.add({ where: 'store', kind: 'earlyRefusal' });
	const { error } = await upload();
	expect(error.message).toMatch(
		/the storage refused the upload|dropped before the storage replied/,
	);
	await links.hasNoConnections();
});

/** Its own quality of 11 takes seconds. @param {Buffer} content */
const packBrotli = (content) =>
	brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

describe.each([
	['gzip', gzipSync],
	['deflate', deflateSync],
	['br', packBrotli],
])(
	'a file that its host has packed with %s, although plain content was asked for',
	(encoding, pack) => {
		test.each([
			['shorter', content],
			['longer', Buffer.alloc(3_000_000)],
		])('is named and not fetched again, where it is %s than announced', async (_how, packed) => {
			links.answer(file(pack(packed), { 'content-encoding': encoding }));
			const { error } = await upload();
			expect(error.context).toMatchObject({ code: 'URL_LENGTH_UNKNOWN' });
			expect(error.message).toContain('compressed file (gzip, deflate, br or zstd)');
			expect(links.calls).toHaveLength(1);
			expect(Object.keys(world.emulator.state.data.objects)).toEqual([]);
			await links.hasNoConnections();
		});
	},
);
