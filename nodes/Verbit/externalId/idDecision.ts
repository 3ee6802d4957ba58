import { createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { hasStepsToDo, isTaking, type LoggedJob, type Taking } from './idHistory';
import type { IdItem } from './idItem';

export type IdDecision =
	/** Goes on by the journal alone: an earlier try has done what this item needs the lease for. */
	| { to: 'goOn' }
	/** Reads the history again after a pause, because another item is at work with the ID. */
	| { to: 'wait' }
	/** Takes the ID with this event, and submits the recording with a new job or with this execution's own job. */
	| { to: 'submit'; event: Taking }
	| {
			to: 'useJob';
			job: LoggedJob;
			/** Whether it takes the ID first: something is left that only one execution may do. */
			needsLease: boolean;
	  }
	/** `isRecorded`: that the goal is reached is recorded already. */
	| { to: 'skip'; jobId?: number; reason: 'done' | 'failedTwice' | 'inWork'; isRecorded?: boolean };

/** Decides by the first rule that applies, or throws. Waits if the decision needs the lease that another item has. */
export async function decide(item: IdItem): Promise<IdDecision> {
	if (item.isDoneByJournal) return { to: 'goOn' };
	// Most runs skip most items, so this is asked before the log is read.
	if (item.skips && !item.hasJob && (await item.isGoalReached()))
		return { to: 'skip', jobId: await item.jobToName(), reason: 'done', isRecorded: true };
	await item.log.readHistory();
	const isHeldElsewhere = await item.lease.isHeldElsewhere();
	const bySkip = item.skips ? await decideWithSkip(item, isHeldElsewhere) : undefined;
	if (bySkip) return bySkip;
	// Verbit isn't asked each time for a job that only its holder can go on with.
	const { latestJob } = item.log;
	if (isHeldElsewhere && (!latestJob || hasStepsToDo(item.lease.goal, latestJob)))
		return { to: 'wait' };
	const decision = await decideByJob(item);
	const needsLease = decision.to === 'submit' || (decision.to === 'useJob' && decision.needsLease);
	return isHeldElsewhere && needsLease ? { to: 'wait' } : decision;
}

async function decideWithSkip(
	item: IdItem,
	isHeldElsewhere: boolean,
): Promise<IdDecision | undefined> {
	const { lease, log } = item;
	const { jobId } = log.latestJob ?? {};
	// A job of this execution is never skipped, because a retry must still output its result.
	if (jobId !== undefined && item.isOwnJob(jobId)) return undefined;
	// For an item without a job, this was asked before the log was read.
	if (item.hasJob && (await item.isGoalReached())) return { to: 'skip', jobId, reason: 'done' };
	// An earlier round of a loop has output the job's result, and a wait since then has ended its lease.
	if (log.history.last === 'output' && lease.lastTaker() === 'otherItem')
		return { to: 'skip', jobId, reason: 'inWork' };
	if (isHeldElsewhere && item.isWorthWaiting()) return { to: 'wait' };
	if (!isHeldElsewhere && !(await item.isDelivered())) return undefined;
	const reason = isHeldElsewhere ? 'inWork' : 'done';
	// After a taking, the holder may be replacing the latest job.
	if (jobId === undefined || isTaking(log.history.last)) return { to: 'skip', reason };
	if (await item.isOtherRecording()) throw otherRecordingError(lease.value, jobId);
	return { to: 'skip', jobId, reason };
}

async function decideByJob(item: IdItem): Promise<IdDecision> {
	const { lease } = item;
	const { latestJob } = item.log;
	if (latestJob === undefined) return { to: 'submit', event: 'taken' };
	const { jobId } = latestJob;
	if (item.isOwnJob(jobId)) {
		if (await item.isOtherRecording()) throw otherRecordingError(lease.value, jobId);
		return { to: 'submit', event: 'taken' };
	}
	const job = await item.askJob(latestJob);
	// A link that works once isn't opened before Verbit has said that there is a job.
	const isOther = await item.isOtherRecording();
	// The records of goals are named by fingerprints, of which one may have been learned just now.
	if (item.skips && !isOther && (await item.isGoalReached()))
		return { to: 'skip', jobId, reason: 'done' };
	if (job === 'unknownJob') return decideByUnknownJob(item, jobId);
	if (job === 'noResult') return await decideByFailedJob(item, jobId, isOther);
	if (isOther) throw otherRecordingError(lease.value, jobId);
	const isUnfinished = hasStepsToDo(lease.goal, job);
	if (item.skips && !isUnfinished && !item.outputNeedsLease)
		return { to: 'skip', jobId, reason: 'done' };
	// A job that Create made, and others started, isn't tied to a recording yet.
	const isToTie = job.start === 'done' && lease.bringsRecording;
	return { to: 'useJob', job, needsLease: isUnfinished || item.outputNeedsLease || isToTie };
}

function decideByUnknownJob({ lease, log }: IdItem, jobId: number): IdDecision {
	// Verbit hides jobs from another account and from some users: without a limit, each run would pay for another job.
	const isSecond = log.earlierJobs.some(({ replacedAs }) => replacedAs === 'unknown');
	if (isSecond) throw createError('JOBS_UNKNOWN', { externalId: lease.value, jobId }, { jobId });
	return { to: 'submit', event: 'takenToReplaceUnknown' };
}

async function decideByFailedJob(
	item: IdItem,
	jobId: number,
	isOther: boolean,
): Promise<IdDecision> {
	// A recording whose job has failed gets a second job, but not a third.
	const failedBefore = await item.findFailedBefore();
	if (failedBefore === undefined) return { to: 'submit', event: 'takenToReplaceFailed' };
	const externalId = item.lease.value;
	if (isOther) throw otherRecordingError(externalId, jobId);
	if (item.skips) return { to: 'skip', jobId, reason: 'failedTwice' };
	const jobs = `${failedBefore} and ${jobId}`;
	throw createError('RECORDING_FAILED_TWICE', { externalId, jobs }, { jobId });
}

function otherRecordingError(externalId: string, jobId: number): StepError {
	return createError('EXTERNAL_ID_OF_OTHER_FILE', { externalId, jobId }, { jobId });
}
