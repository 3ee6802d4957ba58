const { acknowledge, requirePendingJob } = require('../calls');
const { demand, ServiceError } = require('../errors');
const { httpUrl } = require('../fields');
const { ERRORS, jobError, startJob } = require('../lifecycle');

/**
 * @typedef {import('.').Call} Call
 * @typedef {import('../..').Emulator} Context
 * @typedef {import('../../switchboard').Switchboard} Switchboard
 */

/** Starts a job, and with that the clock of its transcription. @type {import('.').Handler} */
function start(call, context) {
	const { switches } = context;
	const job = requirePendingJob(call, context);
	demand(job.media, 'INVALID_QUERY', `Job ${job.id} has no media`);
	const url = parameter(switches.get('callbackParameter'), call, switches);
	const callbackUrl = url === undefined ? undefined : httpUrl(url);
	startJob(context, job, { ending: readEnding(call, context), callbackUrl });
	return acknowledge(job.id, switches.get('performAnswer'));
}

/**
 * @param {Call} call
 * @param {Context} context
 * @returns {import('../../state').Ending | undefined}
 */
function readEnding(call, { switches, clock }) {
	const { after, errors } = readOrder(call, switches);
	const isOrdered = after !== undefined || errors.length > 0;
	if (switches.get('environment') === 'sandbox' && !isOrdered) return undefined;
	const seconds = after ?? switches.get('transcriptionSeconds');
	return { at: clock.now() + seconds * 1000, errors };
}

/**
 * How the caller wants the job to end.
 * @param {Call} call
 * @param {Switchboard} switches
 * @returns {{ after?: number, errors: import('../../state').JobError[] }} seconds
 */
function readOrder(call, switches) {
	const after = readSeconds(parameter('finish_in', call, switches), switches);
	const errors = readErrors(parameter('finish_with_error', call, switches));
	const isOrdered = after !== undefined || errors.length > 0;
	const rule = switches.get('finishInProduction');
	if (switches.get('environment') === 'sandbox' || !isOrdered || rule === 'obeyed') {
		return { after, errors };
	}
	if (rule === 'ignored') return { errors: [] };
	throw new ServiceError('INVALID_OPTION', 'How a job ends can be told in the sandbox alone');
}

/**
 * @param {string} name
 * @param {Call} call
 * @param {Switchboard} switches
 * @returns {unknown} undefined for null too
 */
function parameter(name, { query, body }, switches) {
	const inOptions = Object(body.options)[name];
	const places = {
		query: query[name],
		body: body[name],
		options: inOptions,
		either: body[name] ?? inOptions ?? query[name],
	};
	return places[switches.get('performParametersIn')] ?? undefined;
}

/**
 * @param {unknown} value
 * @param {Switchboard} switches
 */
function readSeconds(value, switches) {
	if (value === undefined) return undefined;
	const isNumber = /^\d{1,9}(\.\d+)?$/.test(String(value));
	demand(isNumber, 'INVALID_OPTION', 'finish_in has to be a number');
	return Number(value) * (switches.get('finishInUnit') === 'minutes' ? 60 : 1);
}

/**
 * `true`, or the code of an error.
 * @param {unknown} value
 */
function readErrors(value) {
	const text = String(value ?? false);
	if (text === 'false') return [];
	if (text === 'true') return [jobError()];
	demand(Object.hasOwn(ERRORS, text), 'INVALID_OPTION', `finish_with_error can not be ${text}`);
	return [jobError(text)];
}

module.exports = { start };
