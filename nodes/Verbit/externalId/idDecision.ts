import {
	getJob,
	hasNoResult,
	isUnderWay,
	isUndocumented,
	readJobStatus,
	saysUnknownJob,
} from '../api/jobInfo';
import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { hasEndedWell, outermostExecution } from '../n8n/executionEnd';
import type { Tools } from '../run/operation';
import type { Recording } from '../upload/media';
import type { IdChoice } from './idFields';
import type { IdLease } from './idLease';
import { ALIVE_MS, type IdGoal, isTaking, type LoggedJob, type Taking } from './idLog';

/** How long after the start of a run Skip waits for a holder that may be dead, ms. */
const PATIENCE_MS = ALIVE_MS + 15_000;

export type IdDecision =
	/** Reads the history again after a pause, because another item is at work with the ID. */
	| { to: 'wait' }
	/** Takes the ID with this event, and submits the recording with a new job or with this execution's own job. */
	| { to: 'submit'; event: Taking }
	| {
			to: 'useJob';
			job: LoggedJob;
			/** Whether it takes the ID first: something is left that only one execution may do. */
			isToTake: boolean;
			/** Whether it records its recording, for a job that Create made and others started. */
			isToRecord: boolean;
	  }
	| { to: 'skip'; jobId?: number; reason: 'done' | 'failedTwice' | 'inWork' }
	| {
			to: 'refuse';
			jobId: number;
			code: 'EXTERNAL_ID_OF_OTHER_FILE' | 'JOBS_UNKNOWN' | 'RECORDING_FAILED_TWICE';
			failedBefore?: number;
	  };

/** Decides by the first rule that applies, and waits if the decision needs the lease that another item has. */
export async function decide(item: IdItem): Promise<IdDecision> {
	const { lease } = item;
	const isHeldElsewhere = await lease.checkHolder();
	const toSkip = item.skips ? await decideToSkip(item, isHeldElsewhere) : undefined;
	if (toSkip) return toSkip;
	// Verbit isn't asked each time for a job that only its holder can go on with.
	const { goal, latestJob } = lease;
	if (isHeldElsewhere && (!latestJob || isStepLeft(goal, latestJob))) return { to: 'wait' };
	const decision = await decideByJob(item);
	const needsLease = decision.to === 'submit' || (decision.to === 'useJob' && decision.isToTake);
	return isHeldElsewhere && needsLease ? { to: 'wait' } : decision;
}

async function decideToSkip(
	item: IdItem,
	isHeldElsewhere: boolean,
): Promise<IdDecision | undefined> {
	const { lease } = item;
	const { jobId } = lease.latestJob ?? {};
	// A job of this execution is never skipped, because a retry must still output its result.
	if (jobId !== undefined && item.isStillOurs(jobId)) return undefined;
	if (await lease.isGoalReached()) return { to: 'skip', jobId, reason: 'done' };
	// A loop that goes on after a wait no longer holds the ID of an earlier round.
	if (lease.history.last === 'output' && lease.lastTaker() === 'otherItem')
		return { to: 'skip', jobId, reason: 'inWork' };
	if (isHeldElsewhere && item.isWorthWaiting()) return { to: 'wait' };
	if (!isHeldElsewhere && !(await item.isDelivered())) return undefined;
	const reason = isHeldElsewhere ? 'inWork' : 'done';
	// After a taking, the holder may be replacing the latest job.
	if (jobId === undefined || isTaking(lease.history.last)) return { to: 'skip', reason };
	if (await item.isOfOtherRecording())
		return { to: 'refuse', jobId, code: 'EXTERNAL_ID_OF_OTHER_FILE' };
	return { to: 'skip', jobId, reason };
}

async function decideByJob(item: IdItem): Promise<IdDecision> {
	const { lease } = item;
	const { latestJob, history } = lease;
	if (latestJob === undefined) return { to: 'submit', event: 'taken' };
	const { jobId } = latestJob;
	const otherRecording = { to: 'refuse', jobId, code: 'EXTERNAL_ID_OF_OTHER_FILE' } as const;
	if (item.isStillOurs(jobId))
		return (await item.isOfOtherRecording()) ? otherRecording : { to: 'submit', event: 'taken' };

	const earlierJobs = history.jobs.slice(0, -1);
	const state = await item.askJob(latestJob);
	// A link that works once isn't opened before Verbit has said that there is a job.
	const isOther = await item.isOfOtherRecording();
	// The size of a recording, which may have been learned only now, may find the record of the goal.
	if (item.skips && !isOther && (await lease.isGoalReached()))
		return { to: 'skip', jobId, reason: 'done' };
	if (state === 'unknownJob') {
		// Verbit hides jobs from another account and from some users: each run would pay for another job.
		if (earlierJobs.some(({ replacedAs }) => replacedAs === 'unknown'))
			return { to: 'refuse', jobId, code: 'JOBS_UNKNOWN' };
		return { to: 'submit', event: 'replacedUnknown' };
	}
	// A recording whose job has failed gets a second job, but not a third.
	if (state === 'noResult') {
		const failedBefore = await item.findFailedBefore(earlierJobs);
		if (failedBefore === undefined) return { to: 'submit', event: 'replacedFailed' };
		if (isOther) return otherRecording;
		if (item.skips) return { to: 'skip', jobId, reason: 'failedTwice' };
		return { to: 'refuse', jobId, code: 'RECORDING_FAILED_TWICE', failedBefore };
	}
	if (isOther) return otherRecording;
	const done = state === 'underWay' ? ({ attach: 'done', start: 'done' } as const) : {};
	const job: LoggedJob = { ...latestJob, ...done };
	const isLeft = isStepLeft(lease.goal, job);
	if (item.skips && !isLeft && !item.outputsOnce) return { to: 'skip', jobId, reason: 'done' };
	const isToRecord = job.start === 'done' && lease.bringsRecording();
	return { to: 'useJob', job, isToTake: isLeft || item.outputsOnce || isToRecord, isToRecord };
}

/** Returns whether a step to the goal is left, which only the ID's holder may do. The output of a result is no step. */
function isStepLeft(goal: IdGoal, { attach, start }: LoggedJob): boolean {
	if (goal === 'create' || start === 'done') return false;
	return goal !== 'attach' || attach !== 'done';
}

/** What an item's External ID is used for. `name` is the recording's, for texts. */
export interface UseOfId {
	idChoice: IdChoice;
	goal: IdGoal;
	recording?: Recording;
	name?: string;
}

/** An item with an External ID. Answers the questions of the decision: what costs a call is asked only if it counts. */
export class IdItem {
	constructor(
		readonly tools: Tools,
		readonly lease: IdLease,
		readonly use: UseOfId,
	) {}

	get skips(): boolean {
		return this.use.idChoice.ifUsed === 'skip';
	}

	/** Whether only the ID's holder may output the result. With Use Its Job, several executions may. */
	get outputsOnce(): boolean {
		return this.skips && this.lease.goal === 'output';
	}

	/**
	 * Returns whether the holder may soon turn out to be gone, or have a job by which the recording is known: not if it is suspended,
	 * and so alive for longer, or is another item of this execution that has a job.
	 */
	isWorthWaiting(): boolean {
		const { last } = this.lease.history;
		if (last === 'suspended' || last === 'output') return false;
		if (!isTaking(last) && this.lease.lastTaker() === 'otherItem') return false;
		return Date.now() <= this.tools.runBegan + PATIENCE_MS;
	}

	/**
	 * Returns whether an execution that output the result has ended well. If n8n has no data of two such executions, the result
	 * counts as delivered: otherwise each run would output it again.
	 */
	async isDelivered(): Promise<boolean> {
		const { goal, history } = this.lease;
		if (history.last !== 'output' || goal !== 'output') return false;
		const { context } = this.tools;
		const executions = history.outputExecutions.map(String);
		// If the same caller calls again, it is still running and hasn't used the result yet.
		if (executions.at(-1) === (await outermostExecution(context))) return false;
		const ends = executions.map(async (execution) => await hasEndedWell(context, execution));
		const areGood = await Promise.all(ends);
		return areGood.includes(true) || areGood.filter((isGood) => isGood === undefined).length > 1;
	}

	isStillOurs(jobId: number): boolean {
		return jobId === this.tools.journal.ownJobId && this.lease.lastTaker() === 'thisItem';
	}

	/** Returns whether the ID's job belongs to another recording: people may use one ID for a whole course. */
	async isOfOtherRecording(): Promise<boolean> {
		const { lease, tools } = this;
		if (await lease.matchesRecording()) return false;
		// A temporary link to the same file has another address each time, so the file's size decides.
		const opened = await this.use.recording?.files?.[0].openEarly?.(tools.signal);
		if (opened === undefined) return true;
		lease.addSize(opened.size);
		return !(await lease.matchesRecording());
	}

	/** Returns the latest earlier job that has failed, by the log or by Verbit, which may not have known it when it was replaced. */
	async findFailedBefore(earlierJobs: LoggedJob[]): Promise<number | undefined> {
		for (const job of [...earlierJobs].reverse())
			if (job.replacedAs === 'failed' || (await this.askJob(job)) === 'noResult') return job.jobId;
		return undefined;
	}

	/** @throws StepError if Verbit can't be asked, or returns an unknown status */
	async askJob(job: LoggedJob): Promise<'noResult' | 'usable' | 'underWay' | 'unknownJob'> {
		const { jobId, start } = job;
		const step = 'Create job';
		const unclear = (text: string) => {
			const values = { externalId: this.lease.value, jobId, reason: `status ${text}` };
			return createError('EXTERNAL_ID_UNCLEAR', values, { jobId });
		};
		const asked = getJob(this.tools.client, jobId, step).then(readJobStatus);
		const status = await asked.catch((error: unknown) => {
			if (saysUnknownJob(error)) return undefined;
			// The error of another step, such as the authentication, says what to do.
			if (!(error instanceof StepError) || error.details.step !== step) throw error;
			throw unclear(`unknown (${error.details.message})`);
		});
		if (status === undefined) return 'unknownJob';
		if (hasNoResult(status)) return 'noResult';
		// Until a person approves a job that was started, it may be pending, or have a status that Verbit doesn't document.
		if (isUnderWay(status) || start === 'done') return 'underWay';
		// A repeated start tells what became of the first.
		const isTried = isUndocumented(status) && start === 'inDoubt';
		const isUsable = isTried || !isStepLeft(this.lease.goal, job);
		if (status.state === 'pending' || isUsable) return 'usable';
		throw unclear(status.text);
	}
}
