const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { existsSync, readFileSync } = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { put, send, TestClient, useEmulator } = require('../support/emulatorClient');
const { until } = require('../support/until');
const { startEmulator } = require('.');

const client = useEmulator();
const DAY = 24 * 3_600_000;

describe('the clock', () => {
	test('is the real one until it is set to a date, and goes on from there', () => {
		expect(Math.abs(client.emulator.clock.now() - Date.now())).toBeLessThan(1000);
		client.emulator.clock.set('2030-01-01T00:00:00Z');
		expect(client.emulator.clock.now() - Date.UTC(2030, 0, 1)).toBeLessThan(1000);
	});

	test('does not take what is no time', () => {
		expect(() => client.emulator.clock.set('soon')).toThrow(TypeError);
	});
});

describe('a restart', () => {
	test('keeps ports, key, tokens, jobs, assets, objects, clock, switches and faults', async () => {
		const { emulator } = client;
		const { token } = (await client.authenticate()).json;
		const { id, url } = await client.addAsset();
		await put(url, 'speech');
		emulator.clock.advance(DAY / 2);
		emulator.switches.set({ addMediaAnswer: 'empty' });
		emulator.faults.add({ where: 'store', kind: 'status' });
		const before = [emulator.baseUrl, emulator.storeUrl, emulator.apiKey];
		await emulator.restart();
		expect([emulator.baseUrl, emulator.storeUrl, emulator.apiKey]).toEqual(before);
		expect(emulator.clock.now()).toBeGreaterThan(Date.now() + DAY / 2 - 1000);
		expect((await put(url, 'speech')).status).toBe(503);
		expect((await put(url, 'again')).status).toBe(200);
		client.authorization = `bearer ${token}`;
		const { status, text } = await client.call('POST /job/add_media', { asset_ids: [id] });
		expect([status, text]).toEqual([200, '']);
		expect(readFileSync(emulator.objectPath(id), 'utf8')).toBe('again');
	});
});

test('what was uploaded is removed at the end', async () => {
	const emulator = await startEmulator();
	expect(existsSync(emulator.dataDir)).toBe(true);
	await emulator.stop();
	expect(existsSync(emulator.dataDir)).toBe(false);
});

test('options set the key and the switches', async () => {
	const other = new TestClient();
	await other.start({ apiKey: 'my-key', switches: { tokenKind: 'opaque' } });
	const { json } = await other.authenticate('my-key');
	expect(json.token.split('.')).toHaveLength(1);
	await other.emulator.stop();
});

test('a port that is taken is an error, and leaves nothing behind', async () => {
	const { port } = new URL(client.emulator.baseUrl);
	await expect(startEmulator({ port: Number(port) })).rejects.toThrow('EADDRINUSE');
});

test('stop closes every connection, idle or in mid-upload', async () => {
	const { emulator } = client;
	const { url } = await client.addAsset();
	emulator.faults.add({ where: 'store', kind: 'stall' });
	const upload = put(url, 'speech').catch((error) => error.code);
	const idle = [emulator.authUrl, emulator.storeUrl].map((url) =>
		net.connect(Number(new URL(url).port), '127.0.0.1'),
	);
	await Promise.all(idle.map(async (socket) => await once(socket, 'connect')));
	const closed = Promise.all(idle.map(async (socket) => await once(socket.resume(), 'close')));
	await until(() => emulator.journal.at(-1)?.fault === 'stall');
	await emulator.stop();
	expect(await upload).toBe('ECONNRESET');
	await closed;
	await expect(send(emulator.authUrl, { method: 'GET' })).rejects.toThrow('ECONNREFUSED');
});

describe('over HTTP', () => {
	test('the clock, switches, faults and jobs can be changed from outside', async () => {
		const { json: job } = await client.control('POST /jobs', { profile: 'no-merge' });
		expect(client.emulator.job(job.job_id)?.profile).toBe('no-merge');
		await client.control('POST /clock', { advanceMs: DAY });
		expect(client.emulator.clock.now()).toBeGreaterThan(Date.now() + DAY - 1000);
		await client.control('POST /clock', { set: '2030-01-01T00:00:00Z' });
		expect(new Date(client.emulator.clock.now()).getUTCFullYear()).toBe(2030);
		const { json: switches } = await client.control('PUT /switches', { etag: 'opaque' });
		expect(switches).toMatchObject({ etag: 'opaque', badTokenAnswer: 401 });
		await client.control('POST /faults', { where: 'service', kind: 'status', status: 500 });
		expect((await client.call('GET /job/info')).status).toBe(500);
	});

	test('the journal can be read, and what waits or was seen be cleared', async () => {
		await client.addAsset();
		expect((await client.control('GET /health')).json).toEqual({ status: 'ok' });
		const { json: journal } = await client.control('GET /journal');
		expect(journal).toMatchObject([{ operation: 'add_asset', status: 200 }]);
		await client.control('DELETE /journal');
		client.emulator.faults.add({ where: 'service', kind: 'status', status: 500 });
		await client.control('DELETE /faults');
		expect(client.emulator.journal).toHaveLength(0);
		expect((await client.call('GET /job/info')).status).toBe(200);
	});

	test('a mistake is answered with 400 and what is wrong', async () => {
		const { status, json } = await client.control('PUT /switches', { etag: 'blue' });
		expect([status, json]).toEqual([400, { error: 'etag can not be "blue", but md5, opaque' }]);
	});
});

test('the command prints what a credential needs, and stops cleanly on SIGTERM', async () => {
	const args = [path.join(__dirname, 'cli.js'), '--port', '0', '--store-port', '0'];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const printed = String((await once(child.stdout, 'data'))[0]);
	const [, baseUrl] = /Base URL +(\S+)/.exec(printed) ?? [];
	const [, apiKey] = /API Key +(\S+)$/m.exec(printed) ?? [];
	const headers = { Authorization: `ApiToken ${apiKey}` };
	expect((await send(`${baseUrl}/profiles?v=4`, { method: 'GET', headers })).status).toBe(200);
	child.kill('SIGTERM');
	expect(await once(child, 'exit')).toEqual([0, null]);
});
