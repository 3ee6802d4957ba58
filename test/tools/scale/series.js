const { WAYS } = require('./scope');

/**
 * @typedef {import('./lab').ScaleLab} ScaleLab
 * @typedef {import('./scope').Way} Way
 * @typedef {import('./scope').Series} Series
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
 * @param {Way} way
 * @param {Pick<Series, 'mib' | 'recordings'>} series
 * @returns {Promise<import('./lab').Measured>}
 */
async function measureSeries(lab, way, { mib, recordings }) {
	const file = lab.file(mib);
	const flow = lab.flows[way];
	const jobs = await lab.newJobs(recordings);
	const [before, stored] = [lab.usage(), await lab.queue.stored()];
	const startedAt = performance.now();
	await Promise.all(jobs.map(async (job_id) => await lab.post(way, { job_id, file })));
	flow.ended += recordings;
	await lab.ended(flow.id, flow.ended);
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

/**
 * A series of this node while every answer of Verbit and its storage is delayed.
 * @param {ScaleLab} lab
 * @param {{ recordings: number, delayMs: number }} options
 */
async function measureSlow(lab, { recordings, delayMs }) {
	await lab.emulator.delayAnswers(delayMs);
	const measured = await measureSeries(lab, 'verbit', { mib: 1, recordings });
	await lab.emulator.control.delete('faults');
	return measured;
}

module.exports = { measureSeries, measureSlow, warmUp };
