const fs = require('node:fs');
const path = require('node:path');
const { flowOf, verbitUpload } = require('./lab');
const { freeDisk, GIB, makeFiles } = require('./machine');
const { bytes } = require('./tables');
const { availableWays, curlVersion, refresh, TITLES, upload } = require('./ways');

/**
 * @typedef {import('./bench').Bench} Bench
 * @typedef {import('./scope').Scope} Scope
 * @typedef {import('./scope').Results} Results
 * @typedef {import('./scope').Task} Task
 * @typedef {import('./scope').Upload} Upload
 */

/** Every way with one file, from small to large. @param {Bench} bench @param {Scope} scope @param {Results} results @returns {Task[]} */
function sizeTasks(bench, { sizes }, results) {
	if (curlVersion() === undefined) results.notes.push('curl is not on this machine.');
	return sizes.flatMap(({ size, rounds }) => {
		// The file and n8n's copy of it, one at a time, and something for everybody else.
		const needed = 2 * size + 2 * GIB;
		if (size >= GIB && freeDisk(bench.folder) < needed) {
			results.notes.push(`${bytes(size)} was left out: it needs ${bytes(needed)} of free disk.`);
			return [];
		}
		const ways = waysFor(size, results);
		const fresh = /** @type {const} */ (['workflow', 'verbit', 'verbitOld', 'http']);
		const prepare = async () => await refresh(bench, [...fresh]);
		const task = {
			label: bytes(size),
			size,
			files: 1,
			rounds,
			ways,
			url: bench.sink.url(),
			prepare,
		};
		return tasksInTurn(bench, task, results.sizes, results.notes);
	});
}

/** @param {number} size @param {Results} results @returns {Array<Upload['way']>} */
function waysFor(size, results) {
	const ways = availableWays();
	if (size < GIB || process.availableMemory() > 2 * size) return ['workflow', ...ways];
	results.notes.push(
		`${TITLES.http} was left out at ${bytes(size)}: it keeps the whole file in memory, and this machine has too little.`,
	);
	return ['workflow', ...ways.filter((way) => way !== 'http')];
}

/**
 * Several large files at the same time: n8n's HTTP Request node sends all of its items at once, too.
 * @param {Bench} bench
 * @param {Scope} scope
 * @param {Results} results
 * @returns {Task[]}
 */
function parallelTasks(bench, { parallel: { size, files } }, results) {
	const label = `${files} × ${bytes(size)}`;
	if (freeDisk(bench.folder) < (files + 1) * size + GIB) {
		results.notes.push(`${label} at a time was left out: there is too little free disk.`);
		return [];
	}
	/** @type {Array<'workflow' | 'verbit' | 'http'>} */
	const ways = ['workflow', 'verbit'];
	if (process.availableMemory() > 2 * files * size) ways.push('http');
	results.parallel = { files, size, uploads: [] };
	const prepare = async () => await refresh(bench, ways);
	const task = { label, size, files, rounds: 1, ways, url: bench.sink.url(), prepare };
	return tasksInTurn(bench, task, results.parallel.uploads, results.notes);
}

/**
 * Every way to a receiver that reads no faster than a link of this rate would carry.
 * @param {Bench} bench
 * @param {Scope} scope
 * @param {Results} results
 * @returns {Task[]}
 */
function shapedLinkTasks(bench, { shaped: { size, bitsPerSecond } }, results) {
	const label = `A link of ${bitsPerSecond / 1e9} Gbit/s`;
	results.shaped = { bitsPerSecond, uploads: [] };
	// The line, not the process, is the limit here.
	const ways = availableWays().filter((way) => way !== 'verbitOld');
	const url = bench.sink.url({ bitsPerSecond });
	const task = { label, size, files: 1, rounds: 1, ways, url };
	return tasksInTurn(bench, task, results.shaped.uploads, results.notes);
}

/**
 * Takes turns, so that what else the machine does meets all ways alike, and ends with the medians.
 * @param {Bench} bench
 * @param {object} task
 * @param {string} task.label
 * @param {number} task.size of one file, bytes
 * @param {number} task.files
 * @param {Array<Upload['way']>} task.ways
 * @param {number} task.rounds
 * @param {string} task.url
 * @param {() => Promise<void>} [task.prepare]
 * @param {Upload[]} uploads where the medians go
 * @param {string[]} notes where it is said if another way than this node fails
 * @returns {Task[]}
 */
function tasksInTurn(bench, { label, size, files, ways, rounds, url, prepare }, uploads, notes) {
	const folder = path.join(bench.files, label.replaceAll(/\W+/g, '-'));
	const selector = path.join(folder, files > 1 ? '*.bin' : '1.bin');
	/** @type {Record<string, import('./ways').Measured[]>} */
	const measured = Object.fromEntries(ways.map((way) => [way, []]));
	const measure = async (/** @type {Upload['way']} */ way) => {
		const one = await upload(bench, way, url, selector).catch((error) => {
			if (way === 'verbit' || way === 'verbitOld') throw error;
			notes.push(`${label}: ${TITLES[way]} failed: ${error.message}`);
			return { ms: NaN, peak: NaN };
		});
		measured[way].push(one);
		if (measured[way].length < rounds) return;
		const ms = median(measured[way].map((round) => round.ms));
		const peak = median(measured[way].map((round) => round.peak));
		uploads.push({ size, way, ms, peak, rounds });
	};
	const makeReady = async () => {
		makeFiles(folder, size, files);
		await prepare?.();
	};
	return [
		{
			label: `${label}: make the files${prepare ? ', start each n8n afresh' : ''}`,
			run: makeReady,
		},
		...Array.from({ length: rounds }, (_, round) =>
			ways.map((way) => ({
				label: `${label}: ${TITLES[way]}${rounds > 1 ? ` (${round + 1} of ${rounds})` : ''}`,
				run: async () => await measure(way),
			})),
		).flat(),
		{ label: `${label}: clean up`, run: () => fs.rmSync(folder, { recursive: true }) },
	];
}

/** @param {number[]} values */
function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return sorted.length % 2 === 1
		? sorted[Math.floor(middle)]
		: (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Many small files, each with an asset of its own, where service and store take a while to answer: one at a time, and
 * eight. And how often each was called for it.
 * @param {Bench} bench
 * @param {Scope} scope
 * @param {Results} results
 * @returns {Task[]}
 */
function manyFilesTasks(bench, { many: { size, files, delayMs, rounds } }, results) {
	const label = `${files} × ${bytes(size)}, answers after ${delayMs} ms`;
	const folder = path.join(bench.files, 'many');
	const { emulator } = bench;
	const times = { 1: /** @type {number[]} */ ([]), 8: /** @type {number[]} */ ([]) };
	results.many = { files, size, delayMs, ms: { 1: NaN, 8: NaN } };
	const run = async (/** @type {string} */ selector, /** @type {number} */ concurrency) => {
		const lab = await bench.lab('verbit');
		const jobId = await emulator.newJob();
		return await lab.run(flowOf(selector, verbitUpload(lab.credential, { jobId, concurrency })));
	};
	const prepare = async () => {
		makeFiles(folder, size, files);
		// The first run brings the access token.
		await run(bench.warmUpFile, 1);
		await emulator.delayAnswers(delayMs);
	};
	const measure = async (/** @type {1 | 8} */ concurrency) => {
		await emulator.request('DELETE', 'journal');
		const { ms } = await run(path.join(folder, '*.bin'), concurrency);
		times[concurrency].push(ms);
		results.many.ms[concurrency] = median(times[concurrency]);
		/** @type {Record<string, number>} */
		const calls = { auth: 0, add_asset: 0, put: 0 };
		for (const { operation } of await emulator.request('GET', 'journal')) {
			calls[operation] = (calls[operation] ?? 0) + 1;
		}
		results.calls = { files, calls };
	};
	const turns = Array.from({ length: rounds }, () => /** @type {const} */ ([1, 8])).flat();
	return [
		{ label: `${label}: make the files`, run: prepare },
		...turns.map((concurrency) => ({
			label: `${label}: ${concurrency} at a time`,
			run: async () => await measure(concurrency),
		})),
	];
}

module.exports = { manyFilesTasks, parallelTasks, shapedLinkTasks, sizeTasks };
