const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { useWorld, World } = require('../e2e/world');
const { itemsOf } = require('../support/n8n/executionData');
const { manualTrigger, readFiles, setFields, workflow } = require('../support/n8n/workflow');

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * Sizes at the edges of what is read and sent at a time, and names that a file system, a header or a signature could
 * stumble over, with what is made of them.
 * @type {Array<[bytes: number, name: string, sentAs?: string]>}
 */
const FILES = [
	[1, 'one byte.wav'],
	[64 * KIB - 1, 'Vorlesung über Öl – 第一回 🎧.wav'],
	[64 * KIB, `${'ä'.repeat(125)}z.wav`],
	[64 * KIB + 1, `${'long '.repeat(60)}.wav`, `${'long '.repeat(60).slice(0, 251)}.wav`],
	[1000, '../../etc/passwd', 'passwd'],
	[1000, 'C:\\videos\\talk.mp4', 'talk.mp4'],
	[1000, `"double", 'single' and \`back\`.wav`],
	[1000, 'two\r\nlines: x.wav', 'twolines: x.wav'],
	[1000, '100% #1?&=+;@$,!~*().wav'],
	[1000, '.hidden'],
];

/** A folder of files, which a workflow reads under other names. */
class FilesWorld extends World {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-files-'));

	/** @override @param {NodeJS.ProcessEnv} env */
	async start(env) {
		await super.start({ ...env, N8N_RESTRICT_FILE_ACCESS_TO: this.folder });
	}

	/** @override */
	async stop() {
		await super.stop();
		fs.rmSync(this.folder, { recursive: true, force: true });
	}

	/**
	 * @param {Array<[bytes: number, name: string, sentAs?: string]>} files
	 * @param {Record<string, unknown>} settings of the workflow
	 */
	async upload(files, settings) {
		const list = files.map(([bytes, name], index) => {
			const content = randomBytes(bytes);
			const file = path.join(this.folder, `${index}.bin`);
			fs.writeFileSync(file, content);
			return { content, file, name };
		});
		const nodes = [
			manualTrigger(),
			setFields({ files: list.map(({ file, name }) => ({ file, name })) }),
			{
				name: 'Split Out',
				type: 'n8n-nodes-base.splitOut',
				parameters: { fieldToSplitOut: 'files', options: {} },
			},
			readFiles('={{ $json.file }}', { fileName: '={{ $json.name }}', mimeType: 'audio/wav' }),
			this.verbit('Upload', 'asset:upload', { jobId: this.newJob() }),
		];
		const { data } = await this.n8n.client.execute(workflow('Upload', nodes, { settings }));
		return {
			contents: list.map(({ content }) => content),
			items: itemsOf(data, 'Upload'),
			error: data.resultData.error,
		};
	}
}

/** How n8n hands files on within a workflow. */
const SETTINGS = /** @type {Array<[string, Record<string, unknown>]>} */ ([
	['a workflow with separate binary data', {}],
	['a workflow with combined binary data', { binaryMode: 'combined' }],
]);

describe.each([
	['memory', 'default', 16 * MIB],
	['filesystem', 'filesystem', 150 * MIB],
	['database', 'database', 50 * MIB],
])('in the binary mode %s', (_name, mode, largeBytes) => {
	const world = useWorld(new FilesWorld(), { N8N_DEFAULT_BINARY_DATA_MODE: mode });

	describe.each(SETTINGS)('and %s', (_what, settings) => {
		test('files of odd sizes and names arrive byte for byte, under names that can be stored', async () => {
			const { items, contents, error } = await world.upload(FILES, settings);
			expect(error?.message).toBeUndefined();
			expect(items.map(({ json }) => json.file_name)).toEqual(
				FILES.map(([, name, sentAs = name]) => sentAs),
			);
			const stored = items.map(({ json }) => world.stored(json.asset_id));
			expect(stored.map((content, index) => content.equals(contents[index]))).toEqual(
				FILES.map(() => true),
			);
		});

		test('a large file arrives byte for byte', async () => {
			const { items, contents, error } = await world.upload([[largeBytes, 'large.wav']], settings);
			expect(error?.message).toBeUndefined();
			expect(items[0].json).toMatchObject({ bytes: largeBytes, integrity: 'verified' });
			expect(world.stored(items[0].json.asset_id).equals(contents[0])).toBe(true);
		});

		test('a file of zero bytes is refused before a job is told of it', async () => {
			const { error } = await world.upload([[0, 'empty.wav']], settings);
			expect(error?.message).toMatch(/^File "empty\.wav" in field '.*data.*' is empty/);
			expect(world.emulator.journal).toHaveLength(0);
		});
	});
});
