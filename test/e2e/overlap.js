const { randomBytes } = require('node:crypto');
const { default: axios } = require('axios');
const { webhook, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');

const PARALLEL_RECORDINGS = 8;

/**
 * Has several executions of one workflow submit the same external IDs with Skip at the same time.
 * @param {import('./world').World} world
 * @param {{ ids: string[], executions: number, postTo?: string, options?: object }} overlap
 * `postTo` is the URL of the process that takes webhooks
 * @returns what became of each ID: how many starts, and of how many executions it is an output
 */
async function submitInParallel(world, { ids, executions, postTo = world.n8n.url, options }) {
	const path = `overlap-${randomBytes(6).toString('hex')}`;
	const split = {
		name: 'Split Out',
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'body.ids', options: { destinationFieldName: 'id' } },
	};
	const submit = world.verbit('Submit', 'recording:submit', {
		profile: { __rl: true, mode: 'name', value: 'standard' },
		mediaSource: 'url',
		mediaUrl: '=https://media.example.com/{{ $json.id }}.mp4',
		additionalFields: { externalId: '={{ $json.id }}', ifExternalIdUsed: 'skip' },
		options: { concurrency: PARALLEL_RECORDINGS, ...options },
	});
	const flow = workflow(path, [webhook(path, { responseMode: 'onReceived' }), split, submit]);
	const { client } = world.n8n;
	const created = await client.createWorkflow(flow);
	await client.activate(created);
	const post = async () => await axios.post(`${postTo}/webhook/${path}`, { ids });
	await Promise.all(Array.from({ length: executions }, post));
	const listed = await until(async () => {
		const all = await client.listExecutions(created.id);
		return all.length === executions ? all : undefined;
	});
	const ended = await Promise.all(
		listed.map(async ({ id }) => await client.waitForExecution(id, { maxMs: 240_000 })),
	);
	const errors = ended.flatMap(({ data }) => data.resultData.error?.message ?? []);
	const submits = ended.flatMap(({ data }) => data.resultData.runData.Submit ?? []);
	const items = submits.flatMap(({ data }) => data?.main[0] ?? []).map(({ json }) => json);
	const hints = submits.flatMap(({ hints: shown = [] }) => shown.map(({ message }) => message));
	return {
		executionIds: listed.map(({ id }) => id),
		errors,
		ids: countPerId(world, ids, { items, hints }),
	};
}

/** @param {import('./world').World} world @param {string[]} ids @param {{ items: any[], hints: string[] }} said */
function countPerId({ emulator }, ids, { items, hints }) {
	const jobs = Object.values(emulator.state.data.jobs);
	const named = new Set(hints.join(' ').match(/\d+/g));
	return ids.map((id) => {
		const own = jobs.filter(({ externalId }) => externalId === id);
		const starts = own.map(({ id: jobId }) =>
			emulator.journal.count({ operation: 'perform_transcription', status: 200, jobId }),
		);
		const unstarted = own.filter(({ status }) => status === 'Pending');
		return {
			id,
			starts: starts.reduce((sum, count) => sum + count, 0),
			outputs: items.filter((item) => own.some((job) => job.id === item.job_id)).length,
			/** Jobs that were overtaken by those of another execution, and that no hint names. */
			unnamed: unstarted.filter((job) => !named.has(String(job.id))).length,
		};
	});
}

/** How often each kind of result came, as `starts 1, outputs 1, unnamed 0`. @param {ReturnType<typeof countPerId>} ids */
function summary(ids) {
	/** @type {Record<string, number>} */
	const counts = {};
	for (const { starts, outputs, unnamed } of ids) {
		const key = `starts ${starts}, outputs ${outputs}, unnamed ${unnamed}`;
		counts[key] = (counts[key] ?? 0) + 1;
	}
	return counts;
}

/** @param {string} prefix @param {number} count */
const externalIds = (prefix, count) =>
	Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

module.exports = { externalIds, submitInParallel, summary };
