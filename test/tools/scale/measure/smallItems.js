const { ITEMS, itemsFlow } = require('../flows');
const { newJobs } = require('./recordings');

/** @typedef {{ job: import('../flows').SmallJob, way: 'verbit' | 'http', seconds: number }} SmallItems of all items */

const JOBS = /** @type {const} */ (['get', 'addMedia']);
const WAYS = /** @type {const} */ (['http', 'verbit']);

/**
 * Many small calls in one execution: the time of the node alone.
 * @param {import('../lab').ScaleLab} lab
 * @param {number} items
 * @returns {Promise<SmallItems[]>}
 */
async function measureSmallItems(lab, items) {
	/** @type {SmallItems[]} */
	const results = [];
	for (const job of JOBS) {
		for (const way of WAYS) {
			const id = await lab.publish(itemsFlow(job, way, lab.access));
			// The first run loads code.
			await run(lab, { job, way, id, count: 1 }, 10);
			results.push({ job, way, seconds: await run(lab, { job, way, id, count: 2 }, items) });
		}
	}
	return results;
}

/**
 * @param {import('../lab').ScaleLab} lab
 * @param {{ job: string, way: string, id: string, count: number }} flow
 * @param {number} items
 */
async function run(lab, { job, way, id, count }, items) {
	await lab.post(`${job}-${way}`, { jobs: await newJobs(lab, items) });
	await lab.ended(id, count);
	const { client } = lab.queue.main;
	const [{ id: executionId }] = await client.listExecutions(id);
	const { data } = await client.waitForExecution(executionId);
	const [{ executionTime, data: output }] = data.resultData.runData[ITEMS];
	const outputs = output?.main[0]?.length;
	if (outputs !== items) throw new Error(`${job}, ${way}: ${outputs} items for ${items}`);
	return executionTime / 1000;
}

module.exports = { measureSmallItems };
