const { existsSync, readFileSync } = require('node:fs');
const http = require('node:http');
const { put, useEmulator } = require('../support/emulatorClient');
const { until } = require('../support/until');

const client = useEmulator();

/** Large enough not to fit into the buffers of a connection. */
const LARGE = 'x'.repeat(20_000_000);

/** @param {import('./faults').Fault[]} faults */
const add = (...faults) => client.emulator.faults.add(...faults);

const lastEntry = () => client.emulator.journal.at(-1);

/** @param {string} [content] */
async function upload(content = 'speech') {
	const { id, url } = await client.addAsset();
	const reply = await put(url, content).catch((error) => error);
	return { ...reply, code: reply.code, isStored: existsSync(client.emulator.objectPath(id)) };
}

test('a status with headers and a body comes once, and then the store works again', async () => {
	const headers = { 'Retry-After': '2' };
	add({ where: 'store', kind: 'status', status: 503, headers });
	const refused = await upload();
	expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, isStored: false });
	expect(refused.text).toContain('<Code>SlowDown</Code>');
	expect(await upload()).toMatchObject({ status: 200, isStored: true });
});

test('faults come as often as they say, and in their order', async () => {
	add({ where: 'store', kind: 'status', status: 500, times: 2 });
	add({ where: 'store', kind: 'status', status: 403, body: 'Request has expired' });
	const statuses = [];
	for (let attempt = 0; attempt < 4; attempt++) statuses.push((await upload()).status);
	expect(statuses).toEqual([500, 500, 403, 200]);
});

test('a fault waits for its host and its operation', async () => {
	add({ where: 'service', operation: 'add_media', kind: 'status', status: 500 });
	expect(await upload()).toMatchObject({ status: 200 });
	expect((await client.call('POST /job/add_media', {})).status).toBe(500);
	expect(lastEntry()).toMatchObject({ operation: 'add_media', status: 500, fault: 'status' });
});

test('an object as a body is answered as JSON', async () => {
	const body = { ErrorType: 'INVALID_QUERY', ErrorComment: 'no' };
	add({ where: 'service', kind: 'status', status: 400, body });
	expect((await client.call('GET /job/info')).json).toEqual(body);
});

test('cutAfterBytes cuts the connection in the middle, and nothing is stored', async () => {
	add({ where: 'store', kind: 'cutAfterBytes', bytes: 100_000 });
	const { code, isStored } = await upload(LARGE);
	expect(code).toMatch(/ECONNRESET|EPIPE/);
	expect(isStored).toBe(false);
	expect(lastEntry()?.bytes).toBeGreaterThanOrEqual(100_000);
	expect(lastEntry()).toMatchObject({ status: null, fault: 'cutAfterBytes' });
});

test('dropConnection gives no answer', async () => {
	add({ where: 'service', kind: 'dropConnection' });
	await expect(client.call('GET /job/info')).rejects.toThrow('socket hang up');
	expect(lastEntry()).toMatchObject({ operation: 'job_info', status: null });
});

test('stall reads a part, and then neither reads nor answers', async () => {
	add({ where: 'store', kind: 'stall', bytes: 100_000 });
	const { id, url } = await client.addAsset();
	const request = http.request(url, {
		method: 'PUT',
		headers: { 'Content-Length': LARGE.length },
	});
	const ended = new Promise((resolve) => request.once('error', resolve));
	let isFlushed = false;
	request.end(LARGE, () => (isFlushed = true));
	await until(() => Number(lastEntry()?.bytes) >= 100_000);
	const { bytes } = /** @type {import('./journal').JournalEntry} */ (lastEntry());
	await new Promise((resolve) => setTimeout(resolve, 100));
	expect(lastEntry()?.bytes).toBe(bytes);
	expect(isFlushed).toBe(false);
	request.destroy(new Error('given up'));
	await ended;
	expect(existsSync(client.emulator.objectPath(id))).toBe(false);
});

test('redirect answers 307 with a Location', async () => {
	add({ where: 'store', kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' });
	const { status, headers, isStored } = await upload();
	expect([status, headers.location]).toEqual([307, 'http://127.0.0.1:9/elsewhere']);
	expect(isStored).toBe(false);
});

test('earlyRefusal answers 403 before it reads the body, and then cuts the connection', async () => {
	add({ where: 'store', kind: 'earlyRefusal' });
	const { url } = await client.addAsset();
	const request = http.request(url, { method: 'PUT', headers: { 'Content-Length': 10 ** 9 } });
	request.write('x');
	const status = await new Promise((resolve) => {
		request.once('response', (response) => resolve(response.statusCode));
	});
	expect(status).toBe(403);
	await new Promise((resolve) => request.once('close', resolve).on('error', resolve));
	expect(lastEntry()).toMatchObject({ status: 403, bytes: 0 });
});

test('wrongEtag stores the content and answers the MD5 of another', async () => {
	add({ where: 'store', kind: 'wrongEtag' });
	const { headers, isStored } = await upload();
	const { headers: right } = await upload();
	expect(headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
	expect(headers.etag).not.toBe(right.etag);
	expect(isStored).toBe(true);
});

describe('answerThenDrop carries the operation out and cuts the connection:', () => {
	test('the service', async () => {
		add({ where: 'service', operation: 'add_media', kind: 'answerThenDrop' });
		const body = { media_url: 'https://example.com/a' };
		await expect(client.call('POST /job/add_media', body)).rejects.toThrow('socket hang up');
		expect((await client.call('GET /job/info')).json.media).toHaveLength(1);
		const delivered = { operation: 'add_media', status: 200, fault: 'answerThenDrop' };
		expect(client.emulator.journal.count(delivered)).toBe(1);
	});

	test('the store', async () => {
		add({ where: 'store', kind: 'answerThenDrop' });
		expect(await upload()).toMatchObject({ code: 'ECONNRESET', isStored: true });
	});
});

test('a request can be held, and the journal shows how many are under way', async () => {
	const { journal } = client.emulator;
	const held = until(() => journal.count({ operation: 'put' }) === 2);
	add({ where: 'store', kind: 'delay', held, times: 2, delayMs: 1 });
	await Promise.all([upload(), upload()]);
	const concurrencies = client.emulator.journal
		.filter(({ host }) => host === 'store')
		.map(({ concurrency }) => concurrency);
	expect(concurrencies).toEqual([1, 2]);
	await upload();
	expect(lastEntry()?.concurrency).toBe(1);
});

test('clear takes back what has not come yet, and what is no fault is refused', async () => {
	add({ where: 'store', kind: 'status' });
	client.emulator.faults.clear();
	expect((await upload()).status).toBe(200);
	expect(() => add(/** @type {any} */ ({ where: 'moon', kind: 'status' }))).toThrow(RangeError);
	expect(() => add(/** @type {any} */ ({ where: 'store', kind: 'unknown' }))).toThrow(RangeError);
});

test('an upload that the client breaks off leaves the old object', async () => {
	const { id, url } = await client.addAsset();
	await put(url, 'old');
	const request = http.request(url, { method: 'PUT', headers: { 'Content-Length': 100 } });
	request.on('error', () => undefined).write('newer');
	await until(() => lastEntry()?.bytes === 5);
	request.destroy();
	await until(() => lastEntry()?.status === 400);
	expect(readFileSync(client.emulator.objectPath(id), 'utf8')).toBe('old');
});
