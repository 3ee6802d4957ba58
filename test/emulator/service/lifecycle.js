const { jobError } = require('./jobErrors');

/**
 * @typedef {import('../context').Context} Context
 * @typedef {import('../state').Job} Job
 * @typedef {import('../state').JobStatus} JobStatus
 *
 * @typedef {object} Change
 * @property {import('../state').JobError[]} [errors] of a Failure; one when left out
 * @property {boolean} [isDraftReady]
 */

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
	if (hasDraft) context.callbacks.announceDraft(job);
}

module.exports = { changeJob, settleJobs, startJob };
