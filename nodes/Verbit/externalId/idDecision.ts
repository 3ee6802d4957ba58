import { getJob, hasNoResult, isUnknownJob, type JobStatus, readJobStatus } from '../api/jobInfo';
import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { hasEndedWell, outermostExecution } from '../n8n/executionEnd';
import type { Tools } from '../run/operation';
import type { Recording } from '../upload/media';
import type { IdLease } from './idLease';
import { ALIVE_MS, type IdEvent, type IdHistory } from './idLog';

/** How long after the start of a run Skip waits for a holder that may be dead, ms. */
const PATIENCE_MS = ALIVE_MS + 15_000;

/** Events after which the holder gives no signs of life for a while: its execution is suspended, or has output the result. */
const AWAY: Array<IdEvent | undefined> = ['suspended', 'output'];

/** The decision how an item goes on with its external ID. */
export type IdDecision =
	/** Reads the history again in a second, because another execution is at work with the ID. */
	| { to: 'wait' }
	/** Takes the ID and submits the recording, with a new job or with this execution's own job. */
	| { to: 'submit'; replaces?: 'failedJob' | 'unknownJob' }
	/** Goes on with the ID's job, as its holder if a step is left that only one execution may do. */
	| {
			to: 'goOn';
			jobId: number;
			isAttached: boolean;
			isStarted: boolean;
			isHolder: boolean;
	  }
	| { to: 'skip'; jobId?: number; reason: 'done' | 'failedTwice' | 'inWork' }
	/** `failedBefore` is the job that failed before this one, for RECORDING_FAILED_TWICE. */
	| {
			to: 'refuse';
			jobId: number;
			code: 'EXTERNAL_ID_OF_OTHER_FILE' | 'JOBS_UNKNOWN' | 'RECORDING_FAILED_TWICE';
			failedBefore?: number;
	  };

/** Decides by the first rule that applies, and waits if the decision needs a lease that another execution has. */
export async function decide(facts: IdFacts): Promise<IdDecision> {
	const isHeldElsewhere = await facts.isHeldElsewhere();
	const toSkip = facts.skips ? await decideToSkip(facts, isHeldElsewhere) : undefined;
	const decision = toSkip ?? (await decideByJob(facts));
	return isHeldElsewhere && needsLease(decision) ? { to: 'wait' } : decision;
}

/** Leaves the item to the execution that holds the ID, or has dealt with it. */
async function decideToSkip(
	facts: IdFacts,
	isHeldElsewhere: boolean,
): Promise<IdDecision | undefined> {
	const { jobId } = facts;
	// This execution hasn't output its own job yet, or it wouldn't submit it again.
	if (jobId !== undefined && facts.isOwnJob(jobId)) return undefined;
	if (await facts.isRecordedDone()) return { to: 'skip', jobId, reason: 'done' };
	if (isHeldElsewhere && facts.maySoonBeFree()) return { to: 'wait' };
	if (isHeldElsewhere) return { to: 'skip', jobId, reason: 'inWork' };
	return (await facts.isDelivered()) ? { to: 'skip', jobId, reason: 'done' } : undefined;
}

async function decideByJob(facts: IdFacts): Promise<IdDecision> {
	const { jobId, skips } = facts;
	if (jobId === undefined) return { to: 'submit' };
	const otherRecording = { to: 'refuse', jobId, code: 'EXTERNAL_ID_OF_OTHER_FILE' } as const;
	if (facts.isOwnJob(jobId))
		return (await facts.isOfOtherRecording()) ? otherRecording : { to: 'submit' };

	const state = await facts.stateOf(jobId);
	if (state === 'unknownJob') {
		// Verbit hides jobs from another account and from some users: each run would pay for another job.
		if (await facts.hasUnknownBefore()) return { to: 'refuse', jobId, code: 'JOBS_UNKNOWN' };
		return { to: 'submit', replaces: 'unknownJob' };
	}
	// A recording whose job has failed gets a second job, but not a third.
	if (state === 'noResult') {
		const failedBefore = await facts.findFailedBefore();
		if (failedBefore === undefined) return { to: 'submit', replaces: 'failedJob' };
		if (skips) return { to: 'skip', jobId, reason: 'failedTwice' };
		return { to: 'refuse', jobId, code: 'RECORDING_FAILED_TWICE', failedBefore };
	}
	if (await facts.isOfOtherRecording()) return otherRecording;
	return await decideToGoOn(facts, jobId, state === 'underWay');
}

async function decideToGoOn(
	facts: IdFacts,
	jobId: number,
	isStarted: boolean,
): Promise<IdDecision> {
	const { goal, skips } = facts;
	const isAttached = isStarted || facts.isAttached();
	const isReached =
		goal === 'create' || (isStarted && goal === 'start') || (isAttached && goal === 'attach');
	// `isOfOtherRecording` may have opened a temporary link and learned its size, so the record is looked up again.
	if (skips && (isReached || (await facts.isRecordedDone())))
		return { to: 'skip', jobId, reason: 'done' };
	// If no step is left that can't be done twice, several executions may fetch the result.
	const isLeftToDo = !isReached && (skips || !isStarted);
	const isHolder = isLeftToDo || facts.jobLacksRecording();
	return { to: 'goOn', jobId, isAttached, isStarted, isHolder };
}

/** Returns whether only the holder of the ID may act so. The holder's work may still change whether a failed job is replaced. */
function needsLease(decision: IdDecision): boolean {
	if (decision.to === 'refuse') return decision.code !== 'EXTERNAL_ID_OF_OTHER_FILE';
	if (decision.to === 'skip') return decision.reason === 'failedTwice';
	return decision.to === 'submit' || (decision.to === 'goOn' && decision.isHolder);
}

/** The facts for a decision. A fact that costs a call of n8n's database or of Verbit is read only if it counts. */
export class IdFacts {
	readonly goal: IdLease['goal'];

	/** The ID's latest job. */
	readonly jobId?: number;

	/** @param skips whether Skip was chosen, not Use Its Job */
	constructor(
		private readonly tools: Tools,
		private readonly lease: IdLease,
		private readonly history: IdHistory,
		readonly skips: boolean,
		private readonly recording?: Recording,
	) {
		this.goal = lease.goal;
		this.jobId = history.jobs.at(-1)?.jobId;
	}

	async isHeldElsewhere(): Promise<boolean> {
		return await this.lease.isHeldElsewhere(this.history);
	}

	/** Returns whether the holder may soon turn out to be gone. A suspended holder is known to be alive for longer. */
	maySoonBeFree(): boolean {
		const { last, takenEvent } = this.history;
		const isAway = AWAY.includes(last) || this.lease.isOfOtherItem(takenEvent);
		return !isAway && Date.now() <= this.tools.runBegan + PATIENCE_MS;
	}

	/** Returns whether the ID has led this recording to the goal. */
	async isRecordedDone(): Promise<boolean> {
		return await this.lease.isDone();
	}

	isAttached(): boolean {
		return this.history.jobs.at(-1)?.isAttached === true;
	}

	/**
	 * Returns whether an execution that output the result has ended well. If n8n has no data of two such executions, the result
	 * counts as delivered: otherwise each run would output it again.
	 */
	async isDelivered(): Promise<boolean> {
		const { last, outputs } = this.history;
		if (last !== 'output' || this.goal !== 'output') return false;
		const { context } = this.tools;
		// If the same caller calls again, it is still running and hasn't used the result yet.
		if (String(outputs.at(-1)) === (await outermostExecution(context))) return false;
		const ends = outputs.map(async (execution) => await hasEndedWell(context, String(execution)));
		const areGood = await Promise.all(ends);
		return areGood.includes(true) || areGood.filter((isGood) => isGood === undefined).length > 1;
	}

	isOwnJob(jobId: number): boolean {
		return jobId === this.tools.journal.ownJobId && this.lease.isHolderIn(this.history);
	}

	/** Returns whether this execution brings a recording to an ID's job that has no recording. */
	jobLacksRecording(): boolean {
		return this.lease.jobLacksRecording(this.history);
	}

	/** Returns whether the ID's job belongs to another recording: people may use one ID for a whole course. */
	async isOfOtherRecording(): Promise<boolean> {
		const { history, lease, recording, tools } = this;
		if (await lease.isOfJobIn(history)) return false;
		const source = typeof recording === 'string' ? undefined : recording?.[0];
		// A temporary link to the same file has another address each time, so the file's size decides.
		const opened = await source?.prepare?.(tools.signal);
		if (opened === undefined) return true;
		lease.addSize(opened.size);
		return !(await lease.isOfJobIn(history));
	}

	/** Returns the latest earlier job that has failed. Jobs that Verbit doesn't know any more are passed over. */
	async findFailedBefore(): Promise<number | undefined> {
		for (const { jobId } of this.history.jobs.slice(0, -1).reverse())
			if ((await this.stateOf(jobId)) === 'noResult') return jobId;
		return undefined;
	}

	/** Returns whether an earlier job hasn't failed: it was replaced because Verbit didn't know it then. */
	async hasUnknownBefore(): Promise<boolean> {
		for (const { jobId } of this.history.jobs.slice(0, -1))
			if ((await this.stateOf(jobId)) !== 'noResult') return true;
		return false;
	}

	/** @throws StepError if Verbit can't be asked, or returns an unknown status */
	async stateOf(jobId: number): Promise<'noResult' | 'pending' | 'underWay' | 'unknownJob'> {
		const step = 'Create job';
		const asked = getJob(this.tools.client, jobId, step).then(readJobStatus);
		const status = await asked.catch((error: unknown): JobStatus | undefined => {
			if (isUnknownJob(error)) return undefined;
			// The error of another step, such as the authentication, says what to do.
			if (!(error instanceof StepError) || error.details.step !== step) throw error;
			return { state: 'unknown', text: `unknown (${error.details.message})` };
		});
		if (status === undefined) return 'unknownJob';
		const { state, text } = status;
		if (hasNoResult(status)) return 'noResult';
		if (state === 'inProgress' || state === 'completed') return 'underWay';
		// A job that was started may stay pending until a person approves it.
		const isStarted = this.history.jobs.some((job) => job.jobId === jobId && job.isStarted);
		if (state === 'pending') return isStarted ? 'underWay' : state;
		const values = { externalId: this.lease.value, jobId, reason: `status ${text}` };
		throw createError('EXTERNAL_ID_UNCLEAR', values, { jobId });
	}
}
