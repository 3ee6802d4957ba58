import type { IDataObject } from 'n8n-workflow';

import { isUnknownJob, jobInfo, type JobStatus, readJobStatus } from '../api/jobInfo';
import { advise, createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { cancellableSleep } from '../http/cancellation';
import { ATTACH, CompletedSteps, CREATE, START, type WritingTools } from '../run/completedSteps';
import { hashOf } from '../run/hashes';
import { ItemSkipped } from '../run/skipped';
import { ALIVE_MS, HELD, heldBy, type HeldId, IdRecord, type IdUse } from './idRecord';
import type { JobRequest } from './newJob';

/** A run that finds an ID in work waits so long, from its own beginning, for a sign that its holder is alive, ms. */
const PATIENCE_MS = ALIVE_MS + 15_000;

const PAUSE_MS = 1000;

type Call = (isInDoubt: boolean) => Promise<IDataObject>;

/** A user's ID of a recording: with Skip and Fail it leads to the same job each time. Create Another only records it. */
export class ExternalId {
	/** The ID with which a job was or may have been created counts, whatever the parameter evaluates to in a later try. */
	readonly value?: string;

	/**
	 * @param lastCall the one that finishes what is asked for, and uses the ID up
	 * @param isUsedUpLater with Skip and Fail the ID is used up later, when n8n has saved the item that is put out
	 */
	constructor(
		private readonly tools: WritingTools,
		private readonly request: JobRequest,
		private readonly lastCall: typeof CREATE | typeof ATTACH | typeof START,
		private readonly isUsedUpLater = false,
	) {
		const isBegun = tools.completed.find(CREATE) !== undefined;
		this.value = isBegun ? this.held.external_id : request.job.external_id;
	}

	/** Takes the ID before anything is sent. @throws StepError with Skip and Fail, where it isn't free or nobody can say */
	async claim(): Promise<this> {
		const { client, completed } = this.tools;
		if (this.value === undefined) return this;
		// The same ID at another base URL is another one.
		const { baseUrl } = await client.findAccount();
		const hash = hashOf([baseUrl, this.value.normalize()]);
		if (this.held.hash !== hash) completed.done(HELD, { external_id: this.value, hash, flags: {} });
		if (this.isGuarded && this.held.is_used_up !== true) await this.checked(this.take());
		return this;
	}

	get flags(): HeldId['flags'] {
		return this.held.flags ?? {};
	}

	/** Has the last call of a submission record what its end means for the ID; returns any other call unchanged. */
	recorded(name: string, call: Call): Call {
		if (this.value === undefined || name !== this.lastCall) return call;
		return async (earlier) => {
			if (this.isGuarded) await this.checked(this.confirm());
			const result = await call(earlier).catch(async (error: unknown) => {
				await this.leaveAfter(error).catch(this.record.warn);
				throw error;
			});
			if (!this.isGuarded || !this.isUsedUpLater) await this.useUp().catch(this.record.warn);
			return result;
		};
	}

	private get held(): Partial<HeldId> {
		return this.tools.completed.find(HELD)?.result ?? {};
	}

	private get record(): IdRecord {
		return new IdRecord(this.tools.context, this.held as HeldId);
	}

	/** Whether the ID must be free: not with Create Another. */
	private get isGuarded(): boolean {
		return this.request.ifExternalIdUsed !== 'create';
	}

	private async take(): Promise<void> {
		const { context, signal, since } = this.tools;
		for (; ; await cancellableSleep(PAUSE_MS, signal)) {
			signal.throwIfAborted();
			const use = await this.record.find();
			if (use.state === 'used') this.refuse(use);
			// Retry of an execution that was stopped while it waited.
			const isRetried = this.held.holder === use.next - 1;
			if (use.state !== 'held' || isRetried) {
				if (await this.takeOver(use)) return;
				continue;
			}
			const isOwn = CompletedSteps.ofExecution(context).some(
				(steps) => heldBy(steps)?.hash === this.held.hash,
			);
			const isAlive = use.isSuspended === true || Date.now() > since + PATIENCE_MS;
			if (isOwn || isAlive) this.refuse(use);
		}
	}

	/** @returns whether this execution took it: of several that find it free or left, one does */
	private async takeOver(use: IdUse): Promise<boolean> {
		const { jobId, state } = use;
		const { createdJob } = this.tools.completed;
		const isOfOther = jobId !== undefined && jobId !== createdJob;
		const status = isOfOther ? await this.statusOf(jobId) : undefined;
		if (status !== undefined && this.request.ifExternalIdUsed === 'fail') this.refuse(use);
		if (!(await this.record.take(use))) return false;
		if (state === 'left' && (jobId ?? createdJob) === undefined)
			this.flags.possible_duplicate = true;
		if (isOfOther && status !== undefined) this.goOnWith(jobId, status);
		return true;
	}

	/** @returns nothing for a job that gives no captions any more: the ID is free */
	private async statusOf(jobId: number): Promise<JobStatus | undefined> {
		const unclear = (reason: string) => {
			const values = { externalId: this.value as string, jobId, reason };
			return createError('EXTERNAL_ID_UNCLEAR', values, { jobId });
		};
		const info = await jobInfo(this.tools.client, jobId, 'Create job').catch((error: unknown) => {
			this.tools.signal.throwIfAborted();
			if (isUnknownJob(error)) return { job_status: 'failed' };
			throw error instanceof StepError ? unclear(error.details.message) : error;
		});
		const status = readJobStatus(info);
		if (status.state === 'unknown') throw unclear(`status ${status.text}`);
		return status.state === 'failed' || status.state === 'canceled' ? undefined : status;
	}

	/** Records the calls of the execution that is gone as this one's own. */
	private goOnWith(jobId: number, { state }: JobStatus): void {
		const { completed } = this.tools;
		this.flags.continued = true;
		completed.done(CREATE, { job_id: jobId, external_id: this.value });
		if (state !== 'pending' || this.lastCall === START) completed.done(ATTACH, {});
		// It may have its media, or not.
		else completed.inDoubt(ATTACH);
		if (state !== 'pending' && this.lastCall === START) completed.done(START, {});
	}

	private async confirm(): Promise<void> {
		const { createdJob } = this.tools.completed;
		if (await this.record.confirm(createdJob)) return;
		// This execution was believed dead.
		delete this.held.holder;
		const use = await this.record.find();
		const isOther = createdJob !== undefined && use.jobId !== createdJob;
		const status = isOther ? await this.statusOf(createdJob).catch(() => undefined) : undefined;
		this.refuse(use, status?.state === 'pending' ? createdJob : undefined);
	}

	private async leaveAfter(error: unknown): Promise<void> {
		const { mayHaveArrived, errorType } = error instanceof StepError ? error.details : {};
		const isRefused = errorType !== undefined && mayHaveArrived !== true;
		// A job of another execution that Verbit refuses to start isn't tried again.
		if (isRefused && this.flags.continued) return await this.record.leave(true);
		if (this.isGuarded || mayHaveArrived !== true) return;
		const use = await this.record.find();
		if (use.state === 'free' && (await this.record.take(use)))
			await this.record.confirm(this.tools.completed.createdJob);
	}

	/** With Create Another the record is first read here: an ID in use means a possible duplicate. */
	private async useUp(): Promise<void> {
		if (!this.isGuarded) {
			const { state, jobId } = await this.record.find();
			const isOwn = jobId !== undefined && jobId === this.tools.completed.createdJob;
			if (state !== 'free' && !isOwn) this.flags.possible_duplicate = true;
		}
		await this.record.useUp();
	}

	/** @param leftover a job that this execution has created, and that stays behind */
	private refuse({ state, jobId }: IdUse, leftover?: number): never {
		const externalId = this.value as string;
		const { ifExternalIdUsed, outputSkipped: isOutput, job } = this.request;
		const used = createError('EXTERNAL_ID_USED', { cause: state, externalId }, { jobId });
		if (ifExternalIdUsed === 'skip') {
			const isInWork = state === 'held';
			const ofItem = { externalId, recording: job.job_name, isOutput, jobId, isInWork, leftover };
			throw new ItemSkipped(ofItem, used.message);
		}
		const ofJob = jobId === undefined ? used : advise(used, 'JOB_OF_ID', { jobId });
		throw leftover === undefined ? ofJob : advise(ofJob, 'JOBS_LEFT_OVER', { jobs: leftover });
	}

	/** Skip and Fail go no further where n8n's database can't be asked: a job could be created twice unseen. */
	private async checked<T>(answer: Promise<T>): Promise<T> {
		return await answer.catch((error: Error) => {
			if (error instanceof StepError || error instanceof ItemSkipped) throw error;
			this.tools.signal.throwIfAborted();
			const values = { externalId: this.value as string, reason: error.message };
			throw createError('EXTERNAL_ID_NOT_CHECKED', values);
		});
	}
}
