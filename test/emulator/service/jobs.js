const { demand } = require('./errors');

/**
 * @typedef {import('../state').Job} Job
 * @typedef {import('../state').JobStatus} JobStatus
 * @typedef {Omit<Job, 'id' | 'status'> & { status?: JobStatus }} NewJob
 * @typedef {Pick<Job, 'errors' | 'isDraftReady'>} Change a Failure has one error when they are left out
 */

/** The account's profiles. Only some take several recordings, to merge or as a backup: Verbit's support gives that right. */
const PROFILES = [
	{ name: 'standard', turnaround: 24, takesSeveral: true },
	{ name: 'premium', turnaround: 4, takesSeveral: true },
	{ name: 'no-merge', turnaround: 24, takesSeveral: false },
];

/** @param {Pick<Job, 'profile'>} job */
const profileOf = (job) => PROFILES.find(({ name }) => name === job.profile);

/** What a call about a job is answered that has nothing to tell. @param {Job} job */
const acknowledge = ({ id }) => ({ status: 200, body: { job_id: id } });

const DEFAULT_LANGUAGE = 'en-US';

/** What a job fails of where nothing else is said. */
const FAILED = [{ code: 'failed_transcribing', message: 'The media could not be transcribed' }];

/** Node fires a timer that is longer than this at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What the vendor documents as a callback's status. @type {JobStatus[]} */
const ANNOUNCED = ['Completed', 'Failure'];

class Jobs {
	/** When the next job ends. @type {NodeJS.Timeout | undefined} */
	timer = undefined;

	/** @param {import('..').Emulator} emulator */
	constructor(emulator) {
		this.emulator = emulator;
	}

	/** @param {NewJob} details @returns {Job} @throws ServiceError */
	insert({ status = 'Pending', ...details }) {
		demand(profileOf(details), 'INVALID_OPTION', `There is no profile ${details.profile}`);
		const { data } = this.emulator.state;
		const job = { id: ++data.lastJobId, status, ...details };
		data.jobs[job.id] = job;
		return job;
	}

	/** Ends the jobs whose time has come, then and whenever another's has. */
	settle() {
		clearTimeout(this.timer);
		const now = this.emulator.clock.now();
		let next = Infinity;
		for (const job of Object.values(this.emulator.state.data.jobs)) {
			if (job.ending === undefined) continue;
			const { at, errors } = job.ending;
			if (at > now) next = Math.min(next, at);
			else this.change(job.id, errors.length === 0 ? 'Completed' : 'Failure', { errors });
		}
		if (next === Infinity) return;
		this.timer = setTimeout(() => this.settle(), Math.min(next - now, MAX_TIMER_MS));
	}

	/** @param {number} jobId @param {JobStatus} status @param {Change} [change] @throws RangeError */
	change(jobId, status, { errors, isDraftReady = status === 'Completed' } = {}) {
		const { callbacks, state } = this.emulator;
		const job = state.data.jobs[jobId];
		if (job === undefined) throw new RangeError(`There is no job ${jobId}`);
		const ofFailure = errors ?? FAILED;
		const hasEnded = job.status !== status && ANNOUNCED.includes(status);
		const hasDraft = status === 'In Progress' && isDraftReady && job.isDraftReady !== true;
		delete job.ending;
		Object.assign(job, { status, isDraftReady, errors: status === 'Failure' ? ofFailure : [] });
		if (hasEnded) callbacks.announce(job);
		if (hasDraft) callbacks.announce(job, true);
	}
}

module.exports = {
	acknowledge,
	DEFAULT_LANGUAGE,
	FAILED,
	Jobs,
	profileOf,
	PROFILES,
};
