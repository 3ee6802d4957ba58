const { demand, httpUrl } = require('../errors');
const { acknowledge, FAILED } = require('../jobs');

/** @typedef {import('../call').Call} Call */

/** Starts a job, and with that the clock of its transcription. @type {import('.').Handler} */
function start(call) {
	const job = call.requirePendingJob();
	demand(job.media, 'INVALID_QUERY', `Job ${job.id} has no media`);
	const url = parameter('callback_url', call);
	const callbackUrl = url === undefined ? undefined : httpUrl(url);
	call.emulator.jobs.start(job, { ending: readEnding(call), callbackUrl });
	return acknowledge(job);
}

/** @param {Call} call @returns {import('../../state').Ending | undefined} */
function readEnding(call) {
	const { emulator, switches } = call;
	const after = readSeconds(call);
	const errors = readErrors(parameter('finish_with_error', call));
	const isOrdered = after !== undefined || errors.length > 0;
	// In the sandbox a job goes on only when it is told to.
	if (switches.get('environment') === 'sandbox' && !isOrdered) return undefined;
	const seconds = after ?? switches.get('transcriptionSeconds');
	return { at: emulator.clock.now() + seconds * 1000, errors };
}

/** @param {string} name @param {Call} call @returns {unknown} undefined for null too */
function parameter(name, { query, body, switches }) {
	const inOptions = Object(body.options)[name];
	const places = {
		query: query[name],
		body: body[name],
		options: inOptions,
		either: body[name] ?? inOptions ?? query[name],
	};
	return places[switches.get('performParametersIn')] ?? undefined;
}

/** @param {Call} call */
function readSeconds(call) {
	const value = parameter('finish_in', call);
	if (value === undefined) return undefined;
	const isNumber = /^\d{1,9}(\.\d+)?$/.test(String(value));
	demand(isNumber, 'INVALID_OPTION', 'finish_in has to be a number');
	return Number(value);
}

/** @param {unknown} value in a query a text */
function readErrors(value = false) {
	const isBoolean = /^(true|false)$/.test(String(value));
	demand(isBoolean, 'INVALID_OPTION', 'finish_with_error has to be true or false');
	return String(value) === 'true' ? FAILED : [];
}

module.exports = { start };
