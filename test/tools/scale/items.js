const { ITEMS, itemsFlow } = require('./flows');

/**
 * @typedef {import('./lab').ScaleLab} ScaleLab
 * @typedef {{ job: import('./flows').SmallJob, way: 'verbit' | 'http', seconds: number }} SmallItems of all items
 */

const SMALL_JOBS = /** @type {const} */ (['get', 'addMedia']);

/** Of the first run, which loads code. */
const WARM_UP = 10;

/**
 * Many small calls in one execution: the time of the node alone.
 * @param {ScaleLab} lab
 * @param {{ job: import('./flows').SmallJob, way: 'verbit' | 'http', items: number }} options
 * @returns {Promise<number>} seconds
 */
async function measureItems(lab, { job, way, items }) {
	const id = await lab.queue.main.client.publish(itemsFlow(job, way, lab.access));
	const name = `${job}-${way}`;
	await runItems(lab, { name, id, ended: 1 }, WARM_UP);
	return await runItems(lab, { name, id, ended: 2 }, items);
}

/**
 * @param {ScaleLab} lab
 * @param {{ name: string, id: string, ended: number }} flow
 * @param {number} items
 */
async function runItems(lab, { name, id, ended }, items) {
	await lab.post(name, { jobs: await lab.newJobs(items) });
	await lab.ended(id, ended);
	const { client } = lab.queue.main;
	const [{ id: executionId }] = await client.listExecutions(id);
	const { data } = await client.waitForExecution(executionId);
	const [{ executionTime, data: output }] = data.resultData.runData[ITEMS];
	const outputs = output?.main[0]?.length;
	if (outputs !== items) throw new Error(`${name}: ${outputs} items for ${items}`);
	return executionTime / 1000;
}

module.exports = { measureItems, SMALL_JOBS };
