import { isUnknownJob, jobInfo, type JobStatus, readJobStatus } from '../api/jobInfo';
import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import { StepError } from '../errors/stepError';
import { cancellableSleep } from '../http/cancellation';
import { hasEndedWell, outermostExecution } from '../n8n/executionEnd';
import { isToolRun } from '../n8n/tools';
import { hashOf } from '../run/hashes';
import { Journal, type UsedId, type WritingTools } from '../run/journal';
import { isInLoop, ItemSkipped, type Skipped } from '../run/skipped';
import { type HeldId, HeldIds } from './heldIds';
import { ALIVE_MS, type Event, IdRecord, type IdUse } from './idRecord';
import type { JobRequest } from './newJob';
import { markOf, marksOf, type Recording } from './recordingMarks';

/** Skip waits so long, from the beginning of the run, for a sign of life of the execution that holds an ID, ms. */
const PATIENCE_MS = ALIVE_MS + 15_000;

const PAUSE_MS = 1000;

/** The step with which an operation is done. */
export type Goal = 'attach' | 'create' | 'output' | 'start';

/** After one of these events an execution holds the ID, if it is alive. */
const HELD: Array<Event | undefined> = [
	'taken',
	'created',
	'createdEmpty',
	'recorded',
	'suspended',
	'output',
];

/** The execution isn't at work on the item, but comes back. */
const AWAY: Array<Event | undefined> = ['suspended', 'output'];

/** The steps in which Verbit refuses a job for good: the next execution creates another. */
const REFUSING = ['Add media', 'Merge', 'Start transcription'];

const LOG_OF: Record<Skipped['reason'], string> = {
	done: 'an earlier execution has dealt with it',
	failedTwice: 'its transcription failed twice',
	inWork: 'another execution is working on it',
};

export type IdRequest = Pick<JobRequest, 'ifExternalIdUsed' | 'job' | 'outputSkipped'>;

/**
 * The external ID of an item, for which this node of this workflow makes one job. What is known of it decides how the item's
 * journal goes on: with a job of its own, with the job of another execution, or, with Skip, not at all.
 */
export class ExternalId implements HeldId {
	private readonly record: IdRecord;

	private isHeld = false;

	/** The latest job that the record has. */
	private recordedJob?: number;

	/** A job of this execution that another one's has made superfluous. */
	private leftover?: number;

	/** Whether another job may exist with this ID. */
	mayBeSecond = false;

	private constructor(
		private readonly tools: WritingTools,
		private readonly request: IdRequest,
		private readonly goal: Goal,
		private readonly marks: string[],
		private readonly recording?: Recording,
	) {
		this.record = new IdRecord(tools.context, this.used.hash);
	}

	/**
	 * Submits an item, and holds its ID meanwhile.
	 * @param submit gets nothing for an item without an ID, and with Create Another
	 * @throws ItemSkipped, and StepError for the ID of another recording, or where nobody can say what became of its job
	 */
	static async hold<T>(
		tools: WritingTools,
		{ request, goal, recording }: { request: IdRequest; goal: Goal; recording?: Recording },
		submit: (id?: ExternalId) => Promise<T>,
	): Promise<T> {
		if (!(await keepId(tools, request))) return await submit();
		const id = new ExternalId(tools, request, goal, marksOf(recording), recording);
		const submitOnce = async () => {
			await id.claim();
			return await submit(id);
		};
		const submitted = submitOnce().catch(async (error: unknown) => {
			// What failed has been done by the execution that has the ID now.
			if (await id.isTakenOver()) return await submitOnce();
			throw error;
		});
		const result = await submitted.catch(async (error: unknown) => {
			await id.release(error);
			throw error;
		});
		await id.endSubmission();
		return result;
	}

	/** For a recording whose job is waited for, when the wait goes on. @throws ItemSkipped where another execution has its ID */
	static async resume(tools: WritingTools, request: IdRequest): Promise<void> {
		if (!(await keepId(tools, request))) return;
		const { marks = [], next } = tools.journal.externalId ?? {};
		const id = new ExternalId(tools, request, 'output', marks);
		id.recordedJob = tools.journal.createdJob;
		HeldIds.of(tools.context).add(id);
		if (!id.skips) return;
		// While n8n's database can't be asked, the wait goes on.
		const event = await id.record.read(String(next)).catch(id.record.warn);
		if (event || next === undefined) await id.claim();
		else id.isHeld = true;
	}

	/** Decides how the journal goes on. */
	private async claim(): Promise<void> {
		const { journal, signal } = this.tools;
		const step = this.goal === 'output' ? 'start' : this.goal;
		// What is done needs no leave, unless its result must not be output twice.
		if (journal.isDone(step) && !(this.skips && this.goal === 'output')) return;
		await this.skipIfDone();
		for (;;) {
			const use = await this.record.look().catch(this.notChecked);
			// Who held it may have been done in between.
			await this.skipIfDone();
			if (await this.decide(use)) return;
			await cancellableSleep(PAUSE_MS, signal);
			signal.throwIfAborted();
		}
	}

	/** @returns whether the journal says how to go on; if not, what is known has to be looked at again */
	private async decide(use: IdUse): Promise<boolean> {
		const jobId = use.jobs.at(-1);
		const isOwn = jobId === this.tools.journal.createdJob && use.holder === this.used.holder;
		const isHeld = await this.isHeldByOther(use);
		if (this.skips && isHeld) return this.isToWait(use) ? false : this.skip('inWork', jobId);
		if (this.skips && (await this.isDelivered(use))) return await this.skipAsDone(jobId);
		// There is no job, or nobody but this execution was at work on it.
		if (jobId === undefined || isOwn) return !isHeld && (await this.take(use));
		const state = await this.stateOf(jobId);
		if (state === 'over' || state === 'unknownJob') return await this.replaceJob(use, state);
		await this.refuseOtherRecording(use, jobId);
		const isDone = this.goal === 'create' || (state === 'underWay' && this.goal !== 'output');
		if (this.skips && isDone) return await this.skipAsDone(jobId);
		// Nobody has to hold a job that is under way: it is asked for, not made.
		const isFree = isDone || (state === 'underWay' && !this.skips);
		if (!isFree && (isHeld || !(await this.take(use)))) return false;
		await this.goOnWith(use, jobId, state);
		return true;
	}

	private async isHeldByOther({ last, holder }: IdUse): Promise<boolean> {
		if (!HELD.includes(last) || holder === this.used.holder) return false;
		return !(await this.record.isHolderGone().catch(this.notChecked));
	}

	/** Whether it is to be seen first if the other execution is alive: one that is suspended has said so for longer. */
	private isToWait(use: IdUse): boolean {
		const isAway = AWAY.includes(use.last) || this.isShared(use);
		return !isAway && Date.now() <= this.tools.since + PATIENCE_MS;
	}

	/** Whether another item of this execution has the ID. */
	private isShared({ holder }: IdUse): boolean {
		const { context, journal } = this.tools;
		return Journal.ofExecution(context).some(
			({ item, externalId: other }) =>
				item !== journal.item && other?.hash === this.used.hash && other.holder === holder,
		);
	}

	/** Whether the execution that has output the result has ended well. If it can't be known, one repeat is enough. */
	private async isDelivered({ last, outputs }: IdUse): Promise<boolean> {
		if (last !== 'output' || this.goal !== 'output') return false;
		const { context } = this.tools;
		const execution = String(outputs.at(-1));
		// The same caller comes again: it has made nothing of it.
		if (execution === (await outermostExecution(context))) return false;
		const isGood = await hasEndedWell(context, execution).catch(() => undefined);
		return isGood ?? outputs.length > 1;
	}

	private async take(use: IdUse): Promise<boolean> {
		const { journal, context } = this.tools;
		const before = this.used.holder;
		const holder = await this.record.take(use).catch(this.notChecked);
		if (holder === undefined) return false;
		this.keep({ holder, next: holder + 1, marks: this.marks });
		this.isHeld = true;
		HeldIds.of(context).add(this);
		this.recordedJob = use.jobs.at(-1);
		// Whoever was at work may have created a job.
		const isOpen = use.last === 'leftInDoubt' || (use.last === 'taken' && use.holder !== before);
		this.mayBeSecond ||= isOpen;
		const { createdJob } = journal;
		if (createdJob !== undefined && createdJob !== this.recordedJob)
			await this.recordJob(createdJob);
		return true;
	}

	/**
	 * Records a job that this execution has created, before it gets its recording.
	 * @returns whether it counts: otherwise this execution was believed gone, and goes on with what the other one has
	 */
	async recordJob(jobId: number): Promise<boolean> {
		if (await this.writeJob(jobId).catch(this.notChecked)) return true;
		this.leftover = jobId;
		this.tools.journal.write({ steps: {} });
		await this.claim();
		return false;
	}

	private async writeJob(jobId: number): Promise<boolean> {
		const { holder = 0 } = this.used;
		await this.record.recordJob(holder, jobId, this.marks);
		const isWritten = await this.append(this.marks.length > 0 ? 'created' : 'createdEmpty');
		if (isWritten) this.recordedJob = jobId;
		return isWritten;
	}

	private async goOnWith(use: IdUse, jobId: number, state: 'pending' | 'underWay'): Promise<void> {
		const { journal, context } = this.tools;
		if (journal.createdJob !== jobId) {
			this.leftover ??= journal.createdJob;
			const isOfOther = this.isShared(use);
			if (isOfOther) hintOnce(context, 'ID_SHARED', { externalId: this.value, jobId });
			journal.write({ steps: {} });
			const continued = isOfOther ? {} : { continued: true };
			journal.done('create', { job_id: jobId, external_id: this.value, ...continued });
		}
		if (this.leftover !== undefined && this.leftover !== jobId)
			hintOnce(context, 'JOBS_LEFT_OVER', { jobs: this.leftover });
		if (
			state === 'pending' &&
			this.isHeld &&
			use.recordedBy === undefined &&
			this.marks.length > 0
		) {
			await this.record.recordMarks(this.used.holder ?? 0, this.marks).catch(this.notChecked);
			await this.append('recorded').catch(this.notChecked);
		}
		if (state === 'underWay' && !journal.isDone('start')) journal.done('start', {});
		if (journal.isDone('attach')) return;
		// A pending job may have its media.
		if (state === 'pending') journal.inDoubt('attach');
		else journal.done('attach', {});
	}

	/** A recording that failed, or whose job Verbit doesn't know any more, gets another job: once. */
	private async replaceJob(use: IdUse, state: 'over' | 'unknownJob'): Promise<boolean> {
		const { journal } = this.tools;
		const [before, last] = use.jobs.slice(-2);
		if (state === 'over' && last !== undefined) {
			if (this.skips) this.skip('failedTwice', last);
			const values = { externalId: this.value, jobs: `${before} and ${last}` };
			throw createError('RECORDING_FAILED_TWICE', values, { jobId: last });
		}
		journal.write({ steps: {} });
		const isTaken = await this.take(use);
		this.mayBeSecond ||= state === 'unknownJob';
		return isTaken;
	}

	private async stateOf(jobId: number): Promise<'over' | 'pending' | 'underWay' | 'unknownJob'> {
		const asked = jobInfo(this.tools.client, jobId, 'Create job').then(readJobStatus);
		const { state, text } = await asked.catch(
			(error: unknown): JobStatus | { state: 'unknownJob'; text: string } => {
				if (isUnknownJob(error)) return { state: 'unknownJob', text: '' };
				if (!(error instanceof StepError)) throw error;
				return { state: 'unknown', text: `unknown (${error.details.message})` };
			},
		);
		if (state === 'failed' || state === 'canceled') return 'over';
		if (state === 'inProgress' || state === 'completed') return 'underWay';
		if (state !== 'unknown') return state;
		const values = { externalId: this.value, jobId, reason: `status ${text}` };
		throw createError('EXTERNAL_ID_UNCLEAR', values, { jobId });
	}

	/** Many use one ID for a whole course: nobody must get the transcript of another recording. */
	private async refuseOtherRecording(use: IdUse, jobId: number): Promise<void> {
		const { record, marks, recording, tools } = this;
		if (use.recordedBy === undefined || marks.length === 0) return;
		if (await record.isOf(use, marks).catch(this.notChecked)) return;
		const source = typeof recording === 'string' ? undefined : recording?.[0];
		// A temporary link has another address each time.
		const opened = await source?.prepare?.(tools.signal);
		await opened?.close();
		if (opened !== undefined) this.addSize(opened.size);
		if (opened !== undefined && (await record.isOf(use, marks).catch(this.notChecked))) return;
		throw createError('EXTERNAL_ID_OF_OTHER_FILE', { externalId: this.value, jobId }, { jobId });
	}

	/** Of a recording that is streamed from a URL. @param size bytes */
	addSize(size: number): void {
		this.marks.push(markOf([size]));
	}

	private async skipAsDone(jobId?: number): Promise<never> {
		await this.record.recordDone(this.goal, this.marks).catch(this.record.warn);
		return this.skip('done', jobId);
	}

	private async skipIfDone(): Promise<void> {
		const { record, goal, marks } = this;
		if (!this.skips || !(await record.isDone(goal, marks).catch(this.notChecked))) return;
		const { context } = this.tools;
		// Its job is in the output alone.
		const isOutput = this.request.outputSkipped || isToolRun(context) || isInLoop(context);
		const use = isOutput ? await this.record.look().catch(this.notChecked) : undefined;
		this.skip('done', use?.jobs.at(-1));
	}

	private skip(reason: Skipped['reason'], jobId?: number): never {
		const { job, outputSkipped: isOutput } = this.request;
		const { value: externalId, leftover } = this;
		const ofItem = { externalId, recording: job.job_name, isOutput, jobId, reason, leftover };
		throw new ItemSkipped(ofItem, `external ID "${externalId}": ${LOG_OF[reason]}`);
	}

	private async endSubmission(): Promise<void> {
		const ids = HeldIds.of(this.tools.context);
		// Only Skip must keep others from the job: with Use Its Job they ask for it as well.
		this.isHeld &&= this.goal === 'output' && this.skips;
		if (this.goal === 'output') return ids.add(this);
		ids.delete(this);
		await this.record.recordDone(this.goal, this.marks).catch(this.record.warn);
	}

	/** Whether this execution was believed gone, so that another one has taken the ID. */
	private async isTakenOver(): Promise<boolean> {
		if (!this.isHeld) return false;
		return (await this.record.read(String(this.used.next)).catch(this.notChecked)) > 0;
	}

	/** Leaves the ID to whoever comes next. @param error that ended the work */
	async release(error?: unknown): Promise<void> {
		HeldIds.of(this.tools.context).delete(this);
		if (!this.isHeld) return;
		this.isHeld = false;
		const { createdJob } = this.tools.journal;
		// One that an error names isn't recorded yet.
		if (createdJob !== undefined && createdJob !== this.recordedJob)
			await this.writeJob(createdJob).catch(this.record.warn);
		const { holder = 0, next } = this.used;
		const event = this.eventAfter(error);
		const isNothingDone = event === 'left' && next === holder + 1;
		const released = isNothingDone ? this.record.giveBack(holder) : this.append(event);
		await released.catch(this.record.warn);
		// Of an event that is given back, another execution may become the holder.
		this.keep({ next: undefined, ...(isNothingDone && { holder: undefined }) });
	}

	private eventAfter(error: unknown): Event {
		const { journal } = this.tools;
		const { createdJob } = journal;
		const isUnrecorded = createdJob !== undefined && createdJob !== this.recordedJob;
		if (isUnrecorded || journal.find('create')?.inDoubt) return 'leftInDoubt';
		const { errorType, isInDoubt, step = '' } = error instanceof StepError ? error.details : {};
		const isRefused = errorType !== undefined && isInDoubt !== true && REFUSING.includes(step);
		return isRefused ? 'refused' : 'left';
	}

	async keepAlive(): Promise<void> {
		if (this.isHeld) await this.record.keepAlive().catch(this.record.warn);
	}

	async waitForCheck(nextCheck: number): Promise<void> {
		if (!this.isHeld) return;
		const suspend = async () => {
			await this.record.keepUntilCheck(nextCheck);
			if (!this.used.isSuspended && (await this.append('suspended')))
				this.keep({ isSuspended: true });
		};
		await suspend().catch(this.record.warn);
	}

	async outputBy(execution: string | undefined, until?: number): Promise<void> {
		if (!this.isHeld) return;
		this.isHeld = false;
		const { holder = 0 } = this.used;
		const output = async () => {
			await this.record.recordOutput(holder, execution, until);
			await this.append('output');
		};
		await output().catch(this.record.warn);
	}

	async deliver(): Promise<void> {
		this.isHeld = false;
		await this.record.recordDone(this.goal, this.marks).catch(this.record.warn);
	}

	get item(): number {
		return this.tools.journal.item;
	}

	/** As it was entered, also in a try before this one. */
	get value(): string {
		return this.used.value;
	}

	private get skips(): boolean {
		return this.request.ifExternalIdUsed === 'skip';
	}

	private get used(): UsedId {
		return this.tools.journal.externalId ?? { value: '', hash: '' };
	}

	private keep(changes: Partial<UsedId>): void {
		this.tools.journal.write({ externalId: { ...this.used, ...changes } });
	}

	/** @returns whether this execution still holds the ID */
	private async append(event: Event): Promise<boolean> {
		const { next = 0 } = this.used;
		const isAppended = await this.record.append(next, event);
		if (isAppended) this.keep({ next: next + 1 });
		return isAppended;
	}

	/** The node goes no further where n8n's database can't be asked: a job could be created twice unseen. */
	private readonly notChecked = ({ message: reason }: Error): never => {
		throw createError('EXTERNAL_ID_NOT_CHECKED', { externalId: this.value, reason });
	};
}

/** Keeps an item's ID in its journal. @returns whether it has to be looked up */
async function keepId({ journal, client }: WritingTools, request: IdRequest): Promise<boolean> {
	// The ID with which a job was or may have been created counts, whatever the parameter evaluates to in a later try.
	const isBegun = journal.find('create') !== undefined;
	const value = isBegun ? journal.externalId?.value : request.job.external_id;
	if (value === undefined) return false;
	// The same ID at another base URL is another one.
	const { baseUrl } = await client.findAccount();
	const hash = hashOf([baseUrl, value.normalize()]).slice(0, 32);
	if (journal.externalId?.hash !== hash) journal.write({ externalId: { value, hash } });
	return request.ifExternalIdUsed !== 'create';
}
