const { ownNode } = require('../support/n8n/workflow');

/**
 * Has several executions of one workflow submit the same External IDs with Skip at the same time: each is started once, and an
 * output of one execution.
 * @param {import('./world').World} world @param {number} executions @param {string} [postTo] the URL of the process that takes webhooks
 */
async function submitInParallel(world, executions, postTo = world.n8n.url) {
	const options = { destinationFieldName: 'id' };
	const split = ownNode('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.ids', options });
	const submit = world.byUrl('Submit', '=https://media.example.com/{{ $json.id }}.mp4', {
		externalId: '={{ $json.id }}',
		options: { concurrency: 8 },
	});
	const { id: workflowId, path } = await world.publish([split, submit]);
	const ids = Array.from({ length: 50 }, (_, index) => `${path}-${index}`).sort();
	const headers = { 'content-type': 'application/json' };
	const request = { method: 'POST', headers, body: JSON.stringify({ ids }) };
	const post = async () => await fetch(`${postTo}/webhook/${path}`, request);
	await Promise.all(Array.from({ length: executions }, post));
	const ended = await world.executionsOf(workflowId, { maxMs: 240_000 });
	expect(ended).toHaveLength(executions);
	const submits = ended.flatMap(({ data }) => data.resultData.runData.Submit ?? []);
	const hints = submits.flatMap(({ hints: shown = [] }) => shown.map(({ message }) => message));
	const named = new Set(hints.join(' ').match(/\d+/g));
	const jobs = world.jobs().filter(({ externalId = '' }) => ids.includes(externalId));
	const unstarted = jobs.filter(({ status }) => status === 'Pending');
	const outputs = submits
		.flatMap(({ data }) => data?.main[0] ?? [])
		.map(({ json }) => jobs.find(({ id }) => id === json.job_id));
	const idsOf = (/** @type {Array<{ externalId?: string } | undefined>} */ of) =>
		of.map((job) => job?.externalId).sort();
	expect({
		errors: ended.flatMap(({ data }) => data.resultData.error?.message ?? []),
		started: idsOf(jobs.filter((job) => !unstarted.includes(job))),
		output: idsOf(outputs),
		// Jobs that were overtaken by those of another execution, and that no hint names.
		unnamed: unstarted.filter(({ id }) => !named.has(String(id))),
	}).toEqual({ errors: [], started: ids, output: ids, unnamed: [] });
	return ended.map(({ id }) => id);
}

module.exports = { submitInParallel };
