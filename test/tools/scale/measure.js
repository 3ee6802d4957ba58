const os = require('node:os');
const { residentMemory } = require('../bench/machine');
const { measureEventLoop } = require('./eventLoop');
const { ITEMS, itemsFlow, recordingFlow } = require('./flows');
const { ScaleLab } = require('./lab');
const { newResults } = require('./scope');

/**
 * @typedef {import('./scope').Scope} Scope
 * @typedef {import('./scope').Series} Series
 * @typedef {import('./scope').Mode} Mode
 * @typedef {import('./scope').Way} Way
 * @typedef {import('./scope').Results} Results
 * @typedef {{ id: string, ended: number }} Flow a workflow, and how many of its executions have ended
 * @typedef {{ job: import('./flows').SmallJob, way: 'verbit' | 'http', seconds: number }} SmallItems of all items
 *
 * @typedef {object} Bench what is measured now, with what
 * @property {Scope} scope
 * @property {Mode} mode
 * @property {ScaleLab} lab
 * @property {Record<Way, Flow>} flows
 * @property {Results} results
 */

const WAYS = /** @type {const} */ (['none', 'http', 'verbit']);

/** Recordings for each worker, so that code is loaded, and connections and the token are there. */
const WARM_UP = 6;

/**
 * @param {Scope} scope
 * @returns {Promise<Results>}
 */
async function measureAll(scope) {
	const results = newResults();
	console.error('Event loop');
	results.eventLoop = { ...scope.eventLoop, measured: await measureEventLoop(scope.eventLoop) };
	for (const mode of scope.modes) await measureMode(scope, mode, results);
	[results.loadAfter] = os.loadavg();
	return results;
}

/**
 * @param {Scope} scope
 * @param {Mode} mode
 * @param {Results} results
 */
async function measureMode(scope, mode, results) {
	const [most] = scope.workers;
	console.error(`${mode}: start n8n with workers: ${most}`);
	const lab = await ScaleLab.open({ workers: most, mode });
	try {
		const flows = await publishWays(lab);
		for (const way of WAYS) {
			await measureSeries(lab, flows, way, { mib: 1, recordings: WARM_UP * most });
		}
		results.workerBytes = residentMemory(Number(lab.queue.workers[0].server?.pid));
		for (const workers of scope.workers) {
			// Ended in between: their start would take from what is measured.
			await lab.keepWorkers(workers);
			await measureWorkers({ scope, mode, lab, flows, results }, workers);
		}
	} finally {
		await lab.close();
	}
}

/**
 * All that is measured with so many workers.
 * @param {Bench} bench
 * @param {number} workers
 */
async function measureWorkers(bench, workers) {
	const { scope, mode, results, lab } = bench;
	for (const size of scope.sizes) {
		await measureWays(bench, { workers, ...size }, results.series);
	}
	if (mode !== scope.modes[0]) return;
	if (scope.checked.workers === workers) await measureWays(bench, scope.checked, results.checked);
	if (scope.slow.workers.includes(workers)) await measureSlow(bench, workers);
	if (workers > 1) return;
	console.error(`${scope.items} small items`);
	results.small = { items: scope.items, measured: await measureSmallItems(lab, scope.items) };
}

/**
 * @param {Bench} bench
 * @param {Series} series
 * @param {Results['series']} measured
 */
async function measureWays({ mode, lab, flows }, series, measured) {
	for (const way of WAYS) {
		const { workers, recordings, mib } = series;
		console.error(`${mode}: workers: ${workers}, ${recordings} × ${mib} MiB, ${way}`);
		measured.push({ ...series, mode, way, ...(await measureSeries(lab, flows, way, series)) });
	}
}

/**
 * Where executions wait for Verbit, not for a core.
 * @param {Bench} bench
 * @param {number} workers
 */
async function measureSlow({ scope, lab, flows, results }, workers) {
	const { recordings, delayMs } = scope.slow;
	console.error(`Answers after ${delayMs} ms, workers: ${workers}`);
	await lab.emulator.delayAnswers(delayMs);
	const { seconds } = await measureSeries(lab, flows, 'verbit', { mib: 1, recordings });
	await lab.emulator.request('DELETE', 'faults');
	results.slow.push({ workers, recordings, delayMs, seconds });
}

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
 * @returns {Promise<import('./lab').Measured>}
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
		cpu: difference(after, before),
		...difference(left, stored),
	};
}

/** @template {Record<string, number>} T @param {T} after @param {T} before @returns {T} */
const difference = (after, before) =>
	/** @type {T} */ (
		Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]]))
	);

/** @param {ScaleLab} lab @param {number} count */
async function newJobs(lab, count) {
	const jobs = [];
	for (let index = 0; index < count; index++) jobs.push(await lab.emulator.newJob());
	return jobs;
}

const JOBS = /** @type {const} */ (['get', 'addMedia']);

/**
 * Many small calls in one execution: the time of the node alone.
 * @param {ScaleLab} lab
 * @param {number} items
 * @returns {Promise<SmallItems[]>}
 */
async function measureSmallItems(lab, items) {
	/** @type {SmallItems[]} */
	const results = [];
	for (const job of JOBS) {
		for (const way of /** @type {const} */ (['http', 'verbit'])) {
			const id = await lab.publish(itemsFlow(job, way, lab.access));
			// The first run loads code.
			await runItems(lab, { job, way, id, count: 1 }, 10);
			results.push({ job, way, seconds: await runItems(lab, { job, way, id, count: 2 }, items) });
		}
	}
	return results;
}

/**
 * @param {ScaleLab} lab
 * @param {{ job: string, way: string, id: string, count: number }} flow
 * @param {number} items
 */
async function runItems(lab, { job, way, id, count }, items) {
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

module.exports = { measureAll };
