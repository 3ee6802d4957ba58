const { recordingFlow } = require('../flows');

/** So that code is loaded, and connections and the token are there. */
const WARM_UP = 6;

/**
 * @typedef {import('../lab').ScaleLab} ScaleLab
 * @typedef {import('../lab').Measured} Measured
 * @typedef {import('../scope').Way} Way
 * @typedef {import('../scope').Series} Series
 * @typedef {{ id: string, ended: number }} Flow a workflow, and how many of its executions have ended
 */

/** A workflow for each way. @param {ScaleLab} lab @returns {Promise<Record<Way, Flow>>} */
async function publishWays(lab) {
	const publish = async (/** @type {Way} */ way) => ({
		id: await lab.publish(recordingFlow(way, lab.access)),
		ended: 0,
	});
	return {
		none: await publish('none'),
		verbit: await publish('verbit'),
		http: await publish('http'),
	};
}

/**
 * Posts all recordings of a series at once, and waits until the last is done.
 * @param {ScaleLab} lab
 * @param {Record<Way, Flow>} flows
 * @param {Way} way
 * @param {Pick<Series, 'mib' | 'recordings'>} series
 * @returns {Promise<Measured>}
 */
async function measureSeries(lab, flows, way, { mib, recordings }) {
	const file = lab.file(mib);
	const jobs = await newJobs(lab, recordings);
	const [before, stored] = [lab.usage(), await lab.stored()];
	const startedAt = performance.now();
	await Promise.all(jobs.map(async (job_id) => await lab.post(way, { job_id, file })));
	flows[way].ended += recordings;
	await lab.ended(flows[way].id, flows[way].ended);
	const seconds = (performance.now() - startedAt) / 1000;
	const [after, left] = [lab.usage(), await lab.stored()];
	lab.forgetUploads();
	return {
		seconds,
		cpu: {
			n8n: after.n8n - before.n8n,
			database: after.database - before.database,
			redis: after.redis - before.redis,
			emulator: after.emulator - before.emulator,
		},
		databaseBytes: left.databaseBytes - stored.databaseBytes,
		redisBytes: left.redisBytes - stored.redisBytes,
		redisKeys: left.redisKeys - stored.redisKeys,
	};
}

/** @param {ScaleLab} lab @param {number} count */
async function newJobs(lab, count) {
	const jobs = [];
	for (let index = 0; index < count; index++) jobs.push(await lab.emulator.newJob());
	return jobs;
}

/** @param {ScaleLab} lab @param {Record<Way, Flow>} flows */
async function warmUp(lab, flows) {
	for (const way of /** @type {Way[]} */ (['none', 'verbit', 'http'])) {
		await measureSeries(lab, flows, way, {
			mib: 1,
			recordings: WARM_UP * lab.queue.workers.length,
		});
	}
}

module.exports = { measureSeries, newJobs, publishWays, warmUp };
