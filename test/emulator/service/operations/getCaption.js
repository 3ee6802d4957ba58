const { openCaptions } = require('../../captions/file');
const { FORMATS } = require('../../captions/formats');
const { demand } = require('../errors');
const { DEFAULT_LANGUAGE } = require('../jobs');

/**
 * @typedef {import('../call').Call} Call
 * @typedef {import('../../captions/file').CaptionOrder} CaptionOrder
 */

/** The result of a job: a file, and not JSON. @type {import('.').Handler} */
function getCaption(call) {
	const job = call.requireJob();
	const order = readOrder(call, job);
	demand(job.status === 'Completed', 'INVALID_QUERY', `Job ${job.id} is ${job.status}`);
	return captionsAnswer(order, call);
}

/** The formats that the reference lists for a draft. */
const DRAFT_FORMATS = ['srt', 'web_vtt', 'sami', 'txt', 'docx', 'pdf'];

/** What there is before the job is completed. @type {import('.').Handler} */
function getDraft(call) {
	const job = call.requireJob();
	const order = readOrder(call, job);
	const isDraftFormat = DRAFT_FORMATS.includes(order.format);
	demand(isDraftFormat, 'INVALID_OPTION', `A draft can not be ${order.format}`);
	demand(job.isDraftReady, 'INVALID_QUERY', `Job ${job.id} has no draft`);
	return captionsAnswer(order, call);
}

/** A link to captions is followed at once. */
const LIFETIME_S = 5 * 60;

/** @param {CaptionOrder} order @param {Call} call @returns {import('.').Answer} */
function captionsAnswer(order, { emulator, switches }) {
	if (switches.get('captionDelivery') === 'direct') return openCaptions(order, emulator);
	const key = `captions/${order.jobId}`;
	const grant = { method: /** @type {const} */ ('GET'), key, expiresIn: LIFETIME_S, order };
	const location = emulator.grants.give(grant);
	return { status: switches.get('captionRedirectStatus'), headers: { location } };
}

/** @param {Call} call @param {import('../../state').Job} job @returns {CaptionOrder} */
function readOrder({ query }, job) {
	const { language: own = DEFAULT_LANGUAGE, translationLanguages = [] } = job;
	const { caption_format: format, language = own } = query;
	demand(format !== undefined, 'MISSING_PARAMETER', 'caption_format is missing');
	const isFormat = Object.hasOwn(FORMATS, format);
	demand(isFormat, 'INVALID_OPTION', `caption_format can not be ${format}`);
	const isThere = [own, ...translationLanguages].includes(language);
	demand(isThere, 'INVALID_OPTION', `Job ${job.id} has no captions in ${language}`);
	return { jobId: job.id, format, language };
}

module.exports = { getCaption, getDraft };
