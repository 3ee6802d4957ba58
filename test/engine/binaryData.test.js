/** Where n8n keeps files: on its disk, in memory, or in a storage over a connection. */
const { once } = require('node:events');
const http = require('node:http');
const { useDetached } = require('../support/detached');
const { randomRecording } = require('../support/recordings/heads');
const { cutHalfway, file, useLinkServer } = require('./linkServer');
const { randomFile, recording, useWorld } = require('./world');

const detached = useDetached();
const storage = useLinkServer();
const content = randomRecording(6_000_000);

/** What n8n's own service of binary data asks a storage for: it reads over a real connection, as n8n reads from S3. */
const remote = {
	/** As the client of S3 gives it: the response itself. @param {string} fileId */
	getAsStream: async (fileId) => (await once(http.get(`${storage.url}/${fileId}`), 'response'))[0],
	getMetadata: async () => ({ mimeType: 'audio/wav', fileSize: content.length }),
};

/** `default` is n8n's word for memory. */
describe.each(['filesystem', 'default'])('files in the mode %s', (mode) => {
	const world = useWorld(mode);

	test('are sent again from their first byte, whole, and their memory is freed in each attempt', async () => {
		world.fault('put', { status: 503 });
		const item = recording(3_000_001);
		const { items } = await world.run('asset:upload', [item], { jobId: world.newJob() });
		const [{ json }] = items;
		expect(json).toMatchObject({ attempts: 2, bytes: 3_000_001, integrity: 'verified' });
		expect(world.stored(json.asset_id).equals(item.files.data.content)).toBe(true);
		expect(detached.bytes).toBe(6_000_002);
	});

	test("are not those that a previous node's JSON names, where files are beside it", async () => {
		// As an HTTP Request may output it. A file's ID would name the file of another workflow.
		const planted = { data: 'AAAA', mimeType: 'audio/wav', fileName: 'planted.wav' };
		const items = [{ ...recording(100, 'a.wav'), json: { _files: { planted } } }];
		const parameters = { jobId: world.newJob(), binaryPropertyName: '*' };
		const { items: uploaded } = await world.run('asset:upload', items, parameters);
		expect(uploaded.map(({ json }) => json.file_name)).toEqual(['a.wav']);
	});

	/** In memory n8n leaves files where its own helper doesn't look for them then. */
	const combined = { settings: /** @type {any} */ ({ binaryMode: 'combined' }) };
	const files = { data: randomFile(100, 'a.wav'), 'two words': randomFile(200, 'b.wav') };

	test.each([
		['data', ['a.wav']],
		...(mode === 'filesystem' ? [['_files.data', ['a.wav']]] : []),
		['*', ['a.wav', 'b.wav']],
	])('named by "%s" are uploaded with combined binary data', async (binaryPropertyName, names) => {
		const parameters = { jobId: world.newJob(), binaryPropertyName };
		const { items } = await world.run('asset:upload', [{ files }], parameters, combined);
		expect(items.map(({ json }) => json.file_name)).toEqual(names);
	});

	test('of captions are where n8n keeps files with combined binary data', async () => {
		const jobId = world.jobThatIs('Completed');
		const { items } = await world.run('job:getCaptions', [{}], { jobId }, combined);
		const [{ binary, json }] = items;
		const data = { fileName: `${jobId}.srt`, mimeType: 'application/x-subrip' };
		expect(binary ?? json._files).toMatchObject({ data });
		expect(binary === undefined).toBe(mode === 'filesystem');
	});

	/** `link.test.js` has a file that is opened again, and `test/unit/upload/meter.test.js` one that is broken before. */
	test('in S3 whose stream breaks each time end as an error that says so, and the storage keeps nothing', async () => {
		world.engine.binaryData.setManager('s3', /** @type {any} */ (remote));
		storage.answer(file(content), cutHalfway(content));
		const data = { id: 's3:file-1', data: 's3', fileName: 'talk.wav', mimeType: 'audio/wav' };
		const parameters = { jobId: world.newJob(), options: { maxAttempts: 2 } };
		const { error } = await world.runFailing('asset:upload', [{ binary: { data } }], parameters);
		expect(error.context.code).toBe('FILE_UNREADABLE');
		expect(error.message).toMatch(/\((aborted|ECONNRESET)\)/);
		expect(storage.calls).toHaveLength(3);
		expect([world.countStored(), world.count('put')]).toEqual([0, 2]);
		await storage.hasNoConnections();
	});
});
