const { Readable } = require('node:stream');
const { setTimeout: sleep } = require('node:timers/promises');

/** @typedef {import('./faults').Fault} Fault */

/**
 * Lets a fault befall a file that is on its way to the client.
 * @param {Readable} file
 * @param {Fault} [fault]
 * @returns {Readable}
 */
function hamper(file, fault) {
	if (fault?.kind === 'slow') return Readable.from(slowDown(file, fault));
	if (fault?.kind === 'cutDownload') return Readable.from(breakOff(file, fault));
	if (fault?.kind === 'stallDownload') return stall(file, fault);
	return file;
}

/** An upload or a download. @param {AsyncIterable<Buffer>} file @param {Pick<Fault, 'bytesPerSecond' | 'betweenChunks'>} [fault] */
async function* slowDown(file, { bytesPerSecond = Infinity, betweenChunks } = {}) {
	for await (const chunk of file) {
		const ms = (chunk.length / bytesPerSecond) * 1000;
		if (ms > 0) await sleep(ms, undefined, { ref: false });
		yield chunk;
		await betweenChunks?.();
	}
}

/** Whoever sends the file cuts the connection then. @param {Readable} file @param {Fault} fault */
async function* breakOff(file, fault) {
	yield* upTo(file, fault);
	throw new Error('The download is cut on demand');
}

/** Without an end. @param {Readable} file @param {Fault} fault */
function stall(file, fault) {
	const chunks = upTo(file, fault);
	return new Readable({
		async read() {
			const { value, done } = await chunks.next();
			if (!done) this.push(value);
		},
	});
}

/** @param {Readable} file @param {Fault} fault */
async function* upTo(file, { bytes = 0 }) {
	let left = bytes;
	for await (const chunk of file) {
		if (left > 0) yield chunk.subarray(0, left);
		left -= chunk.length;
		if (left <= 0) return;
	}
}

module.exports = { hamper, slowDown };
