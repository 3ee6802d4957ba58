/** The examples that a call of Verbit starts, and those that wait for a job: see `examples.test.js`. */
const { randomUUID } = require('node:crypto');
const fs = require('node:fs');
const { itemsOf, ownNode } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { CLICK, readExample, reportsOf, useExamples } = require('./examples');

const { world, links, inFiles, importExample, count, problemOf } = useExamples();

/** @typedef {Partial<Parameters<typeof world.emulator.createJob>[0]>} Job */

/**
 * Publishes an example, and has the emulator call its trigger twice for a job: Verbit may repeat a call.
 * @param {string} fileName @param {Job} [job] @param {import('./examples').Change} [change]
 */
async function runOnCompletion(fileName, job, change) {
	const { client, url } = world.n8n;
	const { created } = await importExample(fileName, '', change);
	await client.activate(created);
	const jobId = world.emulator.createJob({ profile: 'standard', status: 'Completed', ...job });
	const node = created.nodes.find((/** @type {any} */ { name }) => name === 'On job finished');
	// Not as the account's URL: a job of an earlier test may end meanwhile, and would start the workflow, too.
	const callback = {
		url: `${url}/webhook/${node.webhookId}/webhook`,
		...(job?.isDraftReady && { draft_ready: 'true' }),
	};
	const call = async () => await world.emulator.deliverCallback(jobId, callback);
	expect([await call(), await call()]).toEqual(Array(2).fill({ status: 200, answer: 'OK' }));
	const [repeated, execution, ...others] = await world.executionsOf(created.id);
	expect([problemOf(execution), others]).toEqual([undefined, []]);
	expect(Object.keys(repeated.data.resultData.runData)).toEqual([node.name]);
	await client.deactivate(created.id);
	return { jobId, execution };
}

const refuseCaptions = () =>
	world.fault('get_caption', { status: 400, body: { ErrorType: 'INVALID_OPTION' } });

const saved = (/** @type {string} */ name) => fs.readFileSync(inFiles(name), 'utf8');

/** @type {Job} */
const FAILED = { status: 'Failure', errors: [{ code: 'no_speech', message: 'Silence' }] };

const FAILED_TEXT = /^Job \d+ \(Lecture\) failed: no_speech\. .*submit the recording again with/;

test.each([
	'captions-to-youtube.json',
	'multi-language-captions.json',
	'segments-to-table.json',
	'store-captions-on-completion.json',
])('%s reports a failed job, and how to submit its recording again', async (fileName) => {
	const { execution } = await runOnCompletion(fileName, { name: 'Lecture', ...FAILED });
	expect(reportsOf(execution)).toEqual([expect.stringMatching(FAILED_TEXT)]);
	expect(Object.keys(execution.data.resultData.runData)).toHaveLength(3);
});

test('segments-to-table.json saves who said what and when, a row for each segment', async () => {
	const { jobId, execution } = await runOnCompletion('segments-to-table.json', { name: 'Lecture' });
	const rows = itemsOf(execution.data, 'Save rows').map(({ json }) => json);
	expect(rows).toHaveLength(6);
	expect(rows[2]).toMatchObject({
		job_id: jobId,
		recording: 'Lecture',
		speaker: 'Speaker 2',
		start: 6.5,
		end: 10.12,
		text: 'Is tea & cake < 5 euros in the café of the naïve?',
	});
	expect(rows[5]).toMatchObject({ speaker: null, text: 'Thank you, and see you next week.' });
});

test('captions-to-youtube.json uploads the captions to the video that the External ID names', async () => {
	/** @type {Array<{ method?: string, body: Buffer }>} */
	const received = [];
	links.answer(async (request, response) => {
		received.push({ method: request.method, body: Buffer.concat(await request.toArray()) });
		const location = `${links.url}/upload/1`;
		response.writeHead(200, { location, 'content-type': 'application/json' }).end('{}');
	});
	const parameters = { url: `${links.url}/captions`, authentication: 'none' };
	const job = { externalId: 'dQw4w9WgXcQ', language: 'es' };
	const change = { nodes: { 'Start upload': { parameters } } };
	await runOnCompletion('captions-to-youtube.json', job, change);
	expect(links.calls).toEqual(['/captions?uploadType=resumable&part=snippet', '/upload/1']);
	const [start, upload] = received;
	const snippet = { videoId: 'dQw4w9WgXcQ', language: 'es', name: 'Verbit' };
	expect([start.method, JSON.parse(String(start.body))]).toEqual(['POST', { snippet }]);
	expect(upload).toEqual({ method: 'PUT', body: world.emulator.captions('srt') });
});

test('completed-to-slack.json has the status and the transcript in its message', async () => {
	const { nodes } = readExample('completed-to-slack.json');
	const value = nodes.find(({ name }) => name === 'Post message')?.parameters?.text;
	const assignments = [{ id: '1', name: 'text', type: 'string', value }];
	const message = ownNode('', 'set', 3.4, { assignments: { assignments }, options: {} });
	const messageOf = async (/** @type {Job} */ more = {}) => {
		const job = { name: 'Lecture', ...more };
		const change = { nodes: { 'Post message': message } };
		const { execution } = await runOnCompletion('completed-to-slack.json', job, change);
		return itemsOf(execution.data, 'Post message')[0].json.text;
	};
	expect(await messageOf()).toMatch(/^Job \d+ \(Lecture\) is completed: Welcome/);
	expect(await messageOf(FAILED)).toMatch(FAILED_TEXT);
	refuseCaptions();
	expect(await messageOf()).toContain('(Lecture) has no transcript: Get captions for job');
});

describe('store-captions-on-completion.json', () => {
	const STORE = 'store-captions-on-completion.json';

	test('saves the captions in the folder of n8n', async () => {
		const { jobId } = await runOnCompletion(STORE);
		expect(saved(`${jobId}-completed.srt`)).toBe(String(world.emulator.captions('srt')));
	});

	test('reports a job whose captions Verbit refuses', async () => {
		refuseCaptions();
		const { jobId, execution } = await runOnCompletion(STORE);
		const problem = new RegExp(`^Job ${jobId} \\(.*\\) has no captions: .*INVALID_OPTION`);
		expect(reportsOf(execution)).toEqual([expect.stringMatching(problem)]);
	});

	test('saves a draft beside them, once its event is added', async () => {
		const parameters = { events: ['completed', 'draftReady'] };
		const nodes = { 'On job finished': { parameters } };
		/** @type {Job} */
		const job = { status: 'In Progress', isDraftReady: true };
		const { jobId } = await runOnCompletion(STORE, job, { nodes });
		expect(saved(`${jobId}-draftReady.srt`)).toContain('-->');
	});
});

test.each([
	['saves the captions in each language', ['es', 'fr'], []],
	['reports a language that Verbit has none in', ['es'], [expect.stringMatching(/ in fr: /)]],
])('multi-language-captions.json %s', async (_what, translationLanguages, reports) => {
	const job = { translationLanguages };
	const { jobId, execution } = await runOnCompletion('multi-language-captions.json', job);
	for (const language of ['original', ...translationLanguages])
		expect(saved(`${jobId}.${language}.srt`)).toContain('-->');
	expect(reportsOf(execution)).toEqual(reports);
});

describe('which waits', () => {
	/** Runs an example for a link of its own: each is submitted once. @param {string} fileName @param {import('./examples').Change} [change] */
	async function start(fileName, change) {
		const { client } = world.n8n;
		const url = `https://media.example.com/${randomUUID()}.mp4`;
		const pinned = { Recording: [{ url }] };
		const { begin, run } = await importExample(fileName, CLICK, { pinned, ...change });
		const id = await begin();
		const job = await until(() =>
			world.jobs().find(({ media, status }) => media?.mediaUrl === url && status === 'In Progress'),
		);
		return {
			job,
			untilWaiting: async () => await client.untilStatus(id),
			result: async () => await client.waitForExecution(id),
			/** It has the captions, and the workflow submits nothing for the same link. */
			expectCaptions: async () => {
				const { status, data } = await client.waitForExecution(id);
				expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
				expect(itemsOf(data, 'Get captions')[0].json).toMatchObject({ job_id: job.id });
				const jobs = count('job_new');
				expect((await run()).status).toBe('success');
				expect(count('job_new')).toBe(jobs);
			},
		};
	}

	test("wait-for-callback.json waits on after a call about a draft, and gets the job's captions when it has completed", async () => {
		const { job, untilWaiting, expectCaptions } = await start('wait-for-callback.json');
		await untilWaiting();
		const checks = count('job_info');
		world.emulator.setJobStatus(job.id, 'In Progress', { isDraftReady: true });
		await until(() => count('job_info') > checks);
		await untilWaiting();
		world.emulator.setJobStatus(job.id, 'Completed');
		await expectCaptions();
		const taken = { host: /** @type {const} */ ('callback'), jobId: job.id, answer: 'OK' };
		await until(() => world.emulator.journal.count(taken) === 2);
	});

	test('wait-for-callback.json fails with the reason where the job has failed', async () => {
		const { job, untilWaiting, result } = await start('wait-for-callback.json');
		await untilWaiting();
		world.emulator.setJobStatus(job.id, 'Failure', { errors: FAILED.errors });
		expect(problemOf(await result())).toBe(`Job ${job.id} ended with status Failure: no_speech`);
	});

	test('check-in-a-loop.json checks until the job has completed, and gets its captions', async () => {
		const { job, expectCaptions } = await start('check-in-a-loop.json', {
			nodes: { 'Wait 10 minutes': { parameters: { amount: 1, unit: 'seconds' } } },
		});
		await until(() => count('job_info') > 1);
		world.emulator.setJobStatus(job.id, 'Completed');
		await expectCaptions();
	});
});
