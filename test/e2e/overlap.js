const { randomBytes } = require('node:crypto');
const { ownNode, webhook, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');

/**
 * Has several executions of one workflow submit the same External IDs with Skip at the same time.
 * @param {import('./world').World} world @param {number} executions @param {string} [postTo] the URL of the process that takes webhooks
 * @returns what became of each ID, but for those that were started once and are an output of one execution
 */
async function submitInParallel(world, executions, postTo = world.n8n.url) {
	const path = `overlap-${randomBytes(6).toString('hex')}`;
	const ids = Array.from({ length: 50 }, (_, index) => `${path}-${index}`);
	const options = { destinationFieldName: 'id' };
	const split = ownNode('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.ids', options });
	const submit = world.byUrl('Submit', '=https://media.example.com/{{ $json.id }}.mp4', {
		externalId: '={{ $json.id }}',
		options: { concurrency: 8 },
	});
	const flow = workflow(path, [webhook(path, { responseMode: 'onReceived' }), split, submit]);
	const { client } = world.n8n;
	const workflowId = await client.publish(flow);
	const headers = { 'content-type': 'application/json' };
	const request = { method: 'POST', headers, body: JSON.stringify({ ids }) };
	const post = async () => await fetch(`${postTo}/webhook/${path}`, request);
	await Promise.all(Array.from({ length: executions }, post));
	const listed = await until(async () => {
		const all = await client.listExecutions(workflowId);
		return all.length === executions ? all : undefined;
	});
	const ended = await Promise.all(
		listed.map(async ({ id }) => await client.waitForExecution(id, { maxMs: 240_000 })),
	);
	const errors = ended.flatMap(({ data }) => data.resultData.error?.message ?? []);
	const submits = ended.flatMap(({ data }) => data.resultData.runData.Submit ?? []);
	const items = submits.flatMap(({ data }) => data?.main[0] ?? []).map(({ json }) => json);
	const hints = submits.flatMap(({ hints: shown = [] }) => shown.map(({ message }) => message));
	const counted = countPerId(world, ids, { items, hints });
	const isWrong = (/** @type {typeof counted[0]} */ { starts, outputs, unnamed }) =>
		starts !== 1 || outputs !== 1 || unnamed > 0;
	return { executionIds: listed.map(({ id }) => id), errors, wrong: counted.filter(isWrong) };
}

/** @param {import('./world').World} world @param {string[]} ids @param {{ items: any[], hints: string[] }} said */
function countPerId(world, ids, { items, hints }) {
	const all = world.jobs();
	const named = new Set(hints.join(' ').match(/\d+/g));
	return ids.map((id) => {
		const own = all.filter(({ externalId }) => externalId === id);
		const starts = own.map(({ id: jobId }) =>
			world.emulator.journal.count({ operation: 'perform_transcription', status: 200, jobId }),
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

module.exports = { submitInParallel };
