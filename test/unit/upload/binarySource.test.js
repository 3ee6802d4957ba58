const { binarySource } = require('../../../nodes/Verbit/upload/binarySource');
const { readTransferOptions } = require('../../../nodes/Verbit/upload/transferOptions');

/** @param {object} binary @param {object} [helpers] */
const sourceOf = async (binary, helpers = {}) =>
	await binarySource(
		/** @type {any} */ ({ helpers }),
		/** @type {any} */ ({
			file: { mimeType: 'audio/wav', fileName: 'talk.wav', ...binary },
			name: 'data',
		}),
		readTransferOptions({}),
	);

const helpers = { getBinaryMetadata: async () => ({ fileSize: 5 }) };

test("a webhook's file is the same one after n8n has moved it to the folder of its execution", async () => {
	const identityOf = async (/** @type {string} */ id) =>
		(await sourceOf({ id, data: 'filesystem-v2' }, helpers)).identity;
	const folder = 'filesystem-v2:workflows/W/executions';
	const before = await identityOf(`${folder}/temp/binary_data/0a1b`);
	expect(before).toBeDefined();
	expect(await identityOf(`${folder}/17/binary_data/0a1b`)).toBe(before);
	expect(await identityOf(`${folder}/17/binary_data/2c3d`)).not.toBe(before);
});

test.each([
	['aGVsbG8=', 5],
	['aGVsbG8', 5],
	['aGVs\r\nbG8=', 5],
	['data:audio/wav;base64,aGVsbA==', 4],
	['aGVsbA', 4],
	['-_-_', 3],
])('the base64 %j has %d bytes', async (data, size) => {
	expect(await sourceOf({ data })).toMatchObject({ size });
});

test.each(['aGVsb', 'aGVsbA=', 'aGVsbG8==', 'aGVsbG8===', 'a', '=', 'aG=s', 'hello!'])(
	'%j is no whole base64',
	async (data) => {
		await expect(sourceOf({ data })).rejects.toThrow("isn't valid base64");
	},
);

test.each([-1, NaN, 2 ** 60])('a stored size of %d bytes is none', async (fileSize) => {
	const stored = sourceOf({ id: 'x:1' }, { getBinaryMetadata: async () => ({ fileSize }) });
	await expect(stored).rejects.toMatchObject({ details: { code: 'FILE_INVALID' } });
});
