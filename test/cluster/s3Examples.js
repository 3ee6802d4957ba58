/** The examples about S3, with n8n's own S3 node and a real store, started by n8n's own clock. */
const { randomBytes } = require('node:crypto');
const { dueSoon, prepareExample, runWhenDue } = require('../e2e/examples');
const { itemsOf } = require('../support/n8n/executionData');

/** @param {import('./storeWorld').StoreWorld} world */
function testS3Examples(world) {
	/** Of n8n's S3 node. @type {{ id: string, name: string }} */
	let s3;

	beforeAll(async () => {
		const { storeUrl, region, credentials } = world.swift.store;
		s3 = await world.n8n.client.createCredential({
			name: 'S3 account',
			type: 's3',
			data: {
				endpoint: storeUrl,
				region,
				accessKeyId: credentials.id,
				secretAccessKey: credentials.secret,
				forcePathStyle: true,
			},
		});
	});

	/** An example after its user chose both credentials. @param {string} fileName @param {import('../e2e/examples').Change} [change] */
	function withCredentials(fileName, change) {
		const example = prepareExample(fileName, world.credential, change);
		const nodes = example.nodes.map((node) =>
			node.type === 'n8n-nodes-base.s3'
				? { ...node, credentials: { s3: { id: s3.id, name: s3.name } } }
				: node,
		);
		return { ...example, nodes };
	}

	/** @param {string} key @param {Buffer} content */
	async function put(key, content) {
		const response = await fetch(world.urlOf(key, 'PUT'), { method: 'PUT', body: content });
		expect(response.status).toBe(200);
	}

	/** The bytes of an object, or nothing where there is none. @param {string} key */
	async function get(key) {
		const response = await fetch(world.urlOf(key));
		return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
	}

	test('s3-inbox.json, when its schedule is due, submits each recording once and moves it out of the inbox', async () => {
		const one = randomBytes(100_000);
		const two = randomBytes(200_000);
		await put('inbox/lecture one.wav', one);
		await put('inbox/two.wav', two);
		await put('inbox/empty.wav', Buffer.alloc(0));
		const { client } = world.n8n;
		const workflow = await client.createWorkflow(
			withCredentials('s3-inbox.json', {
				parameters: { 'Every Night': dueSoon },
			}),
		);
		const { data, mode, status } = await runWhenDue(client, workflow);
		expect({ status, mode, error: data.resultData.error?.message }).toEqual({
			status: 'success',
			mode: 'trigger',
		});
		expect(itemsOf(data, 'Every Night')).toHaveLength(1);

		const submitted = itemsOf(data, 'Submit recording').map(({ json }) => json);
		expect(submitted).toHaveLength(2);
		const contents = await Promise.all(submitted.map((json) => world.download(json.asset_id)));
		expect(contents.map((bytes) => bytes.length).sort()).toEqual([100_000, 200_000]);
		expect(await get('submitted/lecture one.wav')).toEqual(one);
		expect(await get('submitted/two.wav')).toEqual(two);
		expect(await get('inbox/lecture one.wav')).toBeUndefined();
		expect(await get('inbox/two.wav')).toBeUndefined();
		expect(await get('inbox/empty.wav')).toHaveLength(0);
		expect(world.emulator.journal.count({ operation: 'job_new' })).toBe(2);

		// The next night submits nothing again, also where the same recording is back in the inbox.
		await put('inbox/two.wav', two);
		const next = await client.waitForExecution(
			await client.runWorkflow(workflow.id, { trigger: 'Every Night' }),
		);
		expect(itemsOf(next.data, 'Submit recording')).toEqual([]);
		expect(world.emulator.journal.count({ operation: 'job_new' })).toBe(2);
		expect(await get('inbox/two.wav')).toEqual(two);
	});

	test('cloud-link-by-url.json streams a pre-signed link into the store', async () => {
		const talk = randomBytes(300_000);
		await put('talks/talk.wav', talk);
		world.emulator.switches.set({ transcriptionSeconds: 0 });
		const { client } = world.n8n;
		const { id } = await client.createWorkflow(
			withCredentials('cloud-link-by-url.json', {
				pinned: { Recording: [{ link: world.urlOf('talks/talk.wav') }] },
				parameters: { 'Transcribe recording': { simplify: false } },
			}),
		);
		const execution = await client.waitForExecution(
			await client.runWorkflow(id, { trigger: 'Start' }),
		);
		expect(execution.data.resultData.error?.message).toBeUndefined();
		const [{ json }] = itemsOf(execution.data, 'Transcribe recording');
		expect(json).toMatchObject({ file_name: 'talk.wav', job_status: 'Completed' });
		expect(await world.download(json.asset_id)).toEqual(talk);
	});
}

module.exports = { testS3Examples };
