const { ITEMS, itemsFlow } = require('./flows');
const { WAYS } = require('./scope');

/**
 * @typedef {import('./lab').ScaleLab} ScaleLab
 * @typedef {{ job: import('./flows').SmallJob, way: 'verbit' | 'http', seconds: number }} SmallItems of all items
 */

/** Recordings for each worker, so that code is loaded, and connections and the token are there. */
const WARM_UP = 6;

/** @param {ScaleLab} lab */
async function warmUp(lab) {
	for (const way of WAYS) {
		await measureSeries(lab, way, { mib: 1, recordings: WARM_UP * lab.queue.workers.length });
	}
}

/**
 * Posts all recordings of a series at once, and waits until the last is done.
 * @param {ScaleLab} lab
 * @param {import('./scope').Way} way
 * @param {Pick<import('./scope').Series, 'mib' | 'recordings'>} series
 * @returns {Promise<import('./lab').Measured>}
 */
async function measureSeries(lab, way, { mib, recordings }) {
	const file = lab.file(mib);
	const jobs = await lab.newJobs(recordings);
	const [before, stored] = [lab.usage(), await lab.queue.stored()];
	const startedAt = performance.now();
	await Promise.all(jobs.map(async (job_id) => await lab.post(way, { job_id, file })));
	await lab.ended(way, recordings);
	const seconds = (performance.now() - startedAt) / 1000;
	const [after, left] = [lab.usage(), await lab.queue.stored()];
	lab.forgetUploads();
	return { seconds, cpu: difference(after, before), ...difference(left, stored) };
}

/** @template {Record<string, number>} T @param {T} after @param {T} before @returns {T} */
const difference = (after, before) =>
	/** @type {T} */ (
		Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]]))
	);

const SMALL_JOBS = /** @type {const} */ (['get', 'addMedia']);

/** Items of the first run, which loads code. */
const FIRST_ITEMS = 10;

/**
 * Many small calls in one execution: the time of the node alone.
 * @param {ScaleLab} lab
 * @param {{ job: import('./flows').SmallJob, way: 'verbit' | 'http', items: number }} options
 * @returns {Promise<number>} seconds
 */
async function measureItems(lab, { job, way, items }) {
	const name = `${job}-${way}`;
	if (lab.flows[name] === undefined) {
		await lab.addFlow(name, itemsFlow(job, way, lab.access));
		await runItems(lab, name, FIRST_ITEMS);
	}
	return await runItems(lab, name, items);
}

/** @param {ScaleLab} lab @param {string} name of the workflow @param {number} items */
async function runItems(lab, name, items) {
	await lab.post(name, { jobs: await lab.newJobs(items) });
	await lab.ended(name, 1);
	const { client } = lab.queue.main;
	const [{ id }] = await client.listExecutions(lab.flows[name].id);
	const { data } = await client.waitForExecution(id);
	const [{ executionTime, data: output }] = data.resultData.runData[ITEMS];
	const outputs = output?.main[0]?.length;
	if (outputs !== items) throw new Error(`${name}: ${outputs} items for ${items}`);
	return executionTime / 1000;
}

module.exports = { measureItems, measureSeries, SMALL_JOBS, warmUp };
