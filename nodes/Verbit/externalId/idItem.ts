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
import { isAgentCall } from '../n8n/agents';
import { hasEndedWell, outermostExecution } from '../n8n/executionEnd';
import type { Tools } from '../run/operation';
import { isInLoop } from '../run/outputs';
import type { Recording } from '../upload/sourceFile';
import type { IdChoice } from './idFields';
import { hasStepsToDo, type IdGoal, isTaking, type LoggedJob } from './idHistory';
import type { IdLease } from './idLease';
import { ALIVE_MS } from './idLog';

/** How long after the start of a run Skip waits for a holder that may be dead, ms. */
const PATIENCE_MS = ALIVE_MS + 15_000;

/** What an item asks of its External ID. `name` is the recording's, for texts. */
export interface IdRequest extends IdChoice {
	goal: IdGoal;
	recording?: Recording;
	name?: string;
}

/** An item with an External ID. Answers the questions of the decision: what costs a call is asked only if it counts. */
export class IdItem {
	constructor(
		readonly tools: Tools,
		readonly lease: IdLease,
		readonly request: Pick<IdRequest, 'name' | 'outputsSkipped' | 'recording'>,
	) {}

	get log(): IdLease['log'] {
		return this.lease.log;
	}

	get skips(): boolean {
		return this.lease.ifUsed === 'skip';
	}

	get hasJob(): boolean {
		return this.tools.journal.submissionJobId !== undefined;
	}

	get isDoneByJournal(): boolean {
		const { goal } = this.lease;
		// A job that Create made may not be in the log, if n8n's database failed after the creation. With Skip, Transcribe must hold
		// the ID until the result is delivered.
		if (goal === 'create' || this.outputNeedsLease) return false;
		return this.tools.journal.isDone(goal === 'output' ? 'start' : goal);
	}

	/** Whether only the ID's holder may output the result. With Use Its Job, several executions may. */
	get outputNeedsLease(): boolean {
		return this.skips && this.lease.goal === 'output';
	}

	/** Returns whether Skip waits for the holder: it may turn out to be gone, or soon have a job by which the recording is known. */
	isWorthWaiting(): boolean {
		const { last } = this.log.history;
		// Such a holder is alive for longer.
		if (last === 'suspended' || last === 'output') return false;
		if (!isTaking(last) && this.lease.lastTaker() === 'otherItem') return false;
		return Date.now() <= this.tools.runBegan + PATIENCE_MS;
	}

	/**
	 * Returns whether an execution that output the result has ended well. If n8n has no data of two such executions, the result
	 * counts as delivered: otherwise each run would output it again.
	 */
	async isDelivered(): Promise<boolean> {
		const { history } = this.log;
		if (history.last !== 'output' || this.lease.goal !== 'output') return false;
		const { context } = this.tools;
		const executions = history.outputExecutions.map(String);
		// If the same caller calls again, it is still running and hasn't used the result yet.
		if (executions.at(-1) === (await outermostExecution(context))) return false;
		const ends = executions.map(async (execution) => await hasEndedWell(context, execution));
		const areGood = await Promise.all(ends);
		return areGood.includes(true) || areGood.filter((isGood) => isGood === undefined).length > 1;
	}

	async isGoalReached(): Promise<boolean> {
		return await this.log.isGoalReached(this.lease.goal, this.lease.fingerprints);
	}

	/** Returns the job of an item to skip. The log is read only if it is output, or another item of this execution may have had the ID. */
	async jobToName(): Promise<number | undefined> {
		const { context } = this.tools;
		const isOutput = this.request.outputsSkipped || isAgentCall(context) || isInLoop(context);
		if (isOutput || this.lease.placesOfTakingInExecution().length > 0) await this.log.readHistory();
		return this.log.latestJob?.jobId;
	}

	isOwnJob(jobId: number): boolean {
		return jobId === this.tools.journal.submissionJobId && this.lease.lastTaker() === 'thisItem';
	}

	/**
	 * Returns whether the ID's job has another recording: people may use one ID for a whole course. A temporary link to a file has
	 * another address each time, so if the address differs, the link is opened, and the file's size decides.
	 */
	async isOtherRecording(): Promise<boolean> {
		const { lease, log, tools, request } = this;
		if (!(await log.recordingsDiffer(lease.fingerprints))) return false;
		const opened = await request.recording?.files?.[0].openEarly?.(tools.signal);
		if (opened === undefined) return true;
		lease.learnSize(opened.size);
		return await log.recordingsDiffer(lease.fingerprints);
	}

	/** Returns the latest earlier job that has failed, by the log or by Verbit, which may not have known it when it was replaced. */
	async findFailedBefore(): Promise<number | undefined> {
		for (const job of this.log.earlierJobs.toReversed())
			if (job.replacedAs === 'failed' || (await this.askJob(job)) === 'noResult') return job.jobId;
		return undefined;
	}

	/** Returns a job with which the item may go on, as Verbit knows it. @throws StepError if Verbit can't be asked, or returns an unknown status */
	async askJob(job: LoggedJob): Promise<LoggedJob | 'noResult' | 'unknownJob'> {
		const { jobId, start } = job;
		const activity = 'Create job';
		const unclear = (text: string) => {
			const values = { externalId: this.lease.value, jobId, reason: `status ${text}` };
			return createError('EXTERNAL_ID_UNCLEAR', values, { jobId });
		};
		const asked = getJob(this.tools.client, jobId, activity).then(readJobStatus);
		const status = await asked.catch((error: unknown) => {
			if (saysUnknownJob(error)) return undefined;
			// The error of another activity, such as the authentication, says what to do.
			if (!(error instanceof StepError) || error.details.activity !== activity) throw error;
			throw unclear(`unknown (${error.details.message})`);
		});
		if (status === undefined) return 'unknownJob';
		if (hasNoResult(status)) return 'noResult';
		// Until a person approves a job that was started, it may be pending, or have a status that Verbit doesn't document.
		if (isUnderWay(status) || start === 'done') return { ...job, attach: 'done', start: 'done' };
		// A repeated start tells what became of the first.
		const isTried = isUndocumented(status) && start === 'inDoubt';
		const isUsable = isTried || !hasStepsToDo(this.lease.goal, job);
		if (status.state === 'pending' || isUsable) return job;
		throw unclear(status.text);
	}
}
