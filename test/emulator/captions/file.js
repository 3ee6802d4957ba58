const { Readable } = require('node:stream');
const { FORMATS } = require('./formats');
const { transcriptOf } = require('./transcript');

/** @typedef {{ jobId: number, format: string, language: string }} CaptionOrder */

/**
 * The whole file.
 * @param {Pick<CaptionOrder, 'format' | 'language'>} order
 * @param {Pick<import('..').Emulator, 'switches'>} context
 */
function renderCaptions({ format, language }, { switches }) {
	if (format === 'json') {
		const form = { kind: switches.get('transcriptKind'), hours: switches.get('transcriptHours') };
		return Buffer.from(JSON.stringify(transcriptOf(form)));
	}
	// Byte by byte, so that what is no text stays as it is.
	const content = FORMATS[format].sample.toString('latin1').replaceAll('{{language}}', language);
	return Buffer.from(content, 'latin1');
}

/**
 * The file as it is sent, whichever host sends it.
 * @param {CaptionOrder} order
 * @param {Pick<import('..').Emulator, 'state' | 'switches'>} context
 */
function openCaptions(order, { state, switches }) {
	const content = renderCaptions(order, { switches });
	const bytes = switches.get('captionBytes') || content.length;
	const type = switches.get('captionContentType');
	const name = state.data.jobs[order.jobId]?.name;
	const { contentType } = FORMATS[order.format];
	/** @type {Record<string, string>} */
	const headers = {
		...(switches.get('captionLength') && { 'content-length': String(bytes) }),
		...(type !== 'none' && { 'content-type': type === 'byFormat' ? contentType : type }),
		...(switches.get('captionFileName') && { 'content-disposition': dispositionOf(order, name) }),
	};
	return { status: 200, headers, stream: Readable.from(repeat(content, bytes)) };
}

/** What is written at once. */
const CHUNK_BYTES = 64 * 1024;

/** As many bytes as are wanted, from the little memory of the one file. @param {Buffer} content @param {number} bytes */
function* repeat(content, bytes) {
	const times = Math.max(1, Math.floor(CHUNK_BYTES / content.length));
	const chunk = Buffer.concat(Array(times).fill(content));
	for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk.subarray(0, bytes - sent);
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
