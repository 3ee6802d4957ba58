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

	/** Whether the ID must be free: not with Create Another. */
	private readonly isGuarded: boolean;

	/** @param lastCall the one that finishes what is asked for, and uses the ID up */
	constructor(
		private readonly tools: WritingTools,
		private readonly request: JobRequest,
		private readonly lastCall: typeof CREATE | typeof ATTACH | typeof START,
	) {
		this.isGuarded = request.ifExternalIdUsed !== 'create';
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
		if (this.held.hash !== hash) completed.done(HELD, { external_id: this.value, hash, next: 0 });
		if (this.isGuarded && !this.held.is_used_up) await this.take();
		return this;
	}

	/** Has the last call of a submission record what its end means for the ID; returns any other call unchanged. */
	recorded(name: string, call: Call): Call {
		if (this.value === undefined || name !== this.lastCall) return call;
		return async (isInDoubt) => {
			if (this.isGuarded) await this.confirm();
			const result = await call(isInDoubt).catch(async (error: unknown) => {
				await this.leaveAfter(error).catch(this.record.warn);
				throw error;
			});
			if (!this.isGuarded || !this.request.isUsedUpLater)
				await this.record.useUp(this.tools.completed.createdJob).catch(this.record.warn);
			return this.held.possible_duplicate ? { ...result, possible_duplicate: true } : result;
		};
	}

	/** Whether another execution has created the job. */
	get isContinued(): boolean {
		return this.tools.completed.find(CREATE)?.result?.continued === true;
	}

	private get held(): Partial<HeldId> {
		return this.tools.completed.find(HELD)?.result ?? {};
	}

	private get record(): IdRecord {
		return new IdRecord(this.tools.context, this.held as HeldId);
	}

	private async take(): Promise<void> {
		const { context, signal, since } = this.tools;
		for (; ; await cancellableSleep(PAUSE_MS, signal)) {
			signal.throwIfAborted();
			const use = await this.record.take().catch(this.notChecked);
			if (this.held.holder !== undefined) return await this.begin(use);
			const isOwn = CompletedSteps.ofExecution(context).some(
				(steps) => heldBy(steps)?.hash === this.held.hash,
			);
			// An item before it has the same ID.
			if (isOwn) this.refuse({ ...use, state: 'used' });
			if (use.state !== 'held' || Date.now() > since + PATIENCE_MS) this.refuse(use);
		}
	}

	/** Goes on with the job that another execution has left, if there is one. Its calls are recorded as this one's own. */
	private async begin(use: IdUse): Promise<void> {
		const { completed } = this.tools;
		const { state, jobId } = use;
		if (state === 'left' && (jobId ?? completed.createdJob) === undefined)
			this.held.possible_duplicate = true;
		if (jobId === undefined || jobId === completed.createdJob) return;
		const status = await this.statusOf(jobId);
		if (status === undefined) return;
		if (this.request.ifExternalIdUsed === 'fail') this.refuse(use);
		completed.done(CREATE, { job_id: jobId, external_id: this.value, continued: true });
		if (status !== 'pending') completed.done(START, {});
		// A pending job that isn't to be started may have its media, or not.
		if (status === 'pending' && this.lastCall === ATTACH) completed.inDoubt(ATTACH);
		else completed.done(ATTACH, {});
	}

	/** @returns nothing for a job that gives no captions any more: the ID is free */
	private async statusOf(jobId: number): Promise<JobStatus['state'] | undefined> {
		const asked = jobInfo(this.tools.client, jobId, 'Create job').then(readJobStatus);
		const { state, text } = await asked.catch((error: unknown): JobStatus => {
			if (isUnknownJob(error)) return { state: 'failed', text: '' };
			if (!(error instanceof StepError)) throw error;
			return { state: 'unknown', text: `unknown (${error.details.message})` };
		});
		if (state === 'failed' || state === 'canceled') return undefined;
		if (state !== 'unknown') return state;
		const values = { externalId: this.value as string, jobId, reason: `status ${text}` };
		throw createError('EXTERNAL_ID_UNCLEAR', values, { jobId });
	}

	private async confirm(): Promise<void> {
		const { createdJob } = this.tools.completed;
		if (await this.record.confirm(createdJob).catch(this.notChecked)) return;
		// This execution was believed dead.
		const use = await this.record.find().catch(this.notChecked);
		const isOther = createdJob !== undefined && use.jobId !== createdJob;
		const state = isOther ? await this.statusOf(createdJob).catch(() => undefined) : undefined;
		this.refuse(use, state === 'pending' ? createdJob : undefined);
	}

	private async leaveAfter(error: unknown): Promise<void> {
		const { mayHaveArrived, errorType } = error instanceof StepError ? error.details : {};
		if (mayHaveArrived !== true) {
			// A job of another execution that Verbit refuses to start isn't tried again.
			if (this.isContinued && errorType !== undefined) await this.record.leave(true);
		} else if (!this.isGuarded && (await this.record.take()).state === 'free')
			await this.record.confirm(this.tools.completed.createdJob);
	}

	/** @param leftover a job that this execution has created, and that stays behind */
	private refuse({ state, jobId }: IdUse, leftover?: number): never {
		const externalId = this.value as string;
		const { ifExternalIdUsed, outputSkipped: isOutput, job } = this.request;
		const used = createError('EXTERNAL_ID_USED', { cause: state, externalId }, { jobId });
		if (ifExternalIdUsed === 'skip') {
			const isInWork = state !== 'used';
			const ofItem = { externalId, recording: job.job_name, isOutput, jobId, isInWork, leftover };
			throw new ItemSkipped(ofItem, used.message);
		}
		const ofJob = jobId === undefined ? used : advise(used, 'JOB_OF_ID', { jobId });
		throw leftover === undefined ? ofJob : advise(ofJob, 'JOBS_LEFT_OVER', { jobs: leftover });
	}

	/** Skip and Fail go no further where n8n's database can't be asked: a job could be created twice unseen. */
	private readonly notChecked = ({ message: reason }: Error): never => {
		const values = { externalId: this.value as string, reason };
		throw createError('EXTERNAL_ID_NOT_CHECKED', values);
	};
}
