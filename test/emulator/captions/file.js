const { Readable } = require('node:stream');
const { CUES } = require('./cues');
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
	return Buffer.from(FORMATS[format].render(CUES, language));
}

/**
 * The file as it is sent, whichever host sends it.
 * @param {CaptionOrder} order
 * @param {Pick<import('../context').Context, 'state' | 'switches'>} context
 * @returns {Download}
 */
function openCaptions(order, { state, switches }) {
	const content = renderCaptions(order);
	const bytes = switches.get('captionBytes') || content.length;
	/** @type {Record<string, string>} */
	const headers = {};
	if (switches.get('captionLength')) headers['content-length'] = String(bytes);
	const type = switches.get('captionContentType');
	if (type !== 'none') {
		headers['content-type'] = type === 'byFormat' ? FORMATS[order.format].contentType : type;
	}
	if (switches.get('captionFileName')) {
		headers['content-disposition'] = dispositionOf(order, state.data.jobs[order.jobId]?.name);
	}
	return { headers, stream: Readable.from(repeat(content, bytes)) };
}

/** What is written at once. */
const CHUNK_BYTES = 64 * 1024;

/**
 * As many bytes as are wanted, however many, from the little memory of the one file.
 * @param {Buffer} content
 * @param {number} bytes
 */
function* repeat(content, bytes) {
	const chunk = Buffer.concat(
		Array(Math.max(1, Math.floor(CHUNK_BYTES / content.length))).fill(content),
	);
	for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk.subarray(0, bytes - sent);
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

module.exports = { openCaptions, renderCaptions };
