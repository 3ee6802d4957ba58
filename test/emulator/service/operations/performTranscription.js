const { demand, httpUrl } = require('../errors');
const { acknowledge, FAILED } = require('../jobs');

/** @typedef {import('../call').Call} Call */

/** Starts a job, and with that the clock of its transcription. @type {import('.').Handler} */
function start(call) {
	const job = call.requirePendingJob();
	demand(job.media, 'INVALID_QUERY', `Job ${job.id} has no media`);
	const url = parameter('callback_url', call);
	const callbackUrl = url === undefined ? undefined : httpUrl(url);
	Object.assign(job, { status: 'In Progress', ending: readEnding(call), callbackUrl });
	call.emulator.jobs.settle();
	return acknowledge(job);
}

/** Without one a job stays In Progress. @param {Call} call @returns {import('../../state').Ending | undefined} */
function readEnding(call) {
	const { emulator, switches } = call;
	const after = parameter('finish_in', call);
	// In a query it is a text.
	const errors = String(parameter('finish_with_error', call)) === 'true' ? FAILED : [];
	const isOrdered = after !== undefined || errors.length > 0;
	// In the sandbox a job goes on only when it is told to.
	if (switches.get('environment') === 'sandbox' && !isOrdered) return undefined;
	const seconds = Number(after ?? switches.get('transcriptionSeconds'));
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

module.exports = { start };
