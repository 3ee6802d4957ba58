const { ownNode } = require('../support/n8n/workflow');

/**
 * Has several executions of one workflow submit the same External IDs with Skip at the same time.
 * @param {import('./world').World} world @param {number} executions @param {string} [postTo] the URL of the process that takes webhooks
 * @returns what became of each ID, but for those that were started once and are an output of one execution
 */
async function submitInParallel(world, executions, postTo = world.n8n.url) {
	const options = { destinationFieldName: 'id' };
	const split = ownNode('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.ids', options });
	const submit = world.byUrl('Submit', '=https://media.example.com/{{ $json.id }}.mp4', {
		externalId: '={{ $json.id }}',
		options: { concurrency: 8 },
	});
	const { id: workflowId, path } = await world.publish([split, submit]);
	const ids = Array.from({ length: 50 }, (_, index) => `${path}-${index}`);
	const headers = { 'content-type': 'application/json' };
	const request = { method: 'POST', headers, body: JSON.stringify({ ids }) };
	const post = async () => await fetch(`${postTo}/webhook/${path}`, request);
	await Promise.all(Array.from({ length: executions }, post));
	const ended = await world.executionsOf(workflowId, { maxMs: 240_000 });
	expect(ended).toHaveLength(executions);
	const errors = ended.flatMap(({ data }) => data.resultData.error?.message ?? []);
	const submits = ended.flatMap(({ data }) => data.resultData.runData.Submit ?? []);
	const items = submits.flatMap(({ data }) => data?.main[0] ?? []).map(({ json }) => json);
	const hints = submits.flatMap(({ hints: shown = [] }) => shown.map(({ message }) => message));
	const counted = countPerId(world, ids, { items, hints });
	const isWrong = (/** @type {typeof counted[0]} */ { starts, outputs, unnamed }) =>
		starts !== 1 || outputs !== 1 || unnamed > 0;
	return { executionIds: ended.map(({ id }) => id), errors, wrong: counted.filter(isWrong) };
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
