import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import { StepError } from '../errors/stepError';
import { fingerprintOf } from '../journal/hashes';
import { Journal } from '../journal/journal';
import type { SavedId } from '../journal/saved';
import type { Tools } from '../run/operation';
import { ItemSkipped } from '../run/outputs';
import {
	type IdEvent,
	type IdGoal,
	isFreeAfter,
	isTaking,
	type LoggedJob,
	NO_HISTORY,
	type Taking,
	withEvent,
} from './idHistory';
import { fingerprintRows, goalRows, IdLog } from './idLog';

/** How late the check of a suspended execution may be, ms: n8n looks for due executions once a minute, and may be restarted. */
const LATE_CHECK_MS = 5 * 60_000;

/** Thrown if another execution has taken the ID: it was faster, or this execution seemed dead. */
class LeaseLost extends Error {}

/**
 * An item's right to its External ID: only its holder creates the ID's job, attaches to it, starts it and, with Skip, outputs the result.
 * The right ends when the holder gives no sign of life, so that another execution takes the ID after a crash.
 */
export class IdLease {
	private readonly log: IdLog;

	/** Whether this item's last event made it the holder. Only the log says whether it still is. */
	isHeld = false;

	/** The log as last read, with what this execution has appended since. */
	history = NO_HISTORY;

	constructor(
		private readonly tools: Tools,
		readonly goal: IdGoal,
		private saved: SavedId,
	) {
		this.log = new IdLog(tools.context, saved.hash);
	}

	/** The ID as the first try read it. In a later try the parameter may evaluate to another. */
	get value(): string {
		return this.saved.value;
	}

	get ifUsed(): SavedId['ifUsed'] {
		return this.saved.ifUsed;
	}

	get itemIndex(): number {
		return this.journal.itemIndex;
	}

	/** Whether a new job may be the recording's second: Verbit hides one, or a holder that was gone may have created one. */
	get mayDuplicate(): boolean {
		return this.latestJob?.replacedAs === 'unknown' || this.history.mayHaveOtherJob === true;
	}

	get latestJob(): LoggedJob | undefined {
		return this.history.jobs.at(-1);
	}

	private get journal() {
		return this.tools.journal;
	}

	private get takenPlace(): number {
		return this.history.takenPlace ?? 0;
	}

	private get takenPlaces(): number[] {
		return this.saved.takenPlaces ?? [];
	}

	save(changes: Partial<SavedId>): void {
		this.saved = { ...this.saved, ...changes };
		this.journal.saveExternalId(this.saved);
	}

	/** Makes the item fail if n8n's database fails, because going on could create a second job that nobody notices. */
	async orFail<T>(asked: Promise<T>): Promise<T> {
		return await asked.catch((error: Error) => {
			if ([StepError, ItemSkipped, LeaseLost].some((known) => error instanceof known)) throw error;
			this.tools.signal.throwIfAborted();
			const values = { externalId: this.value, reason: error.message };
			throw createError('EXTERNAL_ID_NOT_CHECKED', values);
		});
	}

	/** Goes on if n8n's database fails, without a result. */
	private async orReport<T>(asked: Promise<T>): Promise<T | undefined> {
		return await asked.catch((error: Error) => {
			this.log.reportFailure(error);
			return undefined;
		});
	}

	async readHistory(): Promise<void> {
		this.history = await this.log.readHistory();
	}

	async isGoalReached(): Promise<boolean> {
		return await this.log.hasAny(goalRows(this.goal, this.saved.fingerprints));
	}

	/** Returns false only if the recordings of the job and of this item are known, and differ. */
	async matchesRecording(): Promise<boolean> {
		const { fingerprints } = this.saved;
		const { recordingPlace } = this.latestJob ?? {};
		if (recordingPlace === undefined || fingerprints.length === 0) return true;
		return await this.log.hasAny(fingerprintRows(recordingPlace, fingerprints));
	}

	bringsRecording(): boolean {
		return this.latestJob?.recordingPlace === undefined && this.saved.fingerprints.length > 0;
	}

	lastTaker(): 'thisItem' | 'otherItem' | 'otherExecution' {
		if (this.takenPlaces.includes(this.takenPlace)) return 'thisItem';
		return this.placesTakenByExecution().includes(this.takenPlace) ? 'otherItem' : 'otherExecution';
	}

	placesTakenByExecution(): number[] {
		return Journal.placesTakenByExecution(this.tools.context, this.saved.hash);
	}

	/** Adds the size of a recording that is streamed from a URL, bytes. */
	learnSize(size: number): void {
		this.save({ fingerprints: [...new Set([...this.saved.fingerprints, fingerprintOf([size])])] });
	}

	/** Ends the lease of a holder that gives no sign of life. @returns whether no other item, of any execution, may hold the ID */
	async freeIfSilent(): Promise<boolean> {
		if (isFreeAfter(this.history.last) || this.lastTaker() === 'thisItem') return true;
		// Only a time that is past is replaced by the current one. Then a late sign of life normally has no effect any more.
		const isSilent = await this.log.raiseTime('alive', Date.now());
		return isSilent && (await this.log.endsWith(this.history));
	}

	/** @throws LeaseLost if another execution was faster */
	async take(event: Taking): Promise<void> {
		await this.log.writeAlive();
		this.isHeld = await this.append(event);
		if (!this.isHeld) throw new LeaseLost();
		this.save({ takenPlaces: [...this.takenPlaces, this.takenPlace] });
	}

	/**
	 * Holds the ID again when the wait of a suspended execution goes on. If n8n's database can't be asked, the wait goes on without
	 * the ID, so another execution may output the result, too.
	 * @returns false if an earlier try has left the ID, or another execution has taken it
	 */
	async resume(): Promise<boolean> {
		const isRead = await this.orReport(this.readHistory().then(() => true));
		if (!isRead) return true;
		this.isHeld = this.lastTaker() === 'thisItem' && !isFreeAfter(this.history.last);
		return this.isHeld;
	}

	async renew(): Promise<void> {
		if (await this.isStillHeld()) await this.orReport(this.log.writeAlive());
	}

	/** Ends this lease if another execution has taken the ID, which may have done the step that failed here. Returns whether it has. */
	async endIfLost(error: unknown): Promise<boolean> {
		const isLost = error instanceof LeaseLost || (this.isHeld && !(await this.isStillHeld()));
		if (isLost) this.isHeld = false;
		return isLost;
	}

	/**
	 * Returns whether no event follows this item's last one: another execution would have taken the ID. If n8n's database can't be
	 * asked, the item counts as the holder.
	 */
	private async isStillHeld(): Promise<boolean> {
		if (!this.isHeld) return false;
		return !(await this.orReport(this.log.read(`${this.history.length}`)));
	}

	/**
	 * Makes a step once over all tries, and tells the other executions: of an attachment and a start before the call, so that whoever
	 * goes on knows that it may have arrived, and of a job and a start after it.
	 * @throws LeaseLost if another execution has taken the ID, which may make a job of its own
	 */
	readonly runStep: Tools['runStep'] = async (step, call, subject) => {
		const isNewJob = this.journal.ownJobId === undefined;
		const result = await this.tools.runStep(
			step,
			async (wasInDoubt) => {
				if (step === 'attach' || step === 'start') await this.logTry(step);
				const response = await call(wasInDoubt);
				// The refusal by which a repeat confirms an attachment may have had another cause.
				const isSure = !('confirmed_by_repeat' in response);
				if (step === 'start' || (step === 'attach' && isSure)) await this.logDone(step);
				return response;
			},
			subject,
		);
		const { ownJobId: jobId } = this.journal;
		// A new job is recorded before the recording is attached.
		if (!isNewJob || jobId === undefined || (await this.orFail(this.logOwnJob()))) return result;
		hintOnce(this.tools.context, 'JOBS_LEFT_OVER', { jobId });
		this.journal.forgetSteps();
		throw new LeaseLost();
	};

	async logTry(step: 'attach' | 'start'): Promise<void> {
		if (step === 'attach' && this.bringsRecording()) {
			const names = fingerprintRows(this.takenPlace, this.saved.fingerprints);
			await this.orFail(this.log.insertAll(names));
		}
		const event = step === 'attach' ? 'attaching' : 'starting';
		if (!(await this.orFail(this.append(event)))) throw new LeaseLost();
	}

	/** Records that a step of the job is done, by whomever, so that others needn't wait for this lease. */
	async logDone(step: 'attach' | 'start'): Promise<void> {
		if (!this.isHeld || this.latestJob?.[step] === 'done') return;
		await this.orReport(this.append(step === 'attach' ? 'attached' : 'started'));
	}

	/**
	 * Records the journal's job if the log lacks it: this try or an earlier one has created it, or an error has named it.
	 * @returns false if another execution has taken the ID
	 */
	async logOwnJob(): Promise<boolean> {
		const { ownJobId } = this.journal;
		if (ownJobId === undefined || ownJobId === this.latestJob?.jobId) return true;
		await this.log.writeJob(this.takenPlace, ownJobId, this.saved.fingerprints);
		const event = this.saved.fingerprints.length > 0 ? 'created' : 'createdEmpty';
		return await this.append(event, ownJobId);
	}

	/** @returns false if another execution has appended an event since this execution's last event */
	private async append(event: IdEvent, number?: number): Promise<boolean> {
		if (!(await this.log.append(this.history.length, event))) return false;
		this.history = withEvent(this.history, event, number);
		return true;
	}

	/** Leaves the ID to the next execution. @param error the error that ended the work */
	async leave(error?: unknown): Promise<void> {
		await this.atEnd(async () => {
			await this.logOwnJob();
			await this.removeUndoneTry();
			const { last, before, mayHaveOtherJob } = this.history;
			const isRefused = error instanceof StepError && error.details.jobFate === 'refused';
			const isInDoubt = !mayHaveOtherJob && this.journal.stateOf('create') === 'inDoubt';
			const isWithoutEffect = isTaking(last) && isFreeAfter(before?.last) && !isInDoubt;
			if (isWithoutEffect && !isRefused) return await this.undoTaking();
			await this.log.remove(['alive']);
			if (isRefused) await this.append('refused');
			// A taking that stays the last event tells the next execution that there may be a job which nobody knows.
			else if (!isInDoubt) await this.append('left');
		});
	}

	/** Removes the taking of a free ID under which nothing was recorded. The sign of life stays, so that nobody takes the ID meanwhile. */
	private async undoTaking(): Promise<void> {
		const { takenPlace } = this;
		// The journal forgets the place first, because the removal frees it for another execution.
		this.save({ takenPlaces: this.takenPlaces.slice(0, -1) });
		await this.log.removeLast(takenPlace, this.saved.fingerprints);
	}

	/** Removes the record of a call that certainly has done nothing: the journal has neither its result nor a doubt. */
	private async removeUndoneTry(): Promise<void> {
		const { last, before } = this.history;
		const isUndone =
			(last === 'attaching' && this.journal.stateOf('attach') === 'untried') ||
			(last === 'starting' && this.journal.stateOf('start') === 'untried');
		if (!isUndone || before === undefined) return;
		this.history = before;
		await this.log.removeLast(before.length);
	}

	async suspend(nextCheck: number): Promise<void> {
		await this.atEnd(async () => {
			await this.log.writeAlive(nextCheck + LATE_CHECK_MS);
			if (this.history.last !== 'suspended') await this.append('suspended');
		});
	}

	/** @param until time until which the execution counts as at work, ms since 1970 */
	async endWithOutput(execution: string | undefined, until?: number): Promise<void> {
		await this.atEnd(async () => {
			await this.log.writeOutput(this.takenPlace, execution, until);
			await this.append('output');
		});
	}

	/** Records that the goal is reached, also for an item that doesn't hold the ID, and ends the lease. */
	async endAtGoal(): Promise<void> {
		const names = goalRows(this.goal, this.saved.fingerprints);
		await this.orReport(this.log.insertAll(names));
		await this.end();
	}

	/** Ends the lease at once, so that other executions needn't wait for this execution. */
	async end(): Promise<void> {
		await this.atEnd(async () => await this.log.remove(['alive']));
	}

	private async atEnd(work: () => Promise<void>): Promise<void> {
		const isStillHeld = await this.isStillHeld();
		this.isHeld = false;
		if (isStillHeld) await this.orReport(work());
	}
}
