const { Readable } = require('node:stream');
const v8 = require('node:v8');
const { runInNewContext } = require('node:vm');
const { binarySource } = require('../../../nodes/Verbit/sources/binarySource');
const { readTransferOptions } = require('../../../nodes/Verbit/upload/transferOptions');
const { HEADS } = require('../../support/recordings/heads');
const { useTimeLimits } = require('../../support/timeLimits');
const { until } = require('../../support/until');

const limits = useTimeLimits();

v8.setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collectGarbage = runInNewContext('gc');

/** @param {object} binary @param {object} [helpers] @param {import('n8n-workflow').IDataObject} [overrides] */
const sourceOf = async (binary, helpers = {}, overrides = {}) =>
	await binarySource(
		/** @type {any} */ ({ helpers, addExecutionHints, getExecutionCancelSignal: () => undefined }),
		'data',
		/** @type {any} */ ({ mimeType: 'audio/wav', fileName: 'talk.wav', ...binary }),
		readTransferOptions(overrides),
	);

/** @param {Buffer} content */
const storing = (content, fileSize = content.length) => ({
	getBinaryMetadata: async () => ({ fileSize }),
	getBinaryStream: jest.fn(async () => Readable.from([content])),
});

const [, OGG] = HEADS.Ogg;
const addExecutionHints = jest.fn();
const { signal } = new AbortController();

test("a webhook's file is the same one after n8n has moved it to the folder of its execution", async () => {
	const identityOf = async (/** @type {string} */ id) =>
		(await sourceOf({ id, data: 'filesystem-v2' }, storing(OGG))).subject;
	const folder = 'filesystem-v2:workflows/W/executions';
	const before = await identityOf(`${folder}/temp/binary_data/0a1b`);
	expect(before).toBeDefined();
	expect(await identityOf(`${folder}/17/binary_data/0a1b`)).toBe(before);
	expect(await identityOf(`${folder}/17/binary_data/2c3d`)).not.toBe(before);
});

test.each([
	['aGVs\r\nbG8=', 5],
	['data:audio/wav;base64,aGVsbA==', 4],
	['aGVsbA', 4],
	['-_-_', 3],
])('the base64 %j has %d bytes', async (data, size) => {
	expect(await sourceOf({ data })).toMatchObject({ size });
});

test.each(
	/** @type {Array<[unknown, string]>} */ ([
		...['aGVsb', 'aGVsbA=', 'aGVsbG8===', 'aG=s', 'hello!', 'abcddata:a;base64,aGVs'].map(
			(data) => [data, "isn't valid base64"],
		),
		...['', 5, 'newstore'].map((data) => [data, 'is empty']),
	]),
)('a file in the item with %j is none: it %s', async (data, fault) => {
	const message = expect.stringContaining(`field 'data' ${fault}`);
	await expect(sourceOf({ data })).rejects.toMatchObject({
		details: { code: 'FILE_INVALID', message },
	});
});

test.each([-1, NaN, 2 ** 60])('a stored size of %d bytes is none', async (fileSize) => {
	const stored = sourceOf({ id: 'x:1' }, { getBinaryMetadata: async () => ({ fileSize }) });
	const message = expect.stringContaining('has no known size');
	await expect(stored).rejects.toMatchObject({ details: { code: 'FILE_INVALID', message } });
});

test('a stored file is read by the mebibyte, its memory is left alone, and its late errors are heard', async () => {
	const helpers = storing(OGG);
	const { open } = await sourceOf({ id: 's3:1' }, helpers);
	const { content, ...media } = await open(signal);
	expect(media).toMatchObject({ size: OGG.length, ownsChunks: false });
	expect(helpers.getBinaryStream).toHaveBeenLastCalledWith('s3:1', 2 ** 20);
	expect(() => content.emit('error', new Error('late'))).not.toThrow();
});

test('name and type are those that the user sets, or what is known of the file', async () => {
	const own = { fileName: 'own', contentType: 'video/mp4' };
	expect(await sourceOf({ id: 'x:1' }, storing(OGG), own)).toMatchObject({ fileName: 'own' });
	const nameless = { data: 'aGVs', fileName: undefined };
	expect((await sourceOf(nameless, {}, { contentType: 'video/mp4' })).fileName).toBe('data.mp4');
	expect((await sourceOf({ ...nameless, fileExtension: 'm4a' })).fileName).toBe('data.m4a');
});

test.each([
	['s3:1', 'ENOENT', { code: 'FILE_DELETED' }],
	['s3:1', 'ECONNRESET', { code: 'FILE_UNREADABLE', retriable: true }],
	['filesystem-v2:1', 'EACCES', { code: 'FILE_UNREADABLE', retriable: false }],
])('a file with the ID %s and the error %s can not be read: %j', async (id, error, told) => {
	const failing = async () => {
		throw Object.assign(new Error('x'), { code: error });
	};
	const details = { fileName: 'talk.wav', ...told };
	const measured = sourceOf({ id }, { getBinaryMetadata: failing });
	await expect(measured).rejects.toMatchObject({ details });
	const helpers = storing(OGG);
	const { open } = await sourceOf({ id }, helpers);
	helpers.getBinaryStream.mockImplementation(failing);
	await expect(open(signal)).rejects.toMatchObject({ details });
});

test.each([
	['database:1', 2 ** 26, 1],
	['database:1', 2 ** 26 - 1, 0],
	['filesystem-v2:1', 2 ** 26, 0],
	[undefined, 3 * 2 ** 25, 1],
])('a file of %s with %d bytes brings %d hints about memory', async (id, fileSize, hints) => {
	addExecutionHints.mockClear();
	const data = id === undefined ? 'A'.repeat((fileSize / 3) * 4) : undefined;
	await sourceOf({ id, data }, storing(OGG, fileSize));
	const hint = { message: expect.stringContaining('talk.wav'), type: 'warning' };
	expect(addExecutionHints.mock.calls).toMatchObject(Array(hints).fill([hint]));
});

describe('only the beginning of a stored file is read', () => {
	test('again where a storage over a network dropped, and no more where it is a disk', async () => {
		const dropping = async () =>
			new Readable({
				read() {
					this.destroy(Object.assign(new Error('x'), { code: 'ECONNRESET' }));
				},
			});
		const helpers = storing(OGG);
		helpers.getBinaryStream.mockImplementationOnce(dropping);
		expect((await sourceOf({ id: 's3:1' }, helpers)).notARecording).toBeUndefined();
		helpers.getBinaryStream.mockImplementationOnce(dropping);
		const details = { code: 'FILE_UNREADABLE', message: expect.stringContaining('ECONNRESET') };
		await expect(sourceOf({ id: 'filesystem-v2:1' }, helpers)).rejects.toMatchObject({ details });
	});

	test('after its size, which a storage over a network is asked for again', async () => {
		const getBinaryMetadata = jest.fn().mockRejectedValueOnce(new Error('x'));
		getBinaryMetadata.mockResolvedValue({ fileSize: 9 });
		const source = await sourceOf({ id: 's3:1' }, { ...storing(OGG), getBinaryMetadata });
		expect(source).toMatchObject({ size: 9 });
	});

	test('and not kept until the file is sent', async () => {
		const used = () => {
			collectGarbage();
			// Buffers are freed beside the collection, and counted until then. The next one waits for that.
			collectGarbage();
			return process.memoryUsage().arrayBuffers;
		};
		const helpers = storing(Buffer.concat([OGG], 4096));
		const before = used();
		const sources = [];
		while (sources.length < 300) sources.push(await sourceOf({ id: 'x:1' }, helpers));
		expect(used() - before).toBeLessThan(2 ** 19);
		expect(new Set(sources).size).toBe(300);
	});

	test('for as long as something comes', async () => {
		const getBinaryStream = async () => new Readable({ read() {} });
		const helpers = { ...storing(OGG), getBinaryStream };
		const stuck = sourceOf({ id: 's3:1' }, helpers, { stallTimeout: 1, maxAttempts: 1 });
		await until(() => limits.areSet());
		limits.pass(1000);
		const message = expect.stringContaining("no data within 'Stall Timeout'");
		await expect(stuck).rejects.toMatchObject({ details: { code: 'FILE_UNREADABLE', message } });
	});
});
