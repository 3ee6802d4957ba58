const { execFile } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { promisify } = require('node:util');
const { ownNode, verbit } = require('../../support/n8n/workflow');
const { step } = require('../../support/setup/progress');
const { median, temporaryFolder } = require('../measure/measure');
const { Lab } = require('./lab');
const { startSink } = require('./sink');

/** The name of the node whose time is measured. */
const UPLOAD = 'Upload';

const MIB = 1024 * 1024;

/** @typedef {{ ms: number, peak?: number }} Upload `peak` in bytes above idle, of n8n */

/** The ways to upload: they send the same files from the page cache to the same receiver, which discards what it reads. */
class Bench {
	/** @param {import('../../support/setup/n8n').N8nInstall} n8n */
	static async start({ node }) {
		const folder = temporaryFolder();
		const sink = await startSink();
		// An n8n for each way, so that they leave no memory to one another.
		const [own, http] = [await Lab.create(folder), await Lab.create(folder)];
		return new Bench({ node, folder, sink, labs: [own, http] });
	}

	/** @param {{ node: string, folder: string, sink: Awaited<ReturnType<typeof startSink>>, labs: Lab[] }} parts */
	constructor({ node, folder, sink, labs }) {
		this.folder = folder;
		this.sink = sink;
		this.labs = labs;
		this.warmUp = makeFiles(path.join(folder, 'files/warm-up'), MIB);
		const [own, http] = labs;
		// An upload URL of its own for each item: this node takes one URL for one file.
		const url = `=${sink.url.replace('?', '-{{ $itemIndex }}?')}`;
		const options = { concurrency: 3, uploadUrl: url };
		const upload = { resource: 'asset', operation: 'upload', jobId: 1, options };
		const verbitNode = verbit(UPLOAD, upload, own.credential);
		/** @type {Record<string, (file: string) => Promise<Upload>>} */
		this.inN8n = {
			'This node': async (file) => await own.run(file, verbitNode),
			"n8n's HTTP Request node": async (file) => await http.run(file, httpRequest(url)),
		};
		const pipe = async (/** @type {string[]} */ ...args) => {
			const script = path.join(__dirname, 'pipe.js');
			const { stdout } = await promisify(execFile)(node, [script, sink.url, this.warmUp, ...args]);
			return { ms: Number(stdout) };
		};
		/** @type {typeof this.inN8n} */
		this.plain = {
			'Plain Node.js stream': async (file) => await pipe(file),
			'Plain Node.js stream with MD5': async (file) => await pipe(file, 'md5'),
		};
	}

	/** The same files in each way. They take turns, so that what else the machine does meets them alike. @param {import('./run').Task} task */
	async upload({ size, files = 1, rounds = 1 }) {
		const first = makeFiles(path.join(this.folder, 'files/upload'), size, files);
		const ways = Object.entries({ ...this.inN8n, ...(files === 1 && this.plain) });
		await step('Start each n8n afresh', async () => {
			await Promise.all(this.labs.map(async (lab) => await lab.restart()));
			for (const run of Object.values(this.inN8n))
				for (let i = 0; i < 2; i++) await run(this.warmUp);
			await Promise.all(this.labs.map(async (lab) => await lab.settle()));
		});
		/** @type {Array<{ title: string, runs: Upload[] }>} */
		const measured = ways.map(([title]) => ({ title, runs: [] }));
		for (let round = 1; round <= rounds; round++) {
			for (const [index, [title, run]] of ways.entries()) {
				const work = async () => await run(first.replace('1.bin', '*.bin'));
				const label = `${files} × ${size / MIB} MiB: ${title} (${round} of ${rounds})`;
				measured[index].runs.push(await step(label, work));
			}
		}
		fs.rmSync(path.dirname(first), { recursive: true });
		return measured.map(({ title, runs }) => ({
			title,
			ms: median(runs.map(({ ms }) => ms)),
			peak: runs[0].peak === undefined ? undefined : median(runs.map(({ peak = 0 }) => peak)),
		}));
	}

	async stop() {
		await Promise.allSettled(this.labs.map(async (lab) => await lab.n8n.remove()));
		this.sink.stop();
	}
}

/** What a user wires by hand. @param {string} url pre-signed, which another request has to bring first */
const httpRequest = (url) =>
	ownNode(UPLOAD, 'httpRequest', 4.2, {
		method: 'PUT',
		url,
		sendBody: true,
		contentType: 'binaryData',
		inputDataFieldName: 'data',
		options: { timeout: 3_600_000 },
	});

/**
 * Files `1.bin` and so on: the same MiB of random bytes again and again, made as fast as the disk takes it.
 * @param {string} folder @param {number} size bytes, a multiple of one MiB
 * @returns {string} the first one
 */
function makeFiles(folder, size, count = 1) {
	fs.mkdirSync(folder, { recursive: true });
	const first = path.join(folder, '1.bin');
	const block = randomBytes(MIB);
	const descriptor = fs.openSync(first, 'w');
	for (let written = 0; written < size; written += MIB) fs.writeSync(descriptor, block);
	fs.closeSync(descriptor);
	for (let copy = 2; copy <= count; copy++) fs.linkSync(first, path.join(folder, `${copy}.bin`));
	return first;
}

module.exports = { Bench };
