import type { IDataObject } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hint';
import { LAST_CALLS, type LastCall } from '../errors/messages/jobs';
import { StepError } from '../errors/stepError';
import { cancellableSleep } from '../http/cancellation';
import { cut } from '../secrets/shownValue';
import type { PreviousAttempts } from '../api/serviceCall';
import type { JobRequest } from './newJob';
import { callOnce, CREATE, hashOf } from '../run/completedSteps';
import type { OperationContext } from '../run/operation';

/** What this execution has done with the ID, as n8n keeps it for the next try: its own use doesn't count as use. */
interface OwnProgress extends IDataObject {
	external_id: string;
	/** Whether the ID was used before this execution. */
	is_repeat: boolean;
	has_last_call: boolean;
}

const STEP = 'external ID';

/** As long as a last call can take, ms: 4 attempts of 60 s, and the pauses between them. */
const LAST_CALL_MS = 250_000;

const PAUSE_MS = 1000;

const MAX_REASON_LENGTH = 200;

const OPEN = ['1'];
const DONE = ['1', '2'];

/**
 * An external ID in n8n's database, which remembers over all executions and processes what it was used for. Its records
 * are inserted, never changed by others, so that one execution of several makes the last call:
 * - `begun`, before the job is created; with the entries of `DONE` where Create Another has used the ID up
 * - `last call`, right before the last call; removed if Verbit clearly refused it
 * - `end`, after the last call: done, or in doubt
 */
export class ExternalId {
	/** The first try's ID counts, whatever the parameter evaluates to in a later one. */
	readonly value?: string;

	private readonly isFirstTry: boolean;

	private readonly own: OwnProgress;

	private hasBegun = false;

	private hash = '';

	/** @param lastCall the call that uses the ID up: the one that costs */
	constructor(
		private readonly run: OperationContext,
		private readonly request: JobRequest,
		private readonly lastCall: LastCall,
	) {
		const kept = run.completed.find(STEP)?.result as OwnProgress | undefined;
		const hadNone = kept === undefined && run.completed.find(CREATE) !== undefined;
		this.value = kept?.external_id ?? (hadNone ? undefined : request.job.external_id);
		this.isFirstTry = kept === undefined;
		const { value: external_id = '' } = this;
		this.own = kept ?? { external_id, is_repeat: false, has_last_call: false };
	}

	/**
	 * Looks what the ID was used for, before anything is sent.
	 * @throws StepError with Skip and Fail, where it is used up, perhaps used up, or n8n can't say
	 */
	async claim(): Promise<this> {
		if (this.value === undefined) return this;
		// The same ID at another base URL is another one.
		this.hash = hashOf([await this.run.client.findBaseUrl(), this.value.normalize()]);
		if (this.isGuarded && !this.own.has_last_call) {
			this.hasBegun = this.isFirstTry && (await this.orNotChecked(this.insert('begun', OPEN)));
			if (!this.hasBegun) await this.refuseIfUsed(this.run.completed.createdJob);
			if (this.isFirstTry) this.own.is_repeat = !this.hasBegun;
		}
		this.keep();
		return this;
	}

	get flags(): { possible_duplicate?: true } {
		return this.own.is_repeat ? { possible_duplicate: true } : {};
	}

	/** As `callOnce`, for a call of a submission: records what its end means for the ID. */
	async callOnce(
		name: LastCall,
		call: (earlier: PreviousAttempts) => Promise<IDataObject>,
		subject?: unknown,
	): Promise<IDataObject> {
		const isLast = this.value !== undefined && name === this.lastCall;
		const tracked = async (earlier: PreviousAttempts) => {
			const isClaimed = isLast && (await this.claimLastCall());
			const result = await call(earlier).catch(async (error: unknown) => {
				if (this.wasNotMade(error)) await this.takeBack(name, isClaimed);
				else if (isLast) await this.recordEnd(OPEN);
				throw error;
			});
			if (isLast) await this.recordEnd(DONE);
			return result;
		};
		return await callOnce(this.run.completed, name, tracked, subject);
	}

	/** Skip and Fail make the last call once; Create Another makes it again. */
	private get isGuarded(): boolean {
		return this.request.ifExternalIdUsed !== 'create';
	}

	/** @returns whether this try is the one that may make it, and no try before it was */
	private async claimLastCall(): Promise<boolean> {
		if (!this.isGuarded || this.own.has_last_call) return false;
		while (!(await this.orNotChecked(this.insert('last call', OPEN)))) {
			await this.refuseIfUsed(this.run.completed.createdJob);
		}
		this.own.has_last_call = true;
		this.keep();
		return true;
	}

	private wasNotMade(error: unknown): boolean {
		const isRefusal = error instanceof StepError && error.details.mayHaveArrived !== true;
		const stops = [this.run.signal, this.run.context.getExecutionCancelSignal()];
		return isRefusal || stops.some((stop) => stop?.aborted === true && error === stop.reason);
	}

	private async takeBack(name: LastCall, isClaimed: boolean): Promise<void> {
		if (isClaimed && (await this.persist(async () => await this.removeLastCall()))) {
			this.own.has_last_call = false;
			this.keep();
		}
		if (name !== 'create' || this.own.has_last_call) return;
		if (this.hasBegun) await this.removeBegun().catch(this.warn);
		if (this.isFirstTry) this.run.completed.forget(STEP);
	}

	/** Another execution may have waited for less than the call took, and have recorded it as in doubt. */
	private async removeLastCall(): Promise<void> {
		await this.run.records.remove(`${this.hash}:last call`);
		await this.run.records.remove(`${this.hash}:end`);
	}

	/** Create Another may have used the ID up in the meantime. */
	private async removeBegun(): Promise<void> {
		const { records } = this.run;
		const entries = await records.count(`${this.hash}:begun`);
		if (entries < DONE.length) await records.remove(`${this.hash}:begun`);
	}

	private async recordEnd(entries: string[]): Promise<void> {
		if (!this.isGuarded) return await this.recordAnother(entries).catch(this.warn);
		await this.persist(async () => await this.insert('end', entries));
	}

	/**
	 * Tries a write for as long as the call itself, also after another item has failed: without it the ID would stay
	 * unclear for ever.
	 */
	private async persist(write: () => Promise<unknown>): Promise<boolean> {
		const cancel = this.run.context.getExecutionCancelSignal();
		for (const deadline = Date.now() + LAST_CALL_MS; ;) {
			const failure = await write().then(
				() => undefined,
				(error: unknown) => ({ error }),
			);
			if (failure === undefined) return true;
			if (Date.now() > deadline || cancel?.aborted) {
				this.warn(failure.error);
				return false;
			}
			await cancellableSleep(PAUSE_MS, cancel);
		}
	}

	/** With Create Another the ID is read and recorded once, after its last call: what is recorded was submitted. */
	private async recordAnother(entries: string[]): Promise<void> {
		const isNew = await this.insert('begun', entries);
		if (!isNew && !this.own.has_last_call) this.own.is_repeat = true;
		this.own.has_last_call = true;
		this.keep();
		if (entries === DONE) return;
		await this.insert('last call', OPEN);
		await this.insert('end', OPEN);
	}

	/** @param jobId that this execution has created, and that stays behind where another one has used the ID up */
	private async refuseIfUsed(jobId: number | undefined): Promise<void> {
		const state = await this.orNotChecked(this.stateOfOthers());
		if (state === 'free') return;
		const { doubt, ifUndone, ifDone, ...ofJob } = LAST_CALLS[this.lastCall];
		const { step, leftover } =
			jobId === undefined ? { step: 'Create job' as const, leftover: '' } : ofJob;
		const { shown: externalId } = this;
		if (state === 'inDoubt') {
			const values = { externalId, doubt, ifUndone, ifDone, leftover };
			throw createError('EXTERNAL_ID_UNCLEAR', values, { step, jobId });
		}
		const { ifExternalIdUsed, outputSkipped: isOutput, job } = this.request;
		const ofItem = { externalId: this.own.external_id, recording: job.job_name, isOutput };
		const skipped = ifExternalIdUsed === 'skip' ? ofItem : undefined;
		throw createError('EXTERNAL_ID_USED', { externalId, leftover }, { step, jobId, skipped });
	}

	/** Waits for a last call that is under way. After a crash it never ends: it is in doubt, also for those who look later. */
	private async stateOfOthers(): Promise<'free' | 'inDoubt' | 'done'> {
		const { records, signal } = this.run;
		for (const deadline = Date.now() + LAST_CALL_MS; ;) {
			const ended = await records.count(`${this.hash}:end`);
			const begun = await records.count(`${this.hash}:begun`);
			if (Math.max(ended, begun) >= DONE.length) return 'done';
			if (ended > 0) return 'inDoubt';
			if ((await records.count(`${this.hash}:last call`)) === 0) return 'free';
			if (Date.now() > deadline) await this.insert('end', OPEN);
			else await cancellableSleep(PAUSE_MS, signal);
			signal.throwIfAborted();
		}
	}

	private async insert(record: 'begun' | 'last call' | 'end', entries: string[]): Promise<boolean> {
		return await this.run.records.insert(`${this.hash}:${record}`, entries);
	}

	/** Without a memory, a job could be created twice unseen, which Skip and Fail are to prevent: they go no further. */
	private async orNotChecked<T>(answer: Promise<T>): Promise<T> {
		return await answer.catch((error: unknown) => {
			this.run.signal.throwIfAborted();
			throw createError('EXTERNAL_ID_NOT_CHECKED', {
				externalId: this.shown,
				reason: reasonOf(error),
			});
		});
	}

	private readonly warn = (error: unknown): void => this.run.records.warn(reasonOf(error));

	private keep(): void {
		this.run.completed.done(STEP, { ...this.own });
	}

	private get shown(): string {
		return this.own.external_id;
	}
}

function reasonOf(error: unknown): string {
	const { message } = (error ?? {}) as { message?: unknown };
	return cut(String(message ?? error), MAX_REASON_LENGTH);
}

export function hintAtDuplicate(
	{ context }: OperationContext,
	{ possible_duplicate: isDuplicate, job_id: jobId }: IDataObject,
): void {
	if (isDuplicate === true) hintOnce(context, 'POSSIBLE_DUPLICATE', { jobId: Number(jobId) });
}
