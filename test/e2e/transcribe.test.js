const { itemsOf } = require('../support/n8n/executionData');
const { fastClock } = require('../support/n8n/settings');
const { manualTrigger, readFiles, setFields, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { useN8n } = require('./world');

/** For n8n a minute passes in two seconds. */
const world = useN8n(fastClock(30));

const profile = { __rl: true, mode: 'name', value: 'standard' };

/** @param {Record<string, unknown>} parameters @param {object} [settings] of the node */
const transcribe = (parameters, settings) => ({
	...world.verbit('Transcribe', 'recording:transcribe', {
		profile,
		outputAs: 'text',
		options: { timeoutHours: 48 },
		...parameters,
	}),
	...settings,
});

/** Tells to which recording a text belongs. */
const after = {
	name: 'After',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'raw',
		jsonOutput:
			'={{ { job: $json.job_id, text: $json.text, error: $json.error, of: $("Recordings").item.json.recordings } }}',
		options: {},
	},
};

/** @param {number} count */
const urls = (count) =>
	Array.from({ length: count }, (_, index) => `https://media.example.com/${index}.mp4`);

/** Transcribes one recording for each URL. @param {string[]} recordings @param {object} [settings] of the node */
async function start(recordings, settings) {
	// Nothing ends by itself.
	world.emulator.switches.set({ transcriptionSeconds: 86_400 });
	const split = {
		name: 'Recordings',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'recordings', options: {} },
	};
	const node = transcribe({ mediaSource: 'url', mediaUrl: '={{ $json.recordings }}' }, settings);
	const nodes = [manualTrigger(), setFields({ recordings }), split, node, after];
	const { id } = await world.n8n.client.createWorkflow(workflow('Transcribe', nodes));
	return await world.n8n.client.runWorkflow(id);
}

const read = async (/** @type {string} */ id) =>
	await world.n8n.client.request('GET', `/executions/${id}`);

const untilWaiting = async (/** @type {string} */ id) =>
	await until(async () => (await read(id)).status === 'waiting');

/** The job of each item, as shown while the execution is Waiting. @param {string} id */
async function jobsOf(id) {
	const data = await until(async () => {
		const execution = await read(id);
		return execution.status === 'waiting' && execution.data;
	});
	const items = itemsOf(world.n8n.client.parseExecutionData(data), 'Transcribe');
	return items.map(({ json }) => Number(json.job_id));
}

/** @param {number[]} jobs @param {any} [status] */
function end(jobs, status = 'Completed') {
	const errors = status === 'Failure' ? [{ code: 'no_speech', message: 'Silence' }] : undefined;
	for (const job of jobs) world.emulator.setJobStatus(job, status, { errors });
}

const count = (/** @type {string} */ operation) => world.emulator.journal.count({ operation });

/** @param {string} id */
async function result(id) {
	const { status, data } = await world.n8n.client.waitForExecution(id);
	const rows = itemsOf(data, 'After').map(({ json }) => json);
	return { status, rows, data, error: data.resultData.error };
}

/** @param {string} id */
async function retry(id) {
	return (await world.n8n.client.request('POST', `/executions/${id}/retry`, {})).id;
}

/** What comes behind the node: the text of each recording, from the job that has it. @param {number[]} jobs @param {string[]} recordings */
const texts = (jobs, recordings) =>
	jobs.map((job, index) => {
		expect(world.emulator.job(job)?.media?.mediaUrl).toBe(recordings[index]);
		const text = String(world.emulator.captions('txt'));
		return expect.objectContaining({ job, of: recordings[index], text });
	});

test('many recordings of mixed length, one of which fails, are each submitted once', async () => {
	const recordings = urls(12);
	const id = await start(recordings, { onError: 'continueRegularOutput' });
	const jobs = await jobsOf(id);
	const failing = jobs[4];
	end([jobs[11], jobs[2]]);
	end([failing], 'Failure');
	const checks = count('job_info');
	await until(() => count('job_info') > checks);
	await untilWaiting(id);
	expect(count('get_caption')).toBe(0);
	end(jobs.filter((job) => job !== failing));
	const { status, rows, data } = await result(id);
	expect(status).toBe('success');
	const expected = texts(jobs, recordings);
	expected[4] = expect.objectContaining({
		of: recordings[4],
		error: expect.stringContaining('no_speech (Silence)'),
	});
	expect(rows).toEqual(expected);
	expect(data.resultData.runData.Transcribe).toHaveLength(1);
	expect([count('job_new'), count('get_caption')]).toEqual([12, 11]);
});

test('n8n that is killed while it waits goes on with the jobs that it had started', async () => {
	const recordings = urls(3);
	const id = await start(recordings);
	const jobs = await jobsOf(id);
	await world.n8n.stop('SIGKILL');
	end(jobs);
	await world.n8n.start();
	const ended = await result(id);
	// n8n takes what was due while it was down for crashed, where it begins with that before it looks for crashes.
	const { status, rows } = ended.status === 'crashed' ? await result(await retry(id)) : ended;
	expect(status).toBe('success');
	expect(rows).toEqual(texts(jobs, recordings));
	expect(count('job_new')).toBe(3);
});

test('Retry gets captions that could not be had at the end, without another job', async () => {
	const recordings = urls(2);
	const id = await start(recordings);
	const jobs = await jobsOf(id);
	const refusal = { kind: /** @type {const} */ ('status'), status: 404, times: 4 };
	world.emulator.faults.add({ where: 'service', operation: 'get_caption', ...refusal });
	end(jobs);
	const failed = await result(id);
	expect(failed.status).toBe('error');
	expect(failed.error?.message).toMatch(new RegExp(`job (${jobs.join('|')})`));
	world.emulator.faults.clear();
	const { status, rows } = await result(await retry(id));
	expect(status).toBe('success');
	expect(rows).toEqual(texts(jobs, recordings));
	expect(count('job_new')).toBe(2);
});

test('a file becomes text by the node as it is added', async () => {
	world.emulator.switches.set({ transcriptionSeconds: 1 });
	const node = world.verbit('Transcribe', 'recording:transcribe', { profile });
	const nodes = [manualTrigger(), readFiles(world.recordings.partOne), node];
	const { id } = await world.n8n.client.createWorkflow(workflow('Transcribe', nodes));
	const { status, data } = await result(await world.n8n.client.runWorkflow(id));
	expect(status).toBe('success');
	const [{ json, pairedItem }] = itemsOf(data, 'Transcribe');
	expect(json.text).toBe(String(world.emulator.captions('txt')));
	expect(pairedItem).toEqual([{ item: 0 }]);
	expect(count('job_new')).toBe(1);
});
