const fs = require('node:fs');
const path = require('node:path');
const { step } = require('../../support/setup/progress');
const { middle } = require('../tally');
const { flowOf, verbitUpload } = require('./lab');
const { GIB, makeFiles } = require('./machine');
const { sharesOfUpload } = require('./profile');
const { bytes } = require('./tables');
const { newResults } = require('./scope');
const { availableWays, curlVersion, TITLES, upload } = require('./ways');

/**
 * @typedef {import('./scope').Upload} Upload
 * @typedef {{ label: string, size: number, files?: number, ways: Array<Upload['way']>, rounds?: number,
 *   fresh?: import('./bench').LabName[] }} Task its size is that of one file, bytes; `fresh` are restarted before it
 */

/** Carries out the measurements one after the other. */
class Measures {
	/** @param {import('./bench').Bench} bench @param {import('./scope').Scope} scope */
	constructor(bench, scope) {
		this.bench = bench;
		this.scope = scope;
		this.results = newResults(scope);
	}

	async run() {
		await this.sizes();
		await this.parallel();
		await this.shapedLink();
		await this.manyFiles();
		await this.profile();
		return this.results;
	}

	/** Every way with one file, from small to large. */
	async sizes() {
		const { bench, results } = this;
		if (curlVersion() === undefined) results.notes.push('curl is not on this machine.');
		/** @type {Task['fresh']} */
		const fresh = ['workflow', 'verbit', 'verbitOld', 'http'];
		for (const { size, rounds } of this.scope.sizes) {
			const label = bytes(size);
			// The file and n8n's copy of it, one at a time, and something for everybody else.
			if (size >= GIB && !this.fits(label, 2 * size + 2 * GIB)) continue;
			const task = { label, size, rounds, ways: this.waysFor(size), fresh };
			await this.inTurn(task, bench.sink.url(), results.sizes);
		}
	}

	/** @param {string} label @param {number} needed bytes of free disk */
	fits(label, needed) {
		const { bavail, bsize } = fs.statfsSync(this.bench.folder);
		const fits = bavail * bsize >= needed;
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
	async parallel() {
		const { bench, results } = this;
		const { size, files } = this.scope.parallel;
		const label = `${files} × ${bytes(size)}`;
		if (!this.fits(`${label} at a time`, (files + 1) * size + GIB)) return;
		/** @type {Array<'workflow' | 'verbit' | 'http'>} */
		const ways = ['workflow', 'verbit'];
		if (process.availableMemory() > 2 * files * size) ways.push('http');
		const task = { label, size, files, ways, fresh: ways };
		await this.inTurn(task, bench.sink.url(), results.parallel.uploads);
	}

	/** Every way to a receiver that reads no faster than a link of this rate would carry. */
	async shapedLink() {
		const { size, bitsPerSecond } = this.scope.shaped;
		const label = `A link of ${bitsPerSecond / 1e9} Gbit/s`;
		// The line, not the process, is the limit here.
		const ways = availableWays().filter((way) => way !== 'verbitOld');
		const url = this.bench.sink.url({ bitsPerSecond });
		await this.inTurn({ label, size, ways }, url, this.results.shaped.uploads);
	}

	/**
	 * Takes turns, so that what else the machine does meets all ways alike, and ends with the medians.
	 * @param {Task} task
	 * @param {string} url
	 * @param {Upload[]} uploads where the medians go
	 */
	async inTurn({ label, size, files = 1, ways, rounds = 1, fresh }, url, uploads) {
		const folder = path.join(this.bench.files, label.replaceAll(/\W+/g, '-'));
		const selector = path.join(folder, files > 1 ? '*.bin' : '1.bin');
		await step(`${label}: make the files${fresh ? ', start each n8n afresh' : ''}`, async () => {
			makeFiles(folder, size, files);
			await Promise.all((fresh ?? []).map(async (way) => await this.refresh(way)));
		});
		/** @type {Record<string, import('./ways').Measured[]>} */
		const measured = Object.fromEntries(ways.map((way) => [way, []]));
		for (let round = 1; round <= rounds; round++) {
			for (const way of ways) {
				const title = `${label}: ${TITLES[way]}${rounds > 1 ? ` (${round} of ${rounds})` : ''}`;
				const attempt = async () => await this.attempt(label, way, url, selector);
				measured[way].push(await step(title, attempt));
			}
		}
		fs.rmSync(folder, { recursive: true });
		for (const way of ways) {
			const ms = middle(measured[way].map((round) => round.ms));
			const peak = middle(measured[way].map((round) => round.peak));
			uploads.push({ size, way, ms, peak });
		}
	}

	/** A fresh n8n, with its code loaded. @param {import('./bench').LabName} way */
	async refresh(way) {
		const { bench, scope } = this;
		const lab = await bench.lab(way);
		if (!lab.isFresh && !scope.restarts) return;
		await lab.refresh(way, bench.warmUpFile, bench.sink.url());
	}

	/** Another way that fails is a note. @param {string} label @param {Upload['way']} way @param {string} url @param {string} file */
	async attempt(label, way, url, file) {
		return await upload(this.bench, way, url, file).catch((error) => {
			if (way === 'verbit' || way === 'verbitOld') throw error;
			this.results.notes.push(`${label}: ${TITLES[way]} failed: ${error.message}`);
			return { ms: NaN, peak: NaN };
		});
	}

	/**
	 * Many small files, each with an asset of its own, where service and store take a while to answer: one at a time, and
	 * eight. And how often each was called for it.
	 */
	async manyFiles() {
		const { bench, results } = this;
		const { size, files, delayMs, rounds } = this.scope.many;
		const { control } = bench.emulator;
		const label = `${files} × ${bytes(size)}, answers after ${delayMs} ms`;
		const folder = path.join(bench.files, 'many');
		const run = async (/** @type {string} */ selector, /** @type {number} */ concurrency) => {
			const lab = await bench.lab('verbit');
			const jobId = await bench.emulator.newJob();
			return await lab.run(flowOf(selector, verbitUpload(lab.credential, { jobId, concurrency })));
		};
		await step(`${label}: make the files`, async () => {
			makeFiles(folder, size, files);
			// The first run brings the access token.
			await run(bench.warmUpFile, 1);
			await bench.emulator.delayAnswers(delayMs);
		});
		const times = { 1: /** @type {number[]} */ ([]), 8: /** @type {number[]} */ ([]) };
		const turns = Array.from({ length: rounds }, () => /** @type {const} */ ([1, 8])).flat();
		for (const concurrency of turns) {
			await control.delete('journal');
			const all = async () => await run(path.join(folder, '*.bin'), concurrency);
			times[concurrency].push((await step(`${label}: ${concurrency} at a time`, all)).ms);
			results.many.ms[concurrency] = middle(times[concurrency]);
		}
		const { calls } = results;
		for (const { operation } of (await control.get('journal')).data) {
			calls[operation] = (calls[operation] ?? 0) + 1;
		}
	}

	/** Where the time of one upload goes. */
	async profile() {
		const { size } = this.scope.profile;
		const measure = async () => await sharesOfUpload(this.bench, size);
		this.results.profile.shares = await step(`${bytes(size)}: profile this node`, measure);
	}
}

module.exports = { Measures };
