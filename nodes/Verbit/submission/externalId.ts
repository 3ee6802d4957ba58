import type { IDataObject } from 'n8n-workflow';

import { isUnknownJob, jobInfo, type JobStatus, readJobStatus } from '../api/jobInfo';
import type { PreviousAttempts } from '../api/serviceCall';
import { advise, causeOf, createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { cancellableSleep } from '../http/cancellation';
import { cut } from '../secrets/shownValue';
import { ATTACH, callOnce, CREATE, START } from '../run/completedSteps';
import { hashOf } from '../run/hashes';
import { ItemSkipped } from '../run/skipped';
import type { WritingTools } from '../run/writing';
import { type HeldId, HELD, heldIn } from './heldIds';
import { ALIVE_MS, IdRecord, type IdUse } from './idRecord';
import type { JobRequest } from './newJob';

/** A run that finds an ID in work waits so long, from its own beginning, for the other one's next word, ms. */
const PATIENCE_MS = ALIVE_MS + 15_000;

const PAUSE_MS = 1000;

const MAX_REASON_LENGTH = 200;

type LastCall = typeof CREATE | typeof ATTACH | typeof START;

/** What the user's ID of a recording is used for: the same ID leads to the same job, over executions and processes. */
export class ExternalId {
	/** The first try's ID counts, whatever the parameter evaluates to in a later one. */
	readonly value?: string;

	/** As it is kept, once it is. */
	private own: HeldId;

	private readonly isFirstTry: boolean;

	/**
	 * @param lastCall the call that uses the ID up: the one that costs
	 * @param isAwaited the ID is used up later, when its item is put out
	 */
	constructor(
		private readonly tools: WritingTools,
		private readonly request: JobRequest,
		private readonly lastCall: LastCall,
		private readonly isAwaited = false,
	) {
		const kept = tools.completed.find(HELD)?.result as HeldId | undefined;
		const hadNone = kept === undefined && tools.completed.createdJob !== undefined;
		this.value = kept?.external_id ?? (hadNone ? undefined : request.job.external_id);
		this.isFirstTry = kept === undefined;
		this.own = kept ?? { external_id: this.value ?? '', hash: '' };
	}

	/**
	 * Takes the ID, before anything is sent, and goes on with the job that an execution left.
	 * @throws StepError with Skip and Fail, where it is used up or in work, or nobody can say
	 */
	async claim(): Promise<this> {
		if (this.value === undefined) return this;
		// The same ID at another base URL is another one.
		const { baseUrl } = await this.tools.client.findAccount();
		this.own.hash = hashOf([baseUrl, this.value.normalize()]);
		if (this.isGuarded && this.own.is_used_up !== true) await this.take();
		this.keep();
		return this;
	}

	get flags(): { possible_duplicate?: true; continued?: true } {
		const { is_repeat, is_continued } = this.own;
		return {
			...(is_repeat && { possible_duplicate: true }),
			...(is_continued && { continued: true }),
		};
	}

	/** As `callOnce`, for a call of a submission: records what its end means for the ID. */
	async callOnce(
		name: LastCall,
		call: (earlier: PreviousAttempts) => Promise<IDataObject>,
		subject?: unknown,
	): Promise<IDataObject> {
		const isLast = this.value !== undefined && name === this.lastCall;
		const tracked = async (earlier: PreviousAttempts) => {
			if (isLast && this.isGuarded) await this.confirm();
			const result = await call(earlier).catch(async (error: unknown) => {
				if (this.wasNotMade(error)) await this.takeBack(name, error).catch(this.warn);
				else if (isLast && !this.isGuarded) await this.recordAnother(false).catch(this.warn);
				throw error;
			});
			if (isLast && !this.isGuarded) await this.recordAnother(true).catch(this.warn);
			else if (isLast && !this.isAwaited) await this.useUp().catch(this.warn);
			return result;
		};
		return await callOnce(this.tools.completed, name, tracked, subject);
	}

	private get record(): IdRecord {
		return new IdRecord(this.tools.records, this.own.hash);
	}

	/** Create Another asks for nothing. */
	private get isGuarded(): boolean {
		return this.request.ifExternalIdUsed !== 'create';
	}

	private async take(): Promise<void> {
		for (
			const since = this.tools.records.since;
			;
			await cancellableSleep(PAUSE_MS, this.tools.signal)
		) {
			this.tools.signal.throwIfAborted();
			const use = await this.orNotChecked(this.record.find());
			if (use.state === 'used') this.refuse(use);
			// Retry of an execution that was stopped while it waited.
			const isRetried = this.own.holder === use.next - 1;
			if (use.state === 'held' && !isRetried) {
				const isOwn = heldIn(this.tools.context).some(({ held }) => held.hash === this.own.hash);
				const isAlive = use.isSuspended === true || Date.now() > since + PATIENCE_MS;
				if (isOwn || isAlive) this.refuse(use);
				continue;
			}
			if (await this.takeOver(use)) return;
		}
	}

	/** @returns whether this execution took it: of several that find it free or left, one does */
	private async takeOver(use: IdUse): Promise<boolean> {
		const { completed } = this.tools;
		const status = use.jobId === undefined ? undefined : await this.statusOf(use.jobId);
		const isOwnJob = use.jobId !== undefined && use.jobId === completed.createdJob;
		if (status !== undefined && !isOwnJob && this.request.ifExternalIdUsed === 'fail')
			this.refuse(use);
		if (!(await this.orNotChecked(this.record.take(use)))) return false;
		this.own.holder = use.next;
		if (status === undefined)
			this.own.is_repeat ||= this.isFirstTry && use.state === 'left' && use.jobId === undefined;
		else if (!isOwnJob) this.goOnWith(use.jobId as number, status);
		return true;
	}

	/** @returns nothing for a job that gives no captions any more: the ID is free */
	private async statusOf(jobId: number): Promise<JobStatus | undefined> {
		const { external_id: externalId } = this.own;
		const unclear = (reason: string) =>
			createError('EXTERNAL_ID_UNCLEAR', { externalId, jobId, reason }, { jobId });
		const info = await jobInfo(this.tools.client, jobId, 'Create job').catch((error: unknown) => {
			this.tools.signal.throwIfAborted();
			if (isUnknownJob(error)) return { job_status: 'failed' };
			if (!(error instanceof StepError)) throw error;
			throw unclear(error.details.message);
		});
		const status = readJobStatus(info);
		if (status.state === 'unknown') throw unclear(`status ${status.text}`);
		return status.state === 'failed' || status.state === 'canceled' ? undefined : status;
	}

	/** As if this execution had made the calls of the one that is gone. */
	private goOnWith(jobId: number, { state }: JobStatus): void {
		const { completed } = this.tools;
		this.own.is_continued = true;
		completed.done(CREATE, { job_id: jobId, external_id: this.own.external_id });
		if (state !== 'pending' || this.lastCall === START) completed.done(ATTACH, {});
		// It may have its media, or not.
		else completed.inDoubt(ATTACH);
		if (state !== 'pending' && this.lastCall === START) completed.done(START, {});
	}

	private async confirm(): Promise<void> {
		const jobId = this.tools.completed.createdJob;
		const { holder = 0 } = this.own;
		if (await this.orNotChecked(this.record.confirm(holder, jobId))) return;
		// This execution was believed dead.
		this.own.holder = undefined;
		const use = await this.orNotChecked(this.record.find());
		const isOther = jobId !== undefined && use.jobId !== jobId;
		const status = isOther ? await this.statusOf(jobId).catch(() => undefined) : undefined;
		this.refuse(use, status?.state === 'pending' ? jobId : undefined);
	}

	private wasNotMade(error: unknown): boolean {
		const isRefusal = error instanceof StepError && error.details.mayHaveArrived !== true;
		const stops = [this.tools.signal, this.tools.context.getExecutionCancelSignal()];
		return isRefusal || stops.some((stop) => stop?.aborted === true && error === stop.reason);
	}

	private async takeBack(name: LastCall, error: unknown): Promise<void> {
		const { holder, is_continued } = this.own;
		if (name === 'create') this.tools.completed.forget(HELD);
		if (holder === undefined) return;
		if (name === 'create') return await this.record.leave(holder, true);
		// A job of another execution that Verbit refuses to start isn't tried again.
		const isRefused = error instanceof StepError && error.details.errorType !== undefined;
		if (!is_continued || !isRefused) return;
		delete this.own.holder;
		await this.record.leave(holder, true);
	}

	private async useUp(): Promise<void> {
		this.own.is_used_up = true;
		this.keep();
		const { holder, is_heard } = this.own;
		const noted = this.lastCall === CREATE ? undefined : this.tools.completed.createdJob;
		await this.record.useUp(holder, noted, !is_heard);
	}

	/** With Create Another the ID is read and recorded once, after its last call: what is used up was submitted. */
	private async recordAnother(isDone: boolean): Promise<void> {
		const use = await this.record.find();
		this.own.is_repeat ??= use.state !== 'free';
		if (isDone) return await this.useUp();
		if (use.state !== 'free' || !(await this.record.take(use))) return;
		await this.record.confirm(use.next, this.tools.completed.createdJob);
		await this.record.leave(use.next);
	}

	/** @param leftover a job that this execution has created, and that stays behind */
	private refuse({ state, jobId }: IdUse, leftover?: number): never {
		const { external_id: externalId } = this.own;
		const { ifExternalIdUsed, outputSkipped: isOutput, job } = this.request;
		const cause = causeOf('EXTERNAL_ID_USED', state);
		const used = createError('EXTERNAL_ID_USED', { cause, externalId }, { jobId });
		if (ifExternalIdUsed === 'skip') {
			const ofItem = { externalId, recording: job.job_name, isOutput, jobId };
			throw new ItemSkipped({ ...ofItem, isInWork: state === 'held', leftover }, used.message);
		}
		const ofJob = jobId === undefined ? used : advise(used, 'JOB_OF_ID', { jobId });
		throw leftover === undefined ? ofJob : advise(ofJob, 'JOBS_LEFT_OVER', { jobs: leftover });
	}

	/** Without a memory, a job could be created twice unseen, which Skip and Fail are to prevent: they go no further. */
	private async orNotChecked<T>(answer: Promise<T>): Promise<T> {
		return await answer.catch((error: unknown) => {
			this.tools.signal.throwIfAborted();
			const reason = reasonOf(error);
			throw createError('EXTERNAL_ID_NOT_CHECKED', { externalId: this.own.external_id, reason });
		});
	}

	private readonly warn = (error: unknown): void => this.tools.records.warn(reasonOf(error));

	private keep(): void {
		this.tools.completed.done(HELD, this.own);
		this.own = this.tools.completed.find(HELD)?.result as HeldId;
	}
}

function reasonOf(error: unknown): string {
	const { message } = (error ?? {}) as { message?: unknown };
	return cut(String(message ?? error), MAX_REASON_LENGTH);
}
