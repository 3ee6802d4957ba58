const fs = require('node:fs');
const path = require('node:path');
const { ensureN8n } = require('../../support/setup/n8n');
const { step } = require('../../support/setup/progress');
const { Lab } = require('./lab');
const { makeFiles, MIB, temporaryFolder } = require('../measure/machine');
const { startSink } = require('./sink');
const { inTurn, middle } = require('../measure/tally');
const { bytes, sectionsOf } = require('./tables');
const { putWithPipe, TITLES } = require('./ways');

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
const WAYS = ['workflow', 'verbit', 'verbitOld', 'http', 'pipe', 'pipeMd5'];

/** @param {Scope} scope */
async function runBench(scope) {
	const sink = await startSink();
	const bench = new Bench(scope, (await ensureN8n()).node);
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
		return sectionsOf(scope, { sizes, parallel, shaped });
	} finally {
		const labs = Object.values(bench.labs).map(async (lab) => (await lab).n8n.stop());
		await Promise.allSettled(labs);
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

	/** @param {Scope} scope @param {string} node of n8n */
	constructor(scope, node) {
		this.scope = scope;
		this.node = node;
	}

	/** @param {LabWay} way */
	async lab(way) {
		const env = way === 'verbitOld' ? { NODE_OPTIONS: `--import=${WITHOUT_TRANSFER}` } : {};
		return await (this.labs[way] ??= Lab.create(this.folder, env));
	}

	/** The same files in each way. @param {Task} task @returns {Promise<Upload[]>} */
	async upload({ size, files = 1, rounds = 1, url, ways, fresh = [] }) {
		const label = `${files} × ${bytes(size)}`;
		const first = makeFiles(path.join(this.files, 'upload'), size, files);
		const selector = first.replace('1.bin', '*.bin');
		const refresh = fresh.map(async (way) => await this.refresh(way, url));
		await step(`${label}: start each n8n afresh`, async () => await Promise.all(refresh));
		const measured = await inTurn(rounds, ways, async (way, round) => {
			const args = [url, first, this.warmUpFile];
			const work = async () => {
				if (way === 'pipe') return await putWithPipe(this.node, ...args);
				if (way === 'pipeMd5') return await putWithPipe(this.node, ...args, 'md5');
				return await (await this.lab(way)).upload(way, selector, url);
			};
			return await step(`${label}: ${TITLES[way]} (${round} of ${rounds})`, work);
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
}

module.exports = { runBench };
