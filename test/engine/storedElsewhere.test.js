/**
 * Files that n8n keeps in S3, Azure or a database: their streams come over a connection, which may break. The storage here
 * is one that n8n's own service of binary data is given, and reads over a real connection as n8n reads from S3.
 */
const { once } = require('node:events');
const http = require('node:http');
const { randomBytes } = require('node:crypto');
const { cutHalfway, file, LinkServer } = require('./linkServer');
const { useWorld } = require('./world');

const world = useWorld();
const storage = new LinkServer();

/** @type {unknown[]} */
const uncaught = [];
const onUncaught = (/** @type {unknown} */ error) => uncaught.push(error);

beforeAll(async () => {
	await storage.start();
	world.engine.binaryData.setManager('s3', /** @type {any} */ (new RemoteStorage()));
	process.on('uncaughtExceptionMonitor', onUncaught);
});
beforeEach(() => uncaught.splice(0));
afterEach(() => expect(uncaught).toEqual([]));
afterAll(async () => {
	process.off('uncaughtExceptionMonitor', onUncaught);
	await storage.stop();
});

const content = randomBytes(6_000_000);

/** What the storage fails with when it is asked about the file, one for each call. @type {Error[]} */
const metadataErrors = [];
beforeEach(() => metadataErrors.splice(0));

/** What n8n asks a storage for. */
class RemoteStorage {
	/** As the client of S3 gives it: the response itself. @param {string} fileId */
	async getAsStream(fileId) {
		const [response] = await once(http.get(`${storage.url}/${fileId}`), 'response');
		return response;
	}

	async getMetadata() {
		const error = metadataErrors.shift();
		if (error !== undefined) throw error;
		return { fileName: 'talk.wav', mimeType: 'audio/wav', fileSize: content.length };
	}
}

const item = {
	binary: { data: { id: 's3:file-1', data: 's3', fileName: 'talk.wav', mimeType: 'audio/wav' } },
};

/** The headers alone, and then the connection is cut. @type {import('./linkServer').Answer} */
const cutAtOnce = (_request, response) => {
	response.writeHead(200, { 'content-length': content.length });
	response.flushHeaders();
	setImmediate(() => response.destroy());
};

/** Has each call of add_asset take so long that a stream breaks meanwhile, which is open already. */
const delayAddAsset = () =>
	world.emulator.faults.add({
		where: 'service',
		operation: 'add_asset',
		kind: 'delay',
		delayMs: 1000,
		times: 9,
	});

/** @param {{ maxAttempts?: number, stallTimeout?: number }} [options] */
async function upload(options = {}) {
	const { items, error } = await world.run('asset:upload', [item], {
		jobId: world.newJob(),
		options,
	});
	return { json: items[0]?.json, error };
}

/** @param {any} json @param {number} attempts */
function expectStored(json, attempts) {
	expect(json).toMatchObject({ attempts, bytes: content.length, integrity: 'verified' });
	expect(world.stored(json.asset_id).equals(content)).toBe(true);
	expect(Object.keys(world.emulator.state.data.objects)).toHaveLength(1);
}

/** @param {any} error */
function expectUnreadable(error) {
	expect(error.context.code).toBe('FILE_UNREADABLE');
	expect(error.message).toMatch(
		/^Upload "talk.wav" for job \d+: the file couldn't be read from n8n's storage \((aborted|ECONNRESET)\)/,
	);
	expect(error.description).toContain("check n8n's storage for files");
	expect(Object.keys(world.emulator.state.data.objects)).toEqual([]);
}

test('a file is read over its connection once, and stored byte for byte', async () => {
	storage.answer(file(content));
	const { json } = await upload();
	expectStored(json, 1);
	expect(storage.calls).toEqual(['/file-1']);
});

describe('a stream that breaks before its PUT', () => {
	test('is opened again, and the file is stored whole', async () => {
		delayAddAsset();
		storage.answer(cutAtOnce, file(content));
		const { json, error } = await upload();
		expect(error).toBeUndefined();
		expectStored(json, 2);
		// Nothing was sent of the first.
		expect(world.count('put')).toBe(1);
	});

	test('each time ends as an error that says so, and nothing is sent', async () => {
		delayAddAsset();
		storage.answer(cutAtOnce);
		const { error } = await upload({ maxAttempts: 2 });
		expectUnreadable(error);
		expect(storage.calls).toHaveLength(2);
		expect(world.count('put')).toBe(0);
		await storage.hasNoConnections();
	});
});

describe('a stream that breaks during its PUT', () => {
	test('is opened again, and the file is stored whole', async () => {
		storage.answer(cutHalfway(content), file(content));
		const { json, error } = await upload();
		expect(error).toBeUndefined();
		expectStored(json, 2);
	});

	test('each time ends as an error that says so, and the storage keeps nothing', async () => {
		storage.answer(cutHalfway(content));
		const { error } = await upload({ maxAttempts: 2 });
		expectUnreadable(error);
		expect(storage.calls).toHaveLength(2);
		await storage.hasNoConnections();
	});
});

test('a stream that stops without an end is named, and not the storage behind the upload URL', async () => {
	storage.answer((_request, response) => {
		response.writeHead(200, { 'content-length': content.length });
		response.write(content.subarray(0, 1_000_000));
	});
	const { error } = await upload({ maxAttempts: 1, stallTimeout: 1 });
	expect(error.context.code).toBe('FILE_UNREADABLE');
	expect(error.message).toContain(
		"couldn't be read from n8n's storage (no data within 'Stall Timeout')",
	);
	await storage.hasNoConnections();
});

describe('a storage that does not say how long a file is', () => {
	const refused = () =>
		Object.assign(new Error('Request to S3 failed'), {
			cause: Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' }),
		});

	test('is asked again, and the file is stored whole', async () => {
		metadataErrors.push(refused(), refused());
		storage.answer(file(content));
		const { json, error } = await upload();
		expect(error).toBeUndefined();
		expectStored(json, 1);
	});

	test('is named after some attempts: its file is not called deleted', async () => {
		metadataErrors.push(...Array.from({ length: 9 }, refused));
		const { error } = await upload();
		expect(error.context.code).toBe('FILE_UNREADABLE');
		expect(error.message).toBe(
			`Upload "talk.wav": the file couldn't be read from n8n's storage (ECONNREFUSED)`,
		);
		expect(world.calls()).toEqual([]);
	});

	test('is waited for once, however many files there are', async () => {
		metadataErrors.push(...Array.from({ length: 20 }, refused));
		const items = Array(10).fill(item);
		const { error } = await world.run('asset:upload', items, { jobId: world.newJob() });
		expect(error.context).toMatchObject({ code: 'FILE_UNREADABLE', itemIndex: 0 });
		expect(metadataErrors).toHaveLength(20 - 4 - 9);
	});

	test('has no file where it says so', async () => {
		const notFound = Object.assign(new Error('UnknownError'), { name: 'NotFound' });
		metadataErrors.push(Object.assign(new Error('Request to S3 failed'), { cause: notFound }));
		const { error } = await upload();
		expect(error.context.code).toBe('FILE_DELETED');
		expect(metadataErrors).toEqual([]);
	});
});
