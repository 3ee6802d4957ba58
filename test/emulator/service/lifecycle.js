/**
 * @typedef {import('..').Emulator} Context
 * @typedef {import('../state').Job} Job
 * @typedef {import('../state').JobStatus} JobStatus
 *
 * @typedef {object} Change
 * @property {import('../state').JobError[]} [errors] of a Failure; one when left out
 * @property {boolean} [isDraftReady]
 */

/** Why a job fails, with the codes that the vendor documents. @type {Readonly<Record<string, string>>} */
const ERRORS = {
	failed_transcoding: 'The media could not be transcoded',
	failed_transcribing: 'The media could not be transcribed',
	bad_audio_quality: 'The audio is too bad to be transcribed',
	no_speech: 'There is no speech in the media',
	media_upload_error: 'The media could not be fetched',
	exceeded_allowed_duration: 'The media is longer than allowed',
	audio_minutes_limit: 'The job has no audio minutes left',
	audio_minutes_limit_on_account: 'The account has no audio minutes left',
	foreign_language: 'The media is in another language than the job',
};

/** @param {string} [code] */
const jobError = (code = 'failed_transcribing') => ({ code, message: ERRORS[code] });

/** @type {JobStatus[]} */
const STATUSES = ['Pending', 'In Progress', 'Completed', 'Canceled', 'Failure'];

/** What the vendor documents as a callback's status. @type {JobStatus[]} */
const ANNOUNCED = ['Completed', 'Failure'];

/**
 * @param {Context} context
 * @param {Job} job
 * @param {Pick<Job, 'ending' | 'callbackUrl'>} details it stays In Progress where there is no ending
 */
function startJob({ state, clock }, job, details) {
	state.update(() => {
		Object.assign(job, { status: 'In Progress', ...details });
	});
	clock.wake();
}

/**
 * Ends the jobs whose time has come.
 * @param {Context} context
 * @returns {number} when the next one ends, ms since 1970; Infinity for none
 */
function settleJobs(context) {
	const now = context.clock.now();
	let next = Infinity;
	for (const job of Object.values(context.state.data.jobs)) {
		if (job.ending === undefined) continue;
		const { at, errors } = job.ending;
		if (at > now) next = Math.min(next, at);
		else setStatus(context, job, errors.length === 0 ? 'Completed' : 'Failure', { errors });
	}
	return next;
}

/**
 * @param {Context} context
 * @param {number} jobId
 * @param {JobStatus} status
 * @param {Change} [change]
 * @throws RangeError
 */
function changeJob(context, jobId, status, change = {}) {
	const job = context.state.data.jobs[jobId];
	if (job === undefined) throw new RangeError(`There is no job ${jobId}`);
	if (!STATUSES.includes(status)) throw new RangeError(`No status is "${status}", but ${STATUSES}`);
	setStatus(context, job, status, change);
	context.clock.wake();
}

/**
 * @param {Context} context
 * @param {Job} job
 * @param {JobStatus} status
 * @param {Change} change
 */
function setStatus(context, job, status, { errors, isDraftReady = status === 'Completed' }) {
	const ofFailure = errors ?? [jobError()];
	const hasEnded = job.status !== status && ANNOUNCED.includes(status);
	const hasDraft = status === 'In Progress' && isDraftReady && job.isDraftReady !== true;
	context.state.update(() => {
		delete job.ending;
		Object.assign(job, { status, isDraftReady, errors: status === 'Failure' ? ofFailure : [] });
	});
	if (hasEnded) context.callbacks.announce(job);
	if (hasDraft) context.callbacks.announce(job, true);
}

module.exports = { changeJob, ERRORS, jobError, settleJobs, startJob };
