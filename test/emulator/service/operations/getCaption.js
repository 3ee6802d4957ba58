const { openCaptions } = require('../../captions/file');
const { FORMATS } = require('../../captions/formats');
const { relativeLinkOf, storeLinkOf } = require('../../captions/links');
const { ServiceError } = require('../errors');
const { languagesOf } = require('../languages');
const { requireJob } = require('../query');

/**
 * @typedef {import('../../state').Job} Job
 * @typedef {import('../../captions/file').CaptionOrder} CaptionOrder
 */

/** The result of a job: a file, and not JSON. @type {import('.').Operation} */
const getCaption = {
	name: 'get_caption',
	method: 'GET',
	path: '/api/job/get_caption',
	handle(call, context, place) {
		const job = requireJob(call, context);
		const order = readOrder(call, job);
		if (job.status !== 'Completed') {
			throw new ServiceError('INVALID_QUERY', `Job ${job.id} is ${job.status}`);
		}
		return deliver(order, context, place);
	},
};

/** The formats that the reference lists for a draft. */
const DRAFT_FORMATS = ['srt', 'web_vtt', 'sami', 'txt', 'docx', 'pdf'];

/** What there is before the job is completed. @type {import('.').Operation} */
const draft = {
	name: 'draft',
	method: 'GET',
	path: '/api/job/draft',
	handle(call, context, place) {
		const job = requireJob(call, context);
		const order = readOrder(call, job);
		if (!DRAFT_FORMATS.includes(order.format)) {
			throw new ServiceError('INVALID_OPTION', `A draft can not be ${order.format}`);
		}
		if (!job.isDraftReady) throw new ServiceError('INVALID_QUERY', `Job ${job.id} has no draft`);
		return deliver(order, context, place);
	},
};

/**
 * @param {CaptionOrder} order
 * @param {import('../../context').Context} context
 * @param {{ storeUrl: string }} place
 */
function deliver(order, context, { storeUrl }) {
	const delivery = context.switches.get('captionDelivery');
	if (delivery === 'direct') return { status: 200, ...openCaptions(order, context) };
	const location =
		delivery === 'redirect'
			? storeLinkOf(order, context, storeUrl)
			: relativeLinkOf(order, context);
	return { status: context.switches.get('captionRedirectStatus'), headers: { location } };
}

/**
 * @param {import('.').Call} call
 * @param {Job} job
 * @returns {CaptionOrder}
 */
function readOrder({ query }, job) {
	const [ownLanguage, ...others] = languagesOf(job);
	const { caption_format: format, language = ownLanguage } = query;
	if (format === undefined) {
		throw new ServiceError('MISSING_PARAMETER', 'caption_format is missing');
	}
	if (!Object.hasOwn(FORMATS, format)) {
		throw new ServiceError('INVALID_OPTION', `caption_format can not be ${format}`);
	}
	if (![ownLanguage, ...others].includes(language)) {
		throw new ServiceError('INVALID_OPTION', `Job ${job.id} has no captions in ${language}`);
	}
	return { jobId: job.id, format, language };
}

module.exports = { draft, getCaption };
