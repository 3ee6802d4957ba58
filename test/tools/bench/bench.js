const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { World } = require('../../e2e/world');
const { LinkServer } = require('../../engine/linkServer');
const { ownNode, readFiles } = require('../../support/n8n/workflow');
const { step } = require('../../support/setup/progress');

const MIB = 1024 ** 2;

/** What a user has without this node. */
const [THIS_NODE, HTTP_REQUEST] = ['This node', "n8n's HTTP Request node"];

/** @typedef {{ files: number, size: number, ways: Record<string, { ms: number, peak: number }> }} Result of the round in the middle, by way */

/** Each look at an execution takes n8n's main thread some 10 ms. */
const LIMITS = { maxMs: 3_600_000, pollMs: 1000 };

class Lab extends World {
	idle = Infinity;

	/** Anew, with its code loaded. @param {import('../../support/n8n/workflow').WorkflowNode} upload @param {string} warmUp a file */
	async restart(upload, warmUp) {
		await this.n8n.stop();
		await this.n8n.start();
		for (let run = 0; run < 2; run++) await this.measure(warmUp, upload);
		// n8n gives back what its start took some ten seconds after it.
		await sleep(14_000);
		this.idle = this.memory('VmRSS');
	}

	/** As Linux counts it, in bytes: it keeps the peak, and resets it on demand. @param {'VmRSS' | 'VmHWM'} field */
	memory(field) {
		const status = fs.readFileSync(`/proc/${this.n8n.server?.pid}/status`, 'utf8');
		return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
	}

	/**
	 * Reads files from the disk into n8n's storage, and uploads them.
	 * @param {string} selector a path or a glob @param {import('../../support/n8n/workflow').WorkflowNode} upload
	 * @returns {Promise<{ ms: number, peak: number }>} time of the upload alone; peak above idle, of the whole workflow
	 */
	async measure(selector, upload) {
		const { client, server } = this.n8n;
		// n8n gives some of what its start took back only now.
		this.idle = Math.min(this.idle, this.memory('VmRSS'));
		fs.writeFileSync(`/proc/${server?.pid}/clear_refs`, '5');
		const { id } = await this.begin(readFiles(selector), upload);
		await sleep(LIMITS.pollMs);
		const { status, data } = await client.waitForExecution(id, LIMITS);
		const peak = this.memory('VmHWM') - this.idle;
		// Its copy of the files goes with it.
		await client.request('POST', '/executions/delete', { ids: [id] });
		if (status !== 'success') throw new Error(data.resultData.error?.message ?? status);
		return { ms: Number(data.resultData.runData[upload.name]?.[0].executionTime), peak };
	}
}

/**
 * Of a store that keeps nothing. It says that it encrypts, as its ETag is no MD5: hashing would make it the slowest part.
 * @type {import('../../engine/linkServer').Answer}
 */
function discard(request, response) {
	let received = 0;
	request.on('data', ({ length }) => (received += length));
	request.on('end', () => {
		const isWhole = received === Number(request.headers['content-length']);
		const headers = { etag: '"discarded"', 'x-amz-server-side-encryption': 'aws:kms' };
		response.writeHead(isWhole ? 200 : 400, headers).end();
	});
	request.on('error', () => response.destroy());
}

/** The one in the middle; of an even number the lower one. @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];

/**
 * Uploads in both ways. They send the same files from the page cache to the same receiver, which discards what it reads, and
 * take turns, so that what else the machine does meets them alike.
 * @param {import('./run').Task[]} tasks @returns {Promise<Result[]>}
 */
async function benchmark(tasks) {
	const store = new LinkServer();
	await store.start();
	store.answer(discard);
	// Node's default of 300 s would cut the slowest way.
	if (store.server) store.server.requestTimeout = 0;
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
	// An n8n for each way, so that they leave no memory to one another.
	const [own, other] = [new Lab(), new Lab()];
	try {
		for (const lab of [own, other]) await lab.start({ N8N_RESTRICT_FILE_ACCESS_TO: folder });
		// A pre-signed URL of its own for each item: this node takes one URL for one file, and calls Verbit for none.
		const url = `=${store.url}/{{ $itemIndex }}?X-Amz-Signature=signature`;
		const upload = { jobId: 1, options: { concurrency: 3, uploadUrl: url } };
		const ways = [
			{ way: THIS_NODE, lab: own, node: own.verbit('Upload', 'asset:upload', upload) },
			{ way: HTTP_REQUEST, lab: other, node: httpRequest(url) },
		];
		const warmUp = makeFiles(folder, 'warm-up', 1);
		const results = [];
		for (const task of tasks) {
			for (const { way, lab, node } of ways)
				await step(`Start n8n afresh for: ${way}`, async () => await lab.restart(node, warmUp));
			results.push(await measure(ways, folder, task));
		}
		return results;
	} finally {
		await Promise.allSettled([own, other].map(async (lab) => await lab.stop()));
		await store.stop();
	}
}

/** @param {Array<{ way: string, lab: Lab, node: import('../../support/n8n/workflow').WorkflowNode }>} ways @param {string} folder that both may read @param {import('./run').Task} task @returns {Promise<Result>} */
async function measure(ways, folder, { size, files = 1, rounds = 1 }) {
	const selector = makeFiles(folder, 'upload', size, files);
	/** @type {Record<string, Array<{ ms: number, peak: number }>>} */
	const runs = { [THIS_NODE]: [], [HTTP_REQUEST]: [] };
	for (let round = 1; round <= rounds; round++) {
		for (const { way, lab, node } of ways) {
			const title = `${files} × ${size} MiB: ${way} (${round} of ${rounds})`;
			runs[way].push(await step(title, async () => await lab.measure(selector, node)));
		}
	}
	for (let copy = 1; copy <= files; copy++) fs.rmSync(selector.replace('*', `${copy}`));
	const medians = Object.entries(runs).map(([way, all]) => [
		way,
		{ ms: median(all.map(({ ms }) => ms)), peak: median(all.map(({ peak }) => peak)) },
	]);
	return { files, size, ways: Object.fromEntries(medians) };
}

/** @param {Result} result */
function rowsOf({ files, size, ways }) {
	const amount = size < 1024 ? `${size} MiB` : `${size / 1024} GiB`;
	return Object.entries(ways).map(([Way, { ms, peak }]) => ({
		Files: files === 1 ? amount : `${files} × ${amount}`,
		Way,
		Time: inSeconds(ms),
		Rate: `${((files * size * MIB) / 1000 / ms).toFixed(0)} MB/s`,
		'Time / HTTP Request': `${(ms / ways[HTTP_REQUEST].ms).toFixed(2)} ×`,
		'Peak memory above idle': inMib(peak),
	}));
}

const inSeconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`;

const inMib = (/** @type {number} */ bytes) => `${(bytes / MIB).toFixed(0)} MiB`;

/** A picture of two groups of bars, each with a scale of its own. @param {Result} result */
function pictureOf({ size, ways }) {
	/** @type {Array<[heading: string, value: 'ms' | 'peak', inWords: (value: number) => string]>} */
	const groups = [
		[`Upload of ${size / 1024} GiB: time`, 'ms', inSeconds],
		['Peak of memory, above what n8n takes idle', 'peak', inMib],
	];
	const shapes = groups.flatMap(([heading, value, inWords], group) => {
		const top = 10 + group * 91;
		const most = Math.max(...Object.values(ways).map((way) => way[value]));
		const bars = Object.entries(ways).flatMap(([label, way], index) => {
			const [y, width] = [top + (index + 1) * 26, (way[value] / most) * 380];
			const colour = label === THIS_NODE ? '#2f855a' : '#a0aec0';
			return [
				`<text x="320.0" y="${y + 16}" text-anchor="end">${label}</text>`,
				`<rect x="330.0" y="${y + 3}" width="${width.toFixed(1)}" height="18" fill="${colour}"/>`,
				`<text x="${(338 + width).toFixed(1)}" y="${y + 16}" >${inWords(way[value])}</text>`,
			];
		});
		return [`<text x="10.0" y="${top + 16}" font-weight="bold">${heading}</text>`, ...bars];
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="192" font-family="sans-serif" font-size="14"><rect width="860" height="192" fill="#fff"/>\n${shapes.join('\n')}\n</svg>\n`;
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

/** Files of the same MiB of random bytes again and again. @param {string} folder @param {string} name @param {number} size in MiB @returns what selects them */
function makeFiles(folder, name, size, count = 1) {
	const selector = path.join(folder, `${name}-*.bin`);
	const first = selector.replace('*', '1');
	const block = randomBytes(MIB);
	for (let written = 0; written < size; written++) fs.appendFileSync(first, block);
	for (let copy = 2; copy <= count; copy++) fs.linkSync(first, selector.replace('*', `${copy}`));
	return selector;
}

module.exports = { benchmark, pictureOf, rowsOf };
