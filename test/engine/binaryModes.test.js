const { useDetached } = require('../support/detached');
const { randomFile, useWorld } = require('./world');

const world = useWorld('filesystem');
const detached = useDetached();
const combined = { settings: /** @type {any} */ ({ binaryMode: 'combined' }) };

test.each([1, 65_535, 65_536, 65_537, 1_048_575, 1_048_576, 1_048_577, 5_000_001])(
	'a file of %d bytes that n8n keeps on disk is stored byte for byte',
	async (bytes) => {
		const file = randomFile(bytes);
		const { items } = await world.run('asset:upload', [{ files: { data: file } }], {
			jobId: world.newJob(),
		});
		expect(items[0].json).toMatchObject({ bytes, integrity: 'verified' });
		expect(world.stored(String(items[0].json.asset_id)).equals(file.content)).toBe(true);
	},
);

test('the memory of a file on disk is freed as it is sent, in each attempt', async () => {
	world.emulator.faults.add({ where: 'store', kind: 'status', status: 503 });
	const files = { data: randomFile(10_000_000) };
	const { items } = await world.run('asset:upload', [{ files }], { jobId: world.newJob() });
	expect(items[0].json).toMatchObject({ attempts: 2, integrity: 'verified' });
	expect(detached.bytes).toBe(20_000_000);
});

describe('in a workflow with combined binary data', () => {
	const files = { data: randomFile(100, 'a.wav'), 'two words': randomFile(200, 'b.wav') };

	test.each([
		['data', ['a.wav']],
		['_files.data', ['a.wav']],
		['two words', ['b.wav']],
		['*', ['a.wav', 'b.wav']],
	])('the files named by "%s" are uploaded', async (binaryPropertyName, names) => {
		const { items, error } = await world.run(
			'asset:upload',
			[{ files }],
			{ jobId: world.newJob(), binaryPropertyName },
			combined,
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.file_name)).toEqual(names);
	});

	test('a field that is not there is refused by name', async () => {
		const parameters = { jobId: world.newJob(), binaryPropertyName: 'video' };
		const { error } = await world.run('asset:upload', [{ files }], parameters, combined);
		expect(error.message).toContain(
			"No file found in field 'video': this item has files in data, two words",
		);
	});
});
