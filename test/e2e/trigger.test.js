const { itemsOf } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { callsIn } = require('./calls');
const { useSharedN8n } = require('./world');

const world = useSharedN8n();
const { activate, createWorkflow, jobsSeen, newJob, post } = callsIn(world);

/** What the service was answered when it told of the job's end. @param {number} jobId */
const answersTo = (jobId) =>
	world.emulator.journal
		.filter((entry) => entry.operation === 'callback' && entry.jobId === jobId && entry.status)
		.map(({ status, answer }) => `${status} ${answer}`);

test('a recording that is submitted with the URL brings its end back, through an outage, once', async () => {
	world.emulator.switches.set({ callbackRepeatSeconds: 1 });
	const { url, executions } = await activate();
	const { data } = await world.run(
		world.byUrl('Submit', 'https://example.com/lecture.mp4', { options: { callbackUrl: url } }),
	);
	const jobId = Number(itemsOf(data, 'Submit')[0].json.job_id);
	world.fault('job_info', { status: 503 });
	world.emulator.clock.advance(60_000);
	await until(() => answersTo(jobId).includes('200 OK'));
	expect(answersTo(jobId)).toEqual(["503 The call can't be handled right now", '200 OK']);
	await world.emulator.deliverCallback(jobId);
	expect(answersTo(jobId).at(-1)).toBe('200 OK');
	expect(jobsSeen(await executions())).toEqual([jobId]);
});

test('captions come with the call, in the storage of the execution', async () => {
	const { call, executions } = await activate({ downloadCaptions: true, captionFormat: 'vtt' });
	await call(newJob());
	const [{ id, data }] = await executions();
	const [{ binary }] = itemsOf(data, 'Verbit Trigger');
	const fileId = String(binary?.data.id);
	expect(fileId).toContain(`/executions/${id}/`);
	const query = new URLSearchParams({ id: fileId, action: 'download' });
	const response = await world.n8n.client.fetch('GET', `/rest/binary-data?${query}`);
	expect(Buffer.from(await response.arrayBuffer())).toEqual(world.emulator.captions('vtt'));
});

test('a call that the trigger could not handle is a failed execution, whose retry starts nothing', async () => {
	const { call, executions } = await activate({ events: '={{ null }}' });
	expect(await call(newJob())).toMatchObject({ status: 500 });
	// n8n responds before it saves one.
	const { id, status } = await until(async () => (await executions())[0]);
	expect(status).toBe('error');
	const retried = await world.n8n.client.retryExecution(id);
	expect(retried.status).toBe('success');
	expect(itemsOf(retried.data, 'Verbit Trigger')).toEqual([]);
});

test("the editor's test event takes the same job again and again", async () => {
	const { client } = world.n8n;
	const { created, path } = await createWorkflow();
	const id = /** @type {string} */ (created.id);
	const jobId = newJob();
	for (const run of [1, 2]) {
		const answer = await client.request('POST', `/workflows/${id}/run`, {
			triggerToStartFrom: { name: 'Verbit Trigger' },
		});
		expect(answer).toMatchObject({ waitingForWebhook: true });
		expect(await post(`/webhook-test/${path}`, jobId)).toMatchObject({ status: 200, body: 'OK' });
		expect(await world.executionsOf(id)).toHaveLength(run);
	}
});

test.each([
	['separate', 1],
	['separate', 1.1],
	['combined', 1.1],
])(
	'a call of any Content-Type starts a workflow whose files are %s, with version %s of the trigger',
	async (binaryMode, typeVersion) => {
		const { url, executions } = await activate({}, undefined, { binaryMode, typeVersion });
		const path = url.slice(world.n8n.url.length);
		const types = ['application/x-www-form-urlencoded', 'application/octet-stream'];
		const jobIds = types.map(() => newJob());
		for (const [index, sent] of types.entries()) {
			const answer = await post(path, jobIds[index], { 'content-type': sent });
			const type = expect.stringContaining('text/plain');
			expect(answer).toEqual({ status: 200, type, body: 'OK' });
		}
		expect(jobsSeen(await executions())).toEqual(jobIds);
	},
);
