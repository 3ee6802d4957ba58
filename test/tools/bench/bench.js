const fs = require('node:fs');
const path = require('node:path');
const { startEmulator } = require('../../emulator');
const { ensureN8n } = require('../../support/setup/n8n');
const { Lab } = require('./lab');
const { makeFiles, MIB, temporaryFolder } = require('../measure/machine');
const { startSink } = require('./sink');
const { inTurn, middle } = require('../measure/tally');
const { bytes, sectionsOf } = require('./tables');
const { putWithCurl, putWithPipe, TITLES } = require('./ways');

/**
 * @typedef {import('./run').Scope} Scope
 * @typedef {import('./lab').LabWay} LabWay
 * @typedef {keyof typeof TITLES} Way
 * @typedef {{ size: number, way: Way, ms: number, peak: number }} Upload medians over the rounds, with a file's size in bytes;
 *   `ms` is NaN for the workflow without an upload; `peak` in bytes above idle, NaN outside n8n
 * @typedef {{ size: number, files?: number, rounds?: number, url: string, ways: Way[], fresh?: LabWay[] }} Task its size is that
 *   of one file, bytes; `fresh` are restarted before it
 */

/** n8n then can't give memory back before its garbage collector does: as with Node.js before 22. */
const WITHOUT_TRANSFER = 'data:text/javascript,delete%20ArrayBuffer.prototype.transfer';

/** @type {Way[]} */
const WAYS = ['workflow', 'verbit', 'verbitOld', 'http', 'curl', 'pipe', 'pipeMd5'];

/** @param {Scope} scope @param {import('../measure/measure').Attempt} attempt */
async function runBench(scope, attempt) {
	const [sink, emulator] = [await startSink(), await startEmulator()];
	const bench = new Bench(scope, attempt, emulator, (await ensureN8n()).node);
	try {
		const url = sink.url();
		const sizes = [];
		for (const one of scope.sizes) {
			sizes.push(...(await bench.upload({ ...one, url, ways: WAYS, fresh: IN_N8N })));
		}
		// n8n's HTTP Request node sends all of its items at once, too.
		const ways = IN_N8N.filter((way) => way !== 'verbitOld');
		const parallel = await bench.upload({ ...scope.parallel, url, ways, fresh: ways });
		// The line, not the process, is the limit here.
		const onLine = WAYS.filter((way) => way !== 'workflow' && way !== 'verbitOld');
		const slowUrl = sink.url(scope.shaped.bitsPerSecond);
		const shaped = await bench.upload({ ...scope.shaped, url: slowUrl, ways: onLine });
		const loop = await bench.eventLoop(sink.url(scope.eventLoop.bitsPerSecond));
		return sectionsOf(scope, { sizes, parallel, shaped, loop, ...(await bench.manyFiles()) });
	} finally {
		const labs = Object.values(bench.labs).map(async (lab) => (await lab).n8n.stop());
		await Promise.allSettled([...labs, emulator.stop()]);
		sink.stop();
	}
}

/** @type {LabWay[]} */
const IN_N8N = ['workflow', 'verbit', 'verbitOld', 'http'];

/** What all measurements share. */
class Bench {
	/** An n8n for each way, so that they can take turns without leaving memory to one another. @type {Partial<Record<LabWay, Promise<Lab>>>} */
	labs = {};
	folder = temporaryFolder();
	files = path.join(this.folder, 'files');
	warmUpFile = makeFiles(path.join(this.files, 'warm-up'), MIB);

	/** @param {Scope} scope @param {import('../measure/measure').Attempt} attempt @param {Awaited<ReturnType<typeof startEmulator>>} emulator @param {string} node of n8n */
	constructor(scope, attempt, emulator, node) {
		this.scope = scope;
		this.attempt = attempt;
		this.emulator = emulator;
		this.node = node;
	}

	/** @param {LabWay} way */
	async lab(way) {
		const env = way === 'verbitOld' ? { NODE_OPTIONS: `--import=${WITHOUT_TRANSFER}` } : {};
		return await (this.labs[way] ??= Lab.create(this.emulator.credential, this.folder, env));
	}

	/** The same files in each way. @param {Task} task @returns {Promise<Upload[]>} */
	async upload({ size, files = 1, rounds = 1, url, ways, fresh = [] }) {
		const label = `${files} × ${bytes(size)}`;
		const first = makeFiles(path.join(this.files, 'upload'), size, files);
		const selector = first.replace('1.bin', '*.bin');
		const refresh = fresh.map(async (way) => await this.refresh(way, url));
		await this.attempt(`${label}: start each n8n afresh`, async () => await Promise.all(refresh));
		const measured = await inTurn(rounds, ways, async (way, round) => {
			const args = [url, first, this.warmUpFile];
			const work = async () => {
				if (way === 'curl') return await putWithCurl(url, first);
				if (way === 'pipe') return await putWithPipe(this.node, ...args);
				if (way === 'pipeMd5') return await putWithPipe(this.node, ...args, 'md5');
				return await (await this.lab(way)).upload(way, selector, url);
			};
			return await this.attempt(`${label}: ${TITLES[way]} (${round} of ${rounds})`, work);
		});
		fs.rmSync(path.dirname(first), { recursive: true });
		return measured.map(({ way, runs }) => {
			const { ms } = middle(runs, (one) => one.ms);
			return { size, way, ms, peak: middle(runs, (one) => one.peak).peak };
		});
	}

	/** With its code loaded. @param {LabWay} way @param {string} url */
	async refresh(way, url) {
		const lab = await this.lab(way);
		if (lab.isFresh || this.scope.restarts) await lab.refresh(way, this.warmUpFile, url);
	}

	/** The delay of n8n's event loop, ms, while files are uploaded at the same time, over a line each. @param {string} url */
	async eventLoop(url) {
		const { files, size, rounds } = this.scope.eventLoop;
		const first = makeFiles(path.join(this.files, 'event-loop'), size, files);
		const report = path.join(this.folder, 'loop-delay');
		const preload = `--require=${path.join(__dirname, 'loopDelay.js')}`;
		const env = { NODE_OPTIONS: preload, LOOP_REPORT: report };
		const ways = /** @type {const} */ (['http', 'verbit']);
		const measured = await inTurn(rounds, ways, async (way, round) =>
			this.attempt(`Event loop: ${TITLES[way]} (${round} of ${rounds})`, async () => {
				const lab = await Lab.create(this.emulator.credential, this.folder, env);
				const upload = lab.upload(way, first.replace('1.bin', '*.bin'), url);
				await upload.finally(async () => await lab.n8n.stop());
				return Number(fs.readFileSync(report, 'utf8'));
			}),
		);
		return Object.fromEntries(measured.map(({ way, runs }) => [way, middle(runs, Number)]));
	}

	/**
	 * Many small files, each with an asset of its own, where Verbit and its storage take a while to answer: one at a time, and
	 * eight. And how often each was called in the last run.
	 */
	async manyFiles() {
		const { size, files, delayMs, rounds } = this.scope.many;
		const { faults, journal } = this.emulator;
		const first = makeFiles(path.join(this.files, 'many'), size, files);
		const run = async (/** @type {string} */ selector, /** @type {number} */ concurrency) => {
			const jobId = this.emulator.createJob({ profile: 'standard' });
			return await (
				await this.lab('verbit')
			).runVerbit(selector, { jobId, options: { concurrency } });
		};
		// The first run brings the access token.
		await run(this.warmUpFile, 1);
		const delay = /** @type {const} */ ({ kind: 'delay', delayMs, times: Infinity });
		faults.add({ ...delay, where: 'service' }, { ...delay, where: 'store' });
		const measured = await inTurn(rounds, [1, 8], async (concurrency, round) => {
			journal.clear();
			const work = async () => await run(first.replace('1.bin', '*.bin'), concurrency);
			const title = `${files} × ${bytes(size)}, answers after ${delayMs} ms: ${concurrency} at a time`;
			return await this.attempt(`${title} (${round} of ${rounds})`, work);
		});
		const [one, eight] = measured.map(({ runs }) => middle(runs, ({ ms }) => ms).ms);
		const [assets, puts, exchanges] = ['add_asset', 'put', 'auth'].map((operation) =>
			journal.count({ operation }),
		);
		return { speedUp: one / eight, calls: { assets, puts, exchanges } };
	}
}

module.exports = { runBench };
