const { createHash } = require('node:crypto');
const { Readable } = require('node:stream');
const { FORMATS } = require('./formats');

/**
 * @typedef {object} CaptionOrder
 * @property {number} jobId
 * @property {string} format
 * @property {string} language
 *
 * @typedef {object} Download
 * @property {Record<string, string>} headers
 * @property {import('node:stream').Readable} stream
 */

/**
 * The whole file.
 * @param {Pick<CaptionOrder, 'format' | 'language'>} order
 */
function renderCaptions({ format, language }) {
	// Byte by byte, so that what is no text stays as it is.
	const content = FORMATS[format].sample.toString('latin1').replaceAll('{{language}}', language);
	return Buffer.from(content, 'latin1');
}

/**
 * The file as it is sent, whichever host sends it.
 * @param {CaptionOrder} order
 * @param {Pick<import('..').Emulator, 'state' | 'switches'>} context
 * @param {number} [start] the first byte that is wanted
 * @returns {Download}
 */
function openCaptions(order, { state, switches }, start = 0) {
	const content = renderCaptions(order);
	const bytes = switches.get('captionBytes') || content.length;
	/** @type {Record<string, string>} */
	const headers = {};
	if (switches.get('captionLength')) headers['content-length'] = String(bytes - start);
	const type = switches.get('captionContentType');
	if (type !== 'none') {
		headers['content-type'] = type === 'byFormat' ? FORMATS[order.format].contentType : type;
	}
	if (switches.get('captionFileName')) {
		headers['content-disposition'] = dispositionOf(order, state.data.jobs[order.jobId]?.name);
	}
	return { headers, stream: Readable.from(repeat(content, bytes, start)) };
}

/**
 * The part of the file that a request asks for, as a store that takes ranges sends it (RFC 9110, 14).
 * @param {CaptionOrder} order
 * @param {Pick<import('..').Emulator, 'state' | 'switches'>} context
 * @param {import('node:http').IncomingHttpHeaders} request
 * @returns {Download & { status: number }}
 */
function openCaptionRange(order, context, { range, 'if-range': ifRange }) {
	const content = renderCaptions(order);
	const bytes = context.switches.get('captionBytes') || content.length;
	const etag = `"${createHash('md5').update(content).update(String(bytes)).digest('hex')}"`;
	const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? NaN);
	const isPart = start < bytes && (ifRange === undefined || ifRange === etag);
	const { headers, stream } = openCaptions(order, context, isPart ? start : 0);
	const ofPart = { 'content-range': `bytes ${start}-${bytes - 1}/${bytes}` };
	return {
		status: isPart ? 206 : 200,
		headers: { ...headers, etag, 'accept-ranges': 'bytes', ...(isPart ? ofPart : {}) },
		stream,
	};
}

/** What is written at once. */
const CHUNK_BYTES = 64 * 1024;

/**
 * As many bytes as are wanted, however many, from the little memory of the one file.
 * @param {Buffer} content
 * @param {number} bytes
 * @param {number} start the first of them that is sent
 */
function* repeat(content, bytes, start) {
	const chunk = Buffer.concat(
		Array(Math.max(1, Math.floor(CHUNK_BYTES / content.length))).fill(content),
	);
	const skipped = start % chunk.length;
	yield chunk.subarray(skipped, skipped + bytes - start);
	for (let sent = start - skipped + chunk.length; sent < bytes; sent += chunk.length) {
		yield chunk.subarray(0, bytes - sent);
	}
}

/**
 * As RFC 6266 has it: a name of ASCII for old clients, and the real one where it is another.
 * @param {CaptionOrder} order
 * @param {string} [jobName]
 */
function dispositionOf({ jobId, format, language }, jobName = `job ${jobId}`) {
	const name = `${jobName}.${language}.${FORMATS[format].extension}`;
	const ascii = name.replace(/[^ -~]/g, '_').replace(/["\\]/g, '\\$&');
	const disposition = `attachment; filename="${ascii}"`;
	return /^[ -~]*$/.test(name)
		? disposition
		: `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`;
}

module.exports = { openCaptionRange, openCaptions, renderCaptions };
