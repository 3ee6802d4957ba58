const { randomBytes } = require('node:crypto');
const { once } = require('node:events');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { ownNode } = require('../../support/n8n/workflow');
const { step } = require('../../support/setup/progress');
const { Lab } = require('./lab');
const { startSink } = require('./sink');

const MIB = 1024 ** 2;

/** The way that the others are compared with, and what a user has without this node. */
const [PLAIN, HTTP_REQUEST] = ['Plain Node.js stream', "n8n's HTTP Request node"];

/** The one in the middle; of an even number the lower one. @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];

/** The ways to upload: they send the same files from the page cache to the same receiver, which discards what it reads. */
class Bench {
	static async start() {
		const sink = await startSink();
		// An n8n for each way, so that they leave no memory to one another.
		const labs = [new Lab(), new Lab()];
		for (const lab of labs) await lab.start();
		return new Bench(sink, labs);
	}

	/** @param {Awaited<ReturnType<typeof startSink>>} sink @param {Lab[]} labs */
	constructor(sink, labs) {
		this.sink = sink;
		this.labs = labs;
		// Both may read it.
		this.files = labs[0].scratch;
		this.warmUp = makeFiles(this.files, 'warm-up', 1);
		// An upload URL of its own for each item: this node takes one URL for one file, and calls Verbit for none.
		const url = `=${sink.url.replace('?', '-{{ $itemIndex }}?')}`;
		const upload = { jobId: 1, options: { concurrency: 3, uploadUrl: url } };
		this.nodes = {
			'This node': labs[0].verbit('Upload', 'asset:upload', upload),
			[HTTP_REQUEST]: httpRequest(url),
		};
	}

	/** The same files in each way. They take turns, so that what else the machine does meets them alike. @param {import('./run').Task} task */
	async measure({ size, files = 1, rounds = 1 }) {
		/** @type {Record<string, (selector: string) => Promise<{ ms: number, peak?: number }>>} */
		const ways = {};
		for (const [index, [way, node]] of Object.entries(this.nodes).entries()) {
			const lab = this.labs[index];
			await step(`Start n8n afresh for: ${way}`, async () => await lab.restart(node, this.warmUp));
			ways[way] = async (selector) => await lab.measure(selector, node);
		}
		if (files === 1) ways[PLAIN] = async (selector) => await put(this.sink.url, selector);
		const selector = makeFiles(this.files, 'upload', size, files);
		/** @type {Record<string, Array<{ ms: number, peak?: number }>>} */
		const runs = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
		for (let round = 1; round <= rounds; round++) {
			for (const [way, run] of Object.entries(ways)) {
				const title = `${files} × ${size} MiB: ${way} (${round} of ${rounds})`;
				runs[way].push(await step(title, async () => await run(selector)));
			}
		}
		for (let copy = 1; copy <= files; copy++) fs.rmSync(selector.replace('*', `${copy}`));
		return rowsOf(`${files} × ${size} MiB`, files * size, runs);
	}

	async stop() {
		await Promise.allSettled(this.labs.map(async (lab) => await lab.stop()));
		this.sink.stop();
	}
}

/** @param {string} Files @param {number} mib @param {Record<string, Array<{ ms: number, peak?: number }>>} runs by their way */
function rowsOf(Files, mib, runs) {
	/** @type {(way: string) => number | undefined} */
	const timeOf = (way) => runs[way] && median(runs[way].map(({ ms }) => ms));
	return Object.entries(runs).map(([Way, all]) => {
		const ms = Number(timeOf(Way));
		const over = (/** @type {string} */ way) => `${(ms / Number(timeOf(way))).toFixed(2)} ×`;
		return {
			Files,
			Way,
			Time: `${(ms / 1000).toFixed(3)} s`,
			Rate: `${((mib * MIB) / 1000 / ms).toFixed(0)} MB/s`,
			'Time / plain Node.js stream': PLAIN in runs ? over(PLAIN) : '–',
			'Time / HTTP Request': over(HTTP_REQUEST),
			'Peak memory above idle':
				Way === PLAIN ? '–' : `${(median(all.map(({ peak = 0 }) => peak)) / MIB).toFixed(0)} MiB`,
		};
	});
}

/** What a user wires by hand. @param {string} url pre-signed, which another request has to bring first */
const httpRequest = (url) =>
	ownNode('Upload', 'httpRequest', 4.2, {
		method: 'PUT',
		url,
		sendBody: true,
		contentType: 'binaryData',
		inputDataFieldName: 'data',
		options: { timeout: 3_600_000 },
	});

/** The least that Node.js can do: a file piped to a request. @param {string} url @param {string} selector */
async function put(url, selector) {
	const startedAt = performance.now();
	const file = selector.replace('*', '1');
	const headers = { 'content-length': fs.statSync(file).size };
	const request = http.request(url, { method: 'PUT', headers });
	fs.createReadStream(file, { highWaterMark: MIB }).pipe(request);
	const [response] = await once(request, 'response');
	await once(response.resume(), 'end');
	if (response.statusCode !== 200) throw new Error(`The sink answered ${response.statusCode}`);
	return { ms: performance.now() - startedAt };
}

/** Files of the same MiB of random bytes again and again. @param {string} folder @param {string} name @param {number} size in MiB @returns what selects them */
function makeFiles(folder, name, size, count = 1) {
	const selector = path.join(folder, `${name}-*.bin`);
	const first = selector.replace('*', '1');
	const block = randomBytes(MIB);
	for (let written = 0; written < size; written++) fs.appendFileSync(first, block);
	for (let copy = 2; copy <= count; copy++) fs.linkSync(first, selector.replace('*', `${copy}`));
	return selector;
}

module.exports = { Bench, median };
