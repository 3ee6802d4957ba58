const { statSync } = require('node:fs');
const { Writable } = require('node:stream');
const { buffer } = require('node:stream/consumers');
const { pipeline } = require('node:stream/promises');
const { gzipSync } = require('node:zlib');
const { until } = require('../support/until');
const { file, useLinkServer } = require('./linkServer');
const { openSources, useWorld } = require('./world');

const world = useWorld();
const links = useLinkServer();
afterEach(async () => {
	expect(openSources()).toEqual([]);
	// What has ended is closed a moment later. A connection that is kept open stays for far longer.
	await until(isClosed);
});

const MIB = 1024 * 1024;

/** @param {any} [parameters] */
async function getCaptions(parameters = {}) {
	// With the job's name in the item nobody has to ask for it.
	const input = [{ json: { job_name: 'talk' } }];
	const all = { jobId: world.jobThatIs('Completed'), ...parameters };
	const { items, saved } = await world.run('job:getCaptions', input, all);
	return { item: items[0], saved };
}

/** Whether no client in this process holds a socket: the servers' own ends have another port. */
function isClosed() {
	const { emulator } = world;
	const urls = [emulator.baseUrl, emulator.storeUrl, String(links.url)];
	const ports = urls.map((url) => Number(new URL(url).port));
	// Node.js has no public way to ask; this one has been there since its beginnings.
	const handles = /** @type {any} */ (process)._getActiveHandles();
	return !handles.some((/** @type {any} */ { remotePort }) => ports.includes(remotePort));
}

/** @param {Partial<import('../emulator/faults').Fault>} fault that befalls the next call for captions */
const answer = (fault) => world.fault('get_caption', fault);

/** @param {string} location */
const redirectTo = (location) => answer({ status: 302, headers: { location }, times: 9 });

describe('a redirect', () => {
	test('to another path at Verbit is followed, with the token', async () => {
		const query = { v: '3', job_id: String(world.jobThatIs('Completed')), caption_format: 'srt' };
		redirectTo(`/api/job/draft?${new URLSearchParams(query)}`);
		const { item } = await getCaptions();
		expect(await world.fileOf(item)).toEqual(world.emulator.captions('srt'));
		const call = { operation: 'draft', authScheme: 'bearer', query };
		expect(world.emulator.journal.at(-1)).toMatchObject(call);
		expect(Object.keys(world.emulator.journal.at(-1)?.query ?? {})).toEqual(Object.keys(query));
	});

	test('with a long body is left without reading it, and its connection closed', async () => {
		links.answer((_request, response) => {
			response.writeHead(302, { location: '/file' });
			response.write(Buffer.alloc(MIB));
			links.answer(file(Buffer.from('00:01,000 --> 00:02,000')));
		});
		redirectTo(`${links.url}/endless`);
		const { item } = await getCaptions();
		expect(item.json.bytes).toBe(23);
		await links.hasNoConnections();
	});
});

describe('instead of the file', () => {
	const utf16 = Buffer.from('{"ErrorType":"INVALID_OPTION"}', 'utf16le').swap16();

	/** `test/unit/captions/fileJudge.test.js` has the others. */
	test.each([
		['an error in UTF-16', { status: 302, body: utf16 }, '200 INVALID_OPTION'],
		['a page with another status', { status: 502, body: '<html>' }, '502 and a web page'],
		['a part', { status: 206, body: '1\n00:00' }, 'only a part of the file'],
		['too early', { status: 202, body: 'Processing' }, '(returned 202 and no file yet)'],
	])('is %s, which the error names', async (_what, fault, message) => {
		links.answer(file(utf16, { 'content-type': 'text/plain' }));
		answer({ times: 9, headers: { location: `${links.url}/x` }, ...fault });
		const { error } = await world.failing(getCaptions());
		expect(error.message).toContain(message);
		expect(error.description).toMatch(/\.$/);
	});

	test('comes 200 for a token that is refused, which is renewed once', async () => {
		world.set({ badTokenAnswer: 200 });
		await getCaptions();
		world.emulator.clock.advance(25 * 3_600_000);
		world.emulator.journal.clear();
		const { item } = await getCaptions();
		expect(item.json.bytes).toBe(world.emulator.captions('srt').length);
		expect(world.calls()).toEqual(['get_caption 200', 'auth 200', 'get_caption 200']);
	});
});

describe('a connection that breaks', () => {
	const cut = { kind: 'cutDownload', bytes: MIB, times: 2 };
	const TO_STORE = { captionDelivery: 'redirect', captionRedirectStatus: 307 };

	test.each([
		['under the file', 'get_caption', cut, {}, 3],
		// It must come twice alike.
		['under a file without a length', 'get_caption', cut, { captionLength: false }, 4],
		// The URL of a store is signed for minutes.
		['at a busy store', 'get', { status: 503, times: 2 }, TO_STORE, 3],
	])('%s has it downloaded anew', async (_where, operation, fault, switches, calls) => {
		const captionBytes = 3 * MIB + 17;
		world.set({ captionBytes, ...switches });
		world.fault(operation, fault);
		const { item } = await getCaptions();
		expect(item.json.bytes).toBe(captionBytes);
		expect(await world.fileOf(item)).toHaveLength(captionBytes);
		expect(world.count('get_caption')).toBe(calls);
		const ofParts = world.emulator.journal.filter(({ headers }) => headers.range !== undefined);
		expect(ofParts).toEqual([]);
	});

	test('by stalling is noticed and named, and the file is downloaded again', async () => {
		world.set({ captionBytes: 3 * MIB });
		answer({ kind: 'stallDownload', bytes: MIB });
		const stalled = getCaptions();
		await world.expire('get_caption');
		expect((await stalled).item.json.bytes).toBe(3 * MIB);
		expect(world.count('get_caption')).toBe(2);
		answer({ kind: 'stallDownload', bytes: MIB, times: 9 });
		const failing = world.failing(getCaptions());
		await world.expire('get_caption', 4);
		expect((await failing).error.message).toContain('ETIMEDOUT');
	});
});

test.each([
	['file', 'is shorter than its Content-Length', 'Content-Length: 480000\r\n\r\n'],
	['file', 'ends before its last chunk', 'Transfer-Encoding: chunked\r\n\r\n20000\r\n'],
	['text', 'ends before its last chunk', 'Transfer-Encoding: chunked\r\n\r\n20000\r\n'],
])('a download as %s that %s is no success', async (outputAs, _what, head) => {
	// The connection is ended properly: no reset tells of the break.
	links.answer(({ socket }) => {
		socket.end(`HTTP/1.1 200 OK\r\n${head}${'x'.repeat(0x20000)}\r\n`);
	});
	redirectTo(`${links.url}/x.txt`);
	const { items, error } = await world.failing(getCaptions({ captionFormat: 'txt', outputAs }));
	expect(items).toEqual([]);
	expect(error.context.code).toBe('DOWNLOAD_INTERRUPTED');
	expect(error.message).toContain(new URL(String(links.url)).host);
	expect(links.calls).toHaveLength(4);
});

const CUES = Buffer.from('1\n00:01,000 --> 00:02,000\nHi\n\n'.repeat(300));

/** @typedef {import('./linkServer').Answer} Answer */

/** In whole chunks. @param {Buffer} content @returns {Answer} */
const packed = (content) => (_request, response) =>
	void response.writeHead(200, { 'content-encoding': 'gzip' }).end(content);

/** Without an announced end. @param {Buffer} content @param {string} [header] @returns {Answer} */
const untilClosed =
	(content, header = 'Connection: close') =>
	({ socket }) =>
		socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`), content]));

const cut = (/** @type {Buffer} */ content, length = 500) => content.subarray(0, length);
const inChunks = (/** @type {Buffer} */ content) => untilClosed(content, 'Transfer-Encoding: gzip');

const PDF = Buffer.from(`%PDF-1.7\n${'x'.repeat(1000)}\n%%EOF`);
const PARTS = [cut(CUES), CUES, cut(CUES, 900), CUES];

/** `test/unit/captions/fileJudge.test.js` has the end of each format. */
test.each([
	['ends as its format does', 'pdf', [untilClosed(PDF)], 1],
	['may go on as a text', 'srt', [untilClosed(CUES)], 2],
	['is said to be packed', 'srt', [inChunks(cut(CUES)), inChunks(CUES)], 3],
	['is packed', 'srt', [packed(cut(gzipSync(CUES), 60)), packed(gzipSync(CUES))], 3],
	['is cut off', 'srt', PARTS.map((part) => untilClosed(part)), 4],
	['is called whole, and is not', 'pdf', [file(cut(PDF)), file(PDF)], 2],
])('a file that %s is downloaded until it is surely whole, or came twice alike', async (...row) => {
	const [_what, captionFormat, answers, calls] = row;
	links.answer(...answers);
	redirectTo(`${links.url}/x`);
	const { item } = await getCaptions({ captionFormat });
	const content = captionFormat === 'srt' ? CUES : PDF;
	expect((await world.fileOf(item)).equals(content)).toBe(true);
	expect(links.calls).toHaveLength(calls);
});

test('a file that is another one each time is no file', async () => {
	links.answer(...[100, 200, 300, 400, 500].map((length) => untilClosed(cut(CUES, length))));
	redirectTo(`${links.url}/x`);
	const { error } = await world.failing(getCaptions({ outputAs: 'text', captionFormat: 'srt' }));
	expect([error.context.code, links.calls.length]).toEqual(['CAPTIONS_NOT_COMPLETE', 5]);
	expect(error.message).toContain('a file of unknown length that was not the same twice');
	expect(error.description).toContain("'Check File' turned off");
});

test("a file that takes longer than a call's time limit arrives, and is stored while it comes", async () => {
	world.set({ captionBytes: 2 * MIB });
	let chunks = 0;
	const betweenChunks = async () => {
		chunks++;
		// By then the node has seen the beginning.
		if (chunks === 8)
			await world.until(() => openSources().some((stored) => statSync(stored).size > 0));
		await world.roundTrip();
		// A minute without a byte ends a transfer. Each step is a small part of it, as a busy disk may be slow to take a chunk.
		world.limits.pass(chunks > 8 ? 4_000 : 0);
	};
	answer({ kind: 'slow', betweenChunks });
	const { item } = await getCaptions();
	expect(item.json.bytes).toBe(2 * MIB);
	expect([chunks > 8 + 60 / 4, world.count('get_caption')]).toEqual([true, 1]);
});

test.each([
	['a file that moves', { kind: 'slow', bytesPerSecond: MIB }],
	['a service that does not answer', { kind: 'stall' }],
])('a cancel ends %s, and leaves no connection', async (_what, fault) => {
	world.set({ captionBytes: 100 * MIB });
	answer(/** @type {any} */ (fault));
	const jobId = world.jobThatIs('Completed');
	const run = world.startRun('job:getCaptions', [{}], { jobId });
	await world.until(() => world.count('get_caption') > 0);
	await world.roundTrip();
	run.cancel();
	// What stands still is given up after a minute, and the file that moves takes two.
	await run.nodeEnded;
	await world.until(() => isClosed() && openSources().length === 0);
	expect(world.count('get_caption')).toBe(1);
});

test.each([
	['at once', 0],
	['in its middle', 100_000],
])('a file that n8n gives up %s says so, and is not fetched again', async (_when, free) => {
	let left = free;
	const disk = new Writable({
		write(chunk, _encoding, callback) {
			left -= chunk.length;
			callback(left < 0 ? new Error('ENOSPC: no space') : null);
		},
	});
	const store = jest.spyOn(world.engine.binaryData, 'store');
	store.mockImplementation(async (_location, content, data) => {
		await pipeline(/** @type {any} */ (content), disk);
		return data;
	});
	world.set({ captionBytes: MIB });
	const { error } = await world.failing(getCaptions());
	expect(error.message).toContain("n8n couldn't store the file: ENOSPC: no space");
	expect(world.count('get_caption')).toBe(1);
});

test('a file that broke off is fetched again where n8n takes what came of it for the file', async () => {
	const store = jest.spyOn(world.engine.binaryData, 'store');
	store.mockImplementationOnce(async (_location, content, data) => {
		await buffer(/** @type {any} */ (content)).catch(() => undefined);
		return data;
	});
	answer({ kind: 'cutDownload', bytes: 100_000 });
	world.set({ captionBytes: MIB });
	expect((await getCaptions()).item.json.bytes).toBe(MIB);
	expect(world.count('get_caption')).toBe(2);
});
