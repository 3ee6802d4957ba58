/** @typedef {ReturnType<import('./world').useWorld>} World */

/**
 * A job with captions.
 * @param {World} world
 * @param {Partial<import('../emulator/state').Job>} [details]
 */
function completedJob(world, details = {}) {
	const jobId = world.newJob();
	world.emulator.setJobStatus(jobId, 'Completed');
	Object.assign(world.emulator.state.data.jobs[jobId], details);
	return jobId;
}

/**
 * The file of an item, as n8n has stored it.
 * @param {World} world
 * @param {import('n8n-workflow').INodeExecutionData} item
 */
async function captionsOf(world, item, field = 'data') {
	const binary = /** @type {import('n8n-workflow').IBinaryData} */ (item.binary?.[field]);
	return await world.engine.binaryData.getAsBuffer(binary);
}

module.exports = { captionsOf, completedJob };
