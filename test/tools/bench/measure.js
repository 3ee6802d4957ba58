const fs = require('node:fs');
const path = require('node:path');
const { flowOf, verbitUpload } = require('./lab');
const { freeDisk, GIB, makeFiles } = require('./machine');
const { sharesOfUpload } = require('./profile');
const { bytes } = require('./tables');
const { availableWays, curlVersion, refresh, TITLES, upload } = require('./ways');

/** @typedef {import('./scope').Upload} Upload */

/** Of an odd number. @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The measurements as tasks, which add to the results. */
class Measures {
	/**
	 * @param {import('./bench').Bench} bench
	 * @param {import('./scope').Scope} scope
	 * @param {import('./scope').Results} results
	 */
	constructor(bench, scope, results) {
		this.bench = bench;
		this.scope = scope;
		this.results = results;
	}

	tasks() {
		return [
			...this.sizes(),
			...this.parallel(),
			...this.shapedLink(),
			...this.manyFiles(),
			this.profile(),
		];
	}

	/** Every way with one file, from small to large. */
	sizes() {
		const { bench, results } = this;
		if (curlVersion() === undefined) results.notes.push('curl is not on this machine.');
		return this.scope.sizes.flatMap(({ size, rounds }) => {
			const label = bytes(size);
			// The file and n8n's copy of it, one at a time, and something for everybody else.
			if (size >= GIB && !this.fits(label, 2 * size + 2 * GIB)) return [];
			const prepare = async () => await refresh(bench, ['workflow', 'verbit', 'verbitOld', 'http']);
			const task = { label, size, files: 1, rounds, ways: this.waysFor(size), prepare };
			return this.inTurn(task, bench.sink.url(), results.sizes);
		});
	}

	/** @param {string} label @param {number} needed bytes of free disk */
	fits(label, needed) {
		const fits = freeDisk(this.bench.folder) >= needed;
		const note = `${label} was left out: it needs ${bytes(needed)} of free disk.`;
		if (!fits) this.results.notes.push(note);
		return fits;
	}

	/** @param {number} size @returns {Array<Upload['way']>} */
	waysFor(size) {
		const ways = availableWays();
		if (size < GIB || process.availableMemory() > 2 * size) return ['workflow', ...ways];
		this.results.notes.push(
			`${TITLES.http} was left out at ${bytes(size)}: it keeps the whole file in memory, and this machine has too little.`,
		);
		return ['workflow', ...ways.filter((way) => way !== 'http')];
	}

	/** Several large files at the same time: n8n's HTTP Request node sends all of its items at once, too. */
	parallel() {
		const { bench, results } = this;
		const { size, files } = this.scope.parallel;
		const label = `${files} × ${bytes(size)}`;
		if (!this.fits(`${label} at a time`, (files + 1) * size + GIB)) return [];
		/** @type {Array<'workflow' | 'verbit' | 'http'>} */
		const ways = ['workflow', 'verbit'];
		if (process.availableMemory() > 2 * files * size) ways.push('http');
		const prepare = async () => await refresh(bench, ways);
		const task = { label, size, files, rounds: 1, ways, prepare };
		return this.inTurn(task, bench.sink.url(), results.parallel.uploads);
	}

	/** Every way to a receiver that reads no faster than a link of this rate would carry. */
	shapedLink() {
		const { size, bitsPerSecond } = this.scope.shaped;
		const label = `A link of ${bitsPerSecond / 1e9} Gbit/s`;
		// The line, not the process, is the limit here.
		const ways = availableWays().filter((way) => way !== 'verbitOld');
		const url = this.bench.sink.url({ bitsPerSecond });
		const task = { label, size, files: 1, rounds: 1, ways };
		return this.inTurn(task, url, this.results.shaped.uploads);
	}

	/**
	 * Takes turns, so that what else the machine does meets all ways alike, and ends with the medians.
	 * @param {object} task
	 * @param {string} task.label
	 * @param {number} task.size of one file, bytes
	 * @param {number} task.files
	 * @param {Array<Upload['way']>} task.ways
	 * @param {number} task.rounds
	 * @param {() => Promise<void>} [task.prepare]
	 * @param {string} url
	 * @param {Upload[]} uploads where the medians go
	 * @returns {import('./scope').Task[]}
	 */
	inTurn({ label, size, files, ways, rounds, prepare }, url, uploads) {
		const folder = path.join(this.bench.files, label.replaceAll(/\W+/g, '-'));
		const selector = path.join(folder, files > 1 ? '*.bin' : '1.bin');
		/** @type {Record<string, import('./ways').Measured[]>} */
		const measured = Object.fromEntries(ways.map((way) => [way, []]));
		const measure = async (/** @type {Upload['way']} */ way) => {
			const one = await upload(this.bench, way, url, selector).catch((error) => {
				if (way === 'verbit' || way === 'verbitOld') throw error;
				this.results.notes.push(`${label}: ${TITLES[way]} failed: ${error.message}`);
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
		const ready = `${label}: make the files${prepare ? ', start each n8n afresh' : ''}`;
		return [
			{ label: ready, run: makeReady },
			...Array.from({ length: rounds }, (_, round) =>
				ways.map((way) => ({
					label: `${label}: ${TITLES[way]}${rounds > 1 ? ` (${round + 1} of ${rounds})` : ''}`,
					run: async () => await measure(way),
				})),
			).flat(),
			{ label: `${label}: clean up`, run: () => fs.rmSync(folder, { recursive: true }) },
		];
	}

	/**
	 * Many small files, each with an asset of its own, where service and store take a while to answer: one at a time, and
	 * eight. And how often each was called for it.
	 */
	manyFiles() {
		const { bench, results } = this;
		const { size, files, delayMs, rounds } = this.scope.many;
		const label = `${files} × ${bytes(size)}, answers after ${delayMs} ms`;
		const folder = path.join(bench.files, 'many');
		const times = { 1: /** @type {number[]} */ ([]), 8: /** @type {number[]} */ ([]) };
		const run = async (/** @type {string} */ selector, /** @type {number} */ concurrency) => {
			const lab = await bench.lab('verbit');
			const jobId = await bench.emulator.newJob();
			return await lab.run(flowOf(selector, verbitUpload(lab.credential, { jobId, concurrency })));
		};
		const prepare = async () => {
			makeFiles(folder, size, files);
			// The first run brings the access token.
			await run(bench.warmUpFile, 1);
			await bench.emulator.delayAnswers(delayMs);
		};
		const measure = async (/** @type {1 | 8} */ concurrency) => {
			await bench.emulator.control.delete('journal');
			const { ms } = await run(path.join(folder, '*.bin'), concurrency);
			times[concurrency].push(ms);
			results.many.ms[concurrency] = median(times[concurrency]);
			results.calls = { files, calls: { auth: 0, add_asset: 0, put: 0 } };
			const { data: journal } = await bench.emulator.control.get('journal');
			for (const { operation } of journal) {
				results.calls.calls[operation] = (results.calls.calls[operation] ?? 0) + 1;
			}
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

	/** Where the time of one upload goes. */
	profile() {
		const { size } = this.scope.profile;
		const run = async () => {
			this.results.profile = { size, shares: await sharesOfUpload(this.bench, size) };
		};
		return { label: `${bytes(size)}: profile this node`, run };
	}
}

module.exports = { Measures };
