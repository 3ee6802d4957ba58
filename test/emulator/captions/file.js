const { createHash } = require('node:crypto');
const { Readable } = require('node:stream');
const { FORMATS } = require('./formats');

/** @typedef {{ jobId: number, format: string, language: string }} CaptionOrder */

/** The whole file. @param {Pick<CaptionOrder, 'format' | 'language'>} order */
function renderCaptions({ format, language }) {
	// Byte by byte, so that what is no text stays as it is.
	const content = FORMATS[format].sample.toString('latin1').replaceAll('{{language}}', language);
	return Buffer.from(content, 'latin1');
}

/**
 * The file as it is sent, whichever host sends it; of a store that takes ranges, the part that a request asks for (RFC
 * 9110, 14).
 * @param {CaptionOrder} order
 * @param {Pick<import('..').Emulator, 'state' | 'switches'>} context
 * @param {import('node:http').IncomingHttpHeaders} [request] to a store that takes ranges
 */
function openCaptions(order, { state, switches }, request) {
	const content = renderCaptions(order);
	const bytes = switches.get('captionBytes') || content.length;
	const etag = `"${createHash('md5').update(content).update(String(bytes)).digest('hex')}"`;
	const wanted = Number(/^bytes=(\d+)-$/.exec(request?.range ?? '')?.[1] ?? NaN);
	const ifRange = request?.['if-range'];
	const isPart = wanted < bytes && (ifRange === undefined || ifRange === etag);
	const start = isPart ? wanted : 0;
	const type = switches.get('captionContentType');
	const name = state.data.jobs[order.jobId]?.name;
	const { contentType } = FORMATS[order.format];
	/** @type {Record<string, string>} */
	const headers = {
		...(switches.get('captionLength') && { 'content-length': String(bytes - start) }),
		...(type !== 'none' && { 'content-type': type === 'byFormat' ? contentType : type }),
		...(switches.get('captionFileName') && { 'content-disposition': dispositionOf(order, name) }),
		...(request && { etag, 'accept-ranges': 'bytes' }),
		...(isPart && { 'content-range': `bytes ${start}-${bytes - 1}/${bytes}` }),
	};
	const stream = Readable.from(repeat(content, bytes, start));
	return { status: isPart ? 206 : 200, headers, stream };
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

/** As RFC 6266 has it: a name of ASCII for old clients, and the real one where it is another. @param {CaptionOrder} order @param {string} [jobName] */
function dispositionOf({ jobId, format, language }, jobName = `job ${jobId}`) {
	const name = `${jobName}.${language}.${FORMATS[format].extension}`;
	const ascii = name.replace(/[^ -~]/g, '_').replace(/["\\]/g, '\\$&');
	const disposition = `attachment; filename="${ascii}"`;
	return /^[ -~]*$/.test(name)
		? disposition
		: `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`;
}

module.exports = { openCaptions, renderCaptions };
