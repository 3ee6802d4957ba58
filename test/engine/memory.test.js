const { useDetached } = require('../support/detached');
const { captionsOf, completedJob } = require('./captionJobs');
const { randomFile, useWorld } = require('./world');

/** n8n's word for memory. */
const world = useWorld('default');
const detached = useDetached();

/** Sizes around the chunks that n8n and the network work in. */
test.each([1, 65_535, 65_536, 65_537, 1_048_576, 3_000_001])(
	'a file of %d bytes that n8n keeps in memory is stored byte for byte',
	async (bytes) => {
		const file = randomFile(bytes);
		const { items, error } = await world.run('asset:upload', [{ files: { data: file } }], {
			jobId: world.newJob(),
		});
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ bytes, integrity: 'verified' });
		expect(world.stored(String(items[0].json.asset_id)).equals(file.content)).toBe(true);
	},
);

test('an empty file in memory is refused before anything is sent', async () => {
	const files = { data: { content: Buffer.alloc(0), fileName: 'empty.wav' } };
	const { error } = await world.run('asset:upload', [{ files }], { jobId: world.newJob() });
	expect(error.message).toBe('File "empty.wav" in field \'data\' is empty');
	expect(world.calls()).toEqual([]);
});

test('the bytes that were made of a file in memory are given back when they have been sent', async () => {
	const files = { data: randomFile(3_000_000) };
	const { items } = await world.run('asset:upload', [{ files }], { jobId: world.newJob() });
	expect(items[0].json.integrity).toBe('verified');
	expect(detached.bytes).toBe(3_000_000);
});

test('a file in memory is sent again from its first byte after a cut connection', async () => {
	world.emulator.faults.add({ where: 'store', kind: 'cutAfterBytes', bytes: 100_000 });
	const file = randomFile(2_000_000);
	const { items } = await world.run('asset:upload', [{ files: { data: file } }], {
		jobId: world.newJob(),
	});
	expect(items[0].json.attempts).toBe(2);
	expect(world.stored(String(items[0].json.asset_id)).equals(file.content)).toBe(true);
});

test('a slow upload of a file in memory goes on as long as it moves', async () => {
	// Seven seconds in all, with a Stall Timeout of three.
	world.emulator.faults.add({ where: 'store', kind: 'slow', bytesPerSecond: 400_000 });
	const file = randomFile(3_000_000);
	const parameters = { jobId: world.newJob(), options: { stallTimeout: 3 } };
	const { items } = await world.run('asset:upload', [{ files: { data: file } }], parameters);
	expect(items[0].json).toMatchObject({ attempts: 1, integrity: 'verified' });
	expect(items[0].json.duration_ms).toBeGreaterThan(3000);
});

describe('where n8n holds a file in memory as a whole', () => {
	const MIB = 1024 * 1024;
	/** @param {number} bytes */
	const hintsFor = async (bytes, count = 1) => {
		const file = { content: Buffer.alloc(bytes), fileName: 'lecture.mp4' };
		const items = Array.from({ length: count }, () => ({ files: { data: file } }));
		return (await world.run('asset:upload', items, { jobId: world.newJob() })).hints;
	};

	test('a large one brings a hint that says what to do', async () => {
		const [hint] = await hintsFor(64 * MIB);
		expect(hint).toMatchObject({ type: 'warning', location: 'outputPane' });
		expect(hint.message).toContain('n8n holds all of "lecture.mp4" in memory');
		expect(hint.message).toContain('N8N_DEFAULT_BINARY_DATA_MODE');
	}, 120_000);

	// 128 MiB as text and as bytes take a busy machine longer than other tests.
	test('several large ones bring one hint', async () => {
		expect(await hintsFor(64 * MIB, 2)).toHaveLength(1);
	}, 120_000);

	test('a small one brings none', async () => {
		expect(await hintsFor(MIB)).toEqual([]);
	});
});

describe('captions that n8n keeps in memory', () => {
	test('come byte for byte', async () => {
		const jobId = completedJob(world);
		const { items } = await world.run('job:getCaptions', [{}], { jobId });
		expect(await captionsOf(world, items[0])).toEqual(world.emulator.captions('srt'));
		expect(items[0].json.bytes).toBe(world.emulator.captions('srt').length);
	});

	test('are downloaded again after a dropped connection', async () => {
		world.emulator.switches.set({ captionBytes: 3_000_000 });
		const cut = { kind: 'cutDownload', bytes: 1_000_000 };
		world.emulator.faults.add(
			/** @type {any} */ ({ where: 'service', operation: 'get_caption', ...cut }),
		);
		const { items } = await world.run('job:getCaptions', [{}], { jobId: completedJob(world) });
		expect(await captionsOf(world, items[0])).toHaveLength(3_000_000);
		expect(world.count('get_caption')).toBe(2);
	});
});
