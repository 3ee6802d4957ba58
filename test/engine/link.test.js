const { randomBytes } = require('node:crypto');
const { Socket } = require('node:net');
const { brotliCompressSync, constants, deflateSync, gzipSync } = require('node:zlib');
const { useDetached } = require('../support/detached');
const { cutHalfway, file, LinkServer, part, status, withoutLength } = require('./linkServer');
const { md5, shortenPauses, shortenTimeouts, signedUrl, useWorld } = require('./world');

/** URLs that n8n streams, and those that Verbit is to download. */
const world = useWorld();
shortenPauses();
const detached = useDetached();
const links = new LinkServer();

/** @typedef {import('./linkServer').Answer} Answer */

const proxyBefore = { HTTP_PROXY: process.env.HTTP_PROXY, NO_PROXY: process.env.NO_PROXY };
beforeAll(async () => {
	await links.start();
	// It stands for Dropbox, too: n8n calls every host but this machine through it.
	Object.assign(process.env, { HTTP_PROXY: links.url, NO_PROXY: '127.0.0.1,localhost' });
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
	for (const [name, value] of Object.entries(proxyBefore)) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
	await links.stop();
});

const content = randomBytes(1_000_000);
const HTML = 'text/html; charset=utf-8';

/** Every field whose URL n8n streams: its operation, its display name, its parameters for a URL. */
const STREAMED = /** @type {Array<[string, string, (url: string) => any]>} */ ([
	['asset:upload', 'Source URL', (sourceUrl) => ({ uploadSource: 'url', sourceUrl })],
	['media:add', 'Media URL', (mediaUrl) => ({ mediaSource: 'urlUpload', mediaUrl })],
	['recording:submit', 'Media URL', (mediaUrl) => ({ mediaSource: 'urlUpload', mediaUrl })],
]);

/** Every field whose URL Verbit downloads. */
const DOWNLOADED = /** @type {typeof STREAMED} */ ([
	['asset:add', 'Asset URL', (assetUrl) => ({ assetSource: 'url', assetUrl })],
	['media:add', 'Media URL', (mediaUrl) => ({ mediaSource: 'url', mediaUrl })],
	['media:addNotes', 'Notes URL', (notesUrl) => ({ notesSource: 'url', notesUrl })],
	['recording:submit', 'Media URL', (mediaUrl) => ({ mediaSource: 'url', mediaUrl })],
]);

/** @param {string} operation @param {object} parameters */
async function run(operation, parameters) {
	const all = { jobId: world.newJob(), simplify: false, ...parameters };
	const { items, error, saved } = await world.run(operation, [{}], all);
	return { json: /** @type {any} */ (items[0]?.json), error, saved };
}

/** Uploads from a link. */
const upload = async (path = '/lecture%201.mp3?token=TopSecret', options = {}) =>
	await run('asset:upload', { uploadSource: 'url', sourceUrl: links.url + path, options });

/** @param {Awaited<ReturnType<typeof run>>} result */
function expectStored({ json, error }, attempts = 1) {
	expect(error).toBeUndefined();
	expect(json).toMatchObject({ attempts, md5: md5(content), integrity: 'verified' });
	expect(world.stored(json.asset_id).equals(content)).toBe(true);
}

/** @param {Awaited<ReturnType<typeof run>>} result @param {string} code */
async function expectRefused({ error, saved }, code, calls = 1) {
	expect(error?.context.code).toBe(code);
	expect(saved.replaceAll(/"sourceUrl":"[^"]*"/g, '')).not.toContain('TopSecret');
	expect(links.calls).toHaveLength(calls);
	expect(world.countStored()).toBe(0);
	await links.hasNoConnections();
}

const busyOnce = () => world.fault('put', { status: 503 });

test('a file is streamed from its link to the storage with one call, and its memory is freed', async () => {
	links.answer(file(content));
	const result = await upload();
	expectStored(result);
	expect(result.json).toMatchObject({ file_name: 'lecture 1.mp3', content_type: 'audio/mpeg' });
	expect(links.calls).toEqual(['/lecture%201.mp3?token=TopSecret']);
	expect(detached.bytes).toBe(content.length);
});

test('the name that the host gives is taken, unless the user sets one', async () => {
	const disposition = `attachment; filename*=UTF-8''Vorlesung%20%C3%96l.mp3`;
	links.answer(file(content, { 'content-disposition': disposition }));
	expect((await upload('/download?id=7')).json.file_name).toBe('Vorlesung Öl.mp3');
	expect((await upload('/download?id=7', { fileName: 'own.mp3' })).json.file_name).toBe('own.mp3');
});

test.each([
	['another path', '/real.mp3', '/real.mp3'],
	[
		'a path in raw UTF-8, encoded once',
		Buffer.from('/Größe.mp3').toString('latin1'),
		'/Gr%C3%B6%C3%9Fe.mp3',
	],
])('a redirect to %s is followed', async (_what, location, path) => {
	links.answer(status(302, { location }), file(content));
	expectStored(await upload());
	expect(links.calls[1]).toBe(path);
});

test('redirects that never end are refused', async () => {
	links.answer(status(302, { location: '/again.mp3' }));
	await expectRefused(await upload(), 'REDIRECT_REFUSED', 11);
});

test('a link that is valid for an hour is accepted: that is its purpose', async () => {
	links.answer(file(content));
	expectStored(
		await run('asset:upload', {
			uploadSource: 'url',
			sourceUrl: signedUrl(3600).replace('https://h', String(links.url)),
		}),
	);
});

test.each([['identity'], ['none'], ['aws-chunked']])(
	'a file with the encoding %s is taken',
	async (name) => {
		links.answer(file(content, { 'content-encoding': name }));
		expectStored(await upload());
	},
);

test('a part that is the whole file is the file', async () => {
	links.answer(part(content, content.length));
	expectStored(await upload());
});

/** @type {Answer} */
const stall = (_request, response) => {
	response.writeHead(200, { 'content-length': content.length });
	response.write(content.subarray(0, 500_000));
};

test.each(
	/** @type {Array<[string, Answer[], object?]>} */ ([
		['the storage is busy', [file(content)]],
		['it is busy itself', [status(503), file(content)]],
		['it drops halfway', [cutHalfway(content), file(content)]],
		['it stops sending', [stall, file(content)], { stallTimeout: 2 }],
	]),
)('a link is opened again for a new attempt where %s', async (what, answers, options = {}) => {
	if (what === 'the storage is busy') busyOnce();
	links.answer(...answers);
	expectStored(await upload(undefined, options), 2);
	expect(links.calls).toHaveLength(2);
});

test.each([
	['seconds', () => '20'],
	['a date', () => new Date(Date.now() + 21_000).toUTCString()],
])('a busy link is opened again when its Retry-After says so, in %s', async (_form, after) => {
	const begin = Date.now();
	links.answer(status(429, { 'retry-after': after() }), file(content));
	expectStored(await upload(), 2);
	// A pause of 20 s is a twentieth of it here.
	expect(Date.now() - begin).toBeGreaterThan(950);
});

/** @type {Answer} */
const partCalledWhole = (_request, response) => {
	const range = `bytes 0-${content.length - 1}/${content.length}`;
	response.writeHead(206, { 'content-range': range, 'content-length': 999 });
	response.end(content.subarray(0, 999));
};

const jsonError = Buffer.from('{"status":false,"errorCode":300,"errorMessage":"Forbidden"}');

test.each(
	/** @type {Array<[string, Answer, string]>} */ ([
		['without a length', withoutLength(content), 'URL_LENGTH_UNKNOWN'],
		['that is packed', file(content, { 'content-encoding': 'x-packed' }), 'URL_LENGTH_UNKNOWN'],
		['to an empty file', file(Buffer.alloc(0)), 'URL_NOT_A_FILE'],
		['to a web page', file(content, { 'content-type': HTML }), 'URL_NOT_A_FILE'],
		[
			'to an error of an API',
			file(jsonError, { 'content-type': 'application/json; charset=utf-8' }),
			'URL_NOT_A_FILE',
		],
		[
			'to an error by RFC 9457',
			file(jsonError, { 'content-type': 'application/problem+json' }),
			'URL_NOT_A_FILE',
		],
		['to a part of a file', part(content, 999), 'URL_NOT_A_FILE'],
		['to a part that is called the whole', partCalledWhole, 'URL_NOT_A_FILE'],
		['that needs a login', status(401), 'URL_REFUSED'],
		['to nothing', status(404), 'URL_REFUSED'],
		['that asks to wait for an hour', status(503, { 'retry-after': '3600' }), 'HOST_BUSY'],
	]),
)('a link %s is refused before an asset is made', async (_what, answer, code) => {
	links.answer(answer);
	await expectRefused(await upload(), code);
	expect(world.count('add_asset')).toBe(0);
	for (const [operation, , parameters] of STREAMED.slice(1)) {
		links.answer(answer);
		expect((await run(operation, parameters(`${links.url}/talk.mp3`))).error.context.code).toBe(
			code,
		);
	}
	expect(world.count('add_asset')).toBe(0);
});

test('a host that does not exist is reported', async () => {
	const parameters = { uploadSource: 'url', sourceUrl: 'http://127.0.0.1:9/x' };
	const { error } = await run('asset:upload', { ...parameters, options: { maxAttempts: 1 } });
	expect(error.message).toContain("couldn't be reached (ECONNREFUSED)");
	expect(world.count('add_asset')).toBe(0);
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
		Buffer.from('\uFEFF<!doctype html><p>Sign in', 'utf16le'),
		Buffer.from('\uFEFF<html><p>Sign in', 'utf16le').swap16(),
		Buffer.from('<html><p>Sign in', 'utf16le'),
	];

	test.each(['application/octet-stream', 'text/plain', 'audio/mpeg', ''])(
		'is no recording of the type "%s", however it begins',
		async (type) => {
			const codes = [];
			for (const page of pages) {
				links.answer(file(Buffer.from(page), { 'content-type': type }));
				const { error } = await upload();
				codes.push(error?.context.code);
				expect(links.calls).toHaveLength(1);
			}
			expect(codes).toEqual(pages.map(() => 'URL_NOT_A_FILE'));
			expect(world.countStored()).toBe(0);
			await links.hasNoConnections();
		},
	);

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
		await expectRefused(await upload(), 'URL_NOT_A_FILE');
	});

	test.each([
		['text/html', Buffer.from(pages[0]), {}],
		['application/json', jsonError, { 'content-type': 'application/json' }],
	])('is stored where its type is set to %s', async (contentType, body, headers) => {
		links.answer(file(body, headers));
		expect((await upload(undefined, { contentType })).json.bytes).toBe(body.length);
	});
});

test.each(
	/** @type {Array<[string, Answer, string, RegExp]>} */ ([
		['that worked only once says so', status(410), 'URL_REFUSED', /one-time URL/],
		[
			'whose file has another length now is refused',
			file(content.subarray(1)),
			'URL_SIZE_CHANGED',
			/./,
		],
	]),
)('a link %s', async (_what, second, code, remedy) => {
	links.answer(file(content), second);
	busyOnce();
	const result = await upload();
	await expectRefused(result, code, 2);
	expect(result.error.description).toMatch(remedy);
});

test.each(
	/** @type {Array<[string, Answer, object, number]>} */ ([
		['drops halfway', cutHalfway(content), { maxAttempts: 1 }, 1],
		['stops sending', stall, { maxAttempts: 2, stallTimeout: 1 }, 2],
	]),
)(
	'a link that %s is named with its host, and not the storage',
	async (_what, answer, options, calls) => {
		links.answer(answer);
		const result = await upload(undefined, options);
		await expectRefused(result, 'URL_INTERRUPTED', calls);
		expect(result.error.message).toContain(new URL(String(links.url)).host);
		expect(result.error.message).not.toContain(new URL(world.emulator.storeUrl).host);
	},
);

describe('where a minute without data passes in a moment', () => {
	/** Time limits of a minute, as n8n's client sets them on connections. */
	beforeEach(() => {
		const { setTimeout: limit } = Socket.prototype;
		/** @this {Socket} @param {number} ms @param {() => void} [onTimeout] */
		function sooner(ms, onTimeout) {
			return limit.call(this, ms === 60_000 ? 150 : ms, onTimeout);
		}
		jest.spyOn(Socket.prototype, 'setTimeout').mockImplementation(sooner);
	});

	test('a link may pause for as long as Stall Timeout allows', async () => {
		links.answer((_request, response) => {
			response.writeHead(200, { 'content-length': content.length });
			response.write(content.subarray(0, 500_000));
			setTimeout(() => response.end(content.subarray(500_000)), 600);
		});
		expectStored(await upload(undefined, { stallTimeout: 120 }));
		expect(links.calls).toHaveLength(1);
	});

	test('a link stays open while Verbit makes its upload URL', async () => {
		links.answer(file(content));
		world.fault('add_asset', { kind: 'delay', delayMs: 600 });
		expectStored(await upload());
		expect(links.calls).toHaveLength(1);
	});
});

test('a link that does not respond in time is named, and its connection is closed', async () => {
	shortenTimeouts(200);
	links.answer(() => undefined);
	const result = await upload(undefined, { maxAttempts: 1 });
	await expectRefused(result, 'HOST_UNREACHABLE');
	expect(result.error.message).toContain('ETIMEDOUT');
});

test('the connection to the link is closed when the storage refuses', async () => {
	links.answer(file(randomBytes(12_000_000)));
	world.fault('put', { kind: 'earlyRefusal' });
	await expectRefused(await upload(), 'UPLOAD_REFUSED');
});

/** Its own quality of 11 takes seconds. @param {Buffer} plain */
const packBrotli = (plain) =>
	brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

test.each([
	['gzip', gzipSync],
	['deflate', deflateSync],
	['br', packBrotli],
])(
	'a file that its host has packed with %s, although plain content was asked for, is not fetched again',
	async (encoding, pack) => {
		// Shorter than announced, and longer.
		for (const packed of [content, Buffer.alloc(1_000_000)]) {
			links.answer(file(pack(packed), { 'content-encoding': encoding }));
			const result = await upload();
			await expectRefused(result, 'URL_LENGTH_UNKNOWN');
			expect(result.error.message).toContain('compressed file (gzip, deflate, br or zstd)');
		}
	},
);

describe('a share link', () => {
	const SHARED = 'http://www.dropbox.com/scl/fi/abc/talk%20one.mp3?rlkey=TopSecret&st=b2&dl=0';
	const DIRECT = 'http://www.dropbox.com/scl/fi/abc/talk%20one.mp3?rlkey=TopSecret&st=b2&dl=1';
	/** It has no documented direct form. `test/unit/http/shareLinks.test.js` has the others. */
	const FOLDER = 'https://www.dropbox.com/scl/fo/abc/def?rlkey=TopSecret&dl=0';

	/** @param {string} operation @param {string} field @param {object} parameters */
	const expectShareLink = async (operation, field, parameters) => {
		links.answer();
		const all = { jobId: 1, ...parameters };
		const error = await world.expectRefused(`URL_IS_SHARE_LINK '${field}'`, operation, [{}], all);
		expect(error.message + error.description).not.toContain('TopSecret');
		expect(links.calls).toEqual([]);
	};

	test.each(STREAMED)(
		'of one file is streamed by %s in its direct form, and a folder is refused',
		async (operation, field, parameters) => {
			await expectShareLink(operation, field, parameters(FOLDER));
			for (const [given, called] of [
				[SHARED, DIRECT],
				[
					'http://www.dropbox.com/s/abc/talk.mp3?raw=1',
					'http://www.dropbox.com/s/abc/talk.mp3?raw=1',
				],
			]) {
				links.answer(file(content));
				expectStored(await run(operation, parameters(given)));
				expect(links.calls).toEqual([called]);
			}
		},
	);

	test.each([
		'http://docs.google.com/document/d/1AbC/export/pdf',
		'http://docs.google.com/presentation/d/1AbC/export/png',
		'http://docs.google.com/spreadsheets/d/e/2PACX-1/pub?output=csv',
		'http://drive.google.com/u/0/uc?id=1AbC',
		'http://download.wetransfer.com/eugv/abc/talk.mp3?token=x',
		'http://player.vimeo.com/play/abc?s=x',
	])('that is none is asked, and its answer decides: %s', async (sourceUrl) => {
		const parameters = { uploadSource: 'url', sourceUrl };
		links.answer(file(content));
		expectStored(await run('asset:upload', parameters));
		expect(links.calls).toEqual([sourceUrl]);
		links.answer(file(Buffer.from('<!doctype html><html>')));
		expect((await run('asset:upload', parameters)).error.context.code).toBe('URL_NOT_A_FILE');
	});

	test.each(DOWNLOADED)(
		'is refused by %s, unless the user skips the checks; its direct form goes to Verbit',
		async (operation, field, parameters) => {
			for (const url of [SHARED, FOLDER]) await expectShareLink(operation, field, parameters(url));
			const skip = { options: { allowShortLivedUrl: true } };
			for (const [url, more] of /** @type {Array<[string, object]>} */ ([
				[DIRECT, {}],
				[SHARED, skip],
				[FOLDER, skip],
			])) {
				world.emulator.journal.clear();
				expect((await run(operation, { ...parameters(url), ...more })).error).toBeUndefined();
				const sent = world.emulator.journal.flatMap(({ body }) => Object.values(Object(body)));
				expect(sent.filter((value) => value === url)).toHaveLength(1);
			}
			expect(links.calls).toEqual([]);
		},
	);
});
