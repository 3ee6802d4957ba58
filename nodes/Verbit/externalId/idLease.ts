import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import { StepError } from '../errors/stepError';
import { fingerprintOf } from '../journal/hashes';
import { Journal } from '../journal/journal';
import type { JobStep, SavedId } from '../journal/saved';
import type { Tools } from '../run/operation';
import { ItemSkipped } from '../run/outputs';
import { type IdEvent, type IdGoal, isFreeAfter, isTaking, type Taking } from './idHistory';
import { IdLog } from './idLog';

/** How late the check of a suspended execution may be, ms: n8n looks for due executions once a minute, and may be restarted. */
const LATE_CHECK_MS = 5 * 60_000;

/** Thrown if another execution has taken the ID: it was faster, or this execution seemed dead. */
export class LeaseLost extends Error {}

export type LeaseEnd =
	/** The item has no result. The next execution goes on, unless the `error` says that Verbit refuses the job. */
	| { as: 'left'; error?: unknown }
	/** The execution goes on at the next check, ms since 1970, and holds the ID until then. */
	| { as: 'suspended'; nextCheck: number }
	/** The result is output, and the end of the `execution` decides. It counts as at work until then, ms since 1970. */
	| { as: 'output'; execution?: string; until?: number }
	/** Nobody needs to wait for this execution any more. An item that doesn't hold the ID records a goal that is reached, too. */
	| { as: 'free'; isGoalReached: boolean };

/**
 * An item's right to its External ID: only its holder creates the ID's job, attaches to it, starts it and, with Skip, outputs the result.
 * The right ends when the holder gives no sign of life, so that another execution takes the ID after a crash.
 */
export class IdLease {
	readonly log: IdLog;

	/** Whether this item has taken the ID and hasn't ended its lease. Only the log says whether another execution has it since. */
	isHeld = false;

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

	get fingerprints(): string[] {
		return this.saved.fingerprints;
	}

	get itemIndex(): number {
		return this.journal.itemIndex;
	}

	/** Whether a new job may be the recording's second: Verbit hides one, or a holder that was gone may have created one. */
	get mayDuplicate(): boolean {
		return this.log.latestJob?.replacedAs === 'unknown' || this.log.history.mayHaveOtherJob;
	}

	/** Whether the ID's job has no known recording yet, and this item has one. */
	get bringsRecording(): boolean {
		return this.log.latestJob?.recordingPlace === undefined && this.fingerprints.length > 0;
	}

	private get journal() {
		return this.tools.journal;
	}

	private get placesOfTaking(): number[] {
		return this.saved.placesOfTaking ?? [];
	}

	save(changes: Partial<SavedId>): void {
		this.saved = { ...this.saved, ...changes };
		this.journal.saveExternalId(this.saved);
	}

	/** Adds the size of a recording that is streamed from a URL, bytes. */
	learnSize(size: number): void {
		this.save({ fingerprints: [...new Set([...this.fingerprints, fingerprintOf([size])])] });
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

	lastTaker(): 'thisItem' | 'otherItem' | 'otherExecution' {
		const { placeOfTaking } = this.log.history;
		if (this.placesOfTaking.includes(placeOfTaking)) return 'thisItem';
		return this.placesOfTakingInExecution().includes(placeOfTaking)
			? 'otherItem'
			: 'otherExecution';
	}

	placesOfTakingInExecution(): number[] {
		return Journal.placesOfTakingInExecution(this.tools.context, this.saved.hash);
	}

	/** Returns whether another item, of any execution, may hold the ID. Ends the lease of a holder that gives no sign of life. */
	async isHeldElsewhere(): Promise<boolean> {
		if (isFreeAfter(this.log.history.last) || this.lastTaker() === 'thisItem') return false;
		const isSilent = await this.log.endIfSilent();
		return !isSilent || !(await this.log.endsAsRead());
	}

	/** @throws LeaseLost if another execution was faster */
	async take(event: Taking): Promise<void> {
		await this.log.writeAlive();
		this.isHeld = await this.log.append(event);
		if (!this.isHeld) throw new LeaseLost();
		this.save({ placesOfTaking: [...this.placesOfTaking, this.log.history.placeOfTaking] });
	}

	/**
	 * Holds the ID again when the wait of a suspended execution goes on. If n8n's database can't be asked, the wait goes on without
	 * the ID, so another execution may output the result, too.
	 * @returns false if an earlier try has left the ID, or another execution has taken it
	 */
	async holdAgain(): Promise<boolean> {
		const isRead = await this.orReport(this.log.readHistory().then(() => true));
		if (!isRead) return true;
		this.isHeld = this.lastTaker() === 'thisItem' && !isFreeAfter(this.log.history.last);
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

	/** If n8n's database can't be asked, the item counts as the holder. */
	private async isStillHeld(): Promise<boolean> {
		if (!this.isHeld) return false;
		return !(await this.orReport(this.log.isContinued()));
	}

	/**
	 * Makes a step once over all tries, and tells the other executions. They learn of an attachment and a start before the call, so
	 * that whoever goes on knows that the call may have arrived. Afterwards they learn that it was carried out, and of a new job.
	 * @throws LeaseLost if another execution has taken the ID, which may make a job of its own
	 */
	readonly runLoggedStep: Tools['runStep'] = async (step, call, subject) => {
		const isNewJob = step === 'create' && !this.journal.isDone('create');
		const result = await this.tools.runStep(
			step,
			async (wasInDoubt) => {
				if (step === 'attach' || step === 'start') await this.orFail(this.logTry(step));
				const response = await call(wasInDoubt);
				// The refusal by which a repeat confirms an attachment may have had another cause.
				const isSure = !('confirmed_by_repeat' in response);
				if (step === 'start' || (step === 'attach' && isSure)) await this.logDone(step);
				return response;
			},
			subject,
		);
		const { submissionJobId: jobId } = this.journal;
		// A new job is recorded before the recording is attached.
		if (isNewJob && jobId !== undefined && !(await this.orFail(this.logJob()))) {
			hintOnce(this.tools.context, 'JOBS_LEFT_OVER', { jobId });
			this.journal.forgetSteps();
			throw new LeaseLost();
		}
		return result;
	};

	private async logTry(step: JobStep): Promise<void> {
		if (step === 'start') return await this.appendOrLose('starting');
		if (this.bringsRecording) await this.log.writeRecording(this.fingerprints);
		await this.appendOrLose('attaching');
	}

	/** Ties a job that Create made, and that others started, to this item's recording: no other recording gets its result. */
	async tieRecording(): Promise<void> {
		if (!this.bringsRecording) return;
		await this.log.writeRecording(this.fingerprints);
		await this.appendOrLose('attached');
	}

	private async appendOrLose(event: IdEvent): Promise<void> {
		if (!(await this.log.append(event))) throw new LeaseLost();
	}

	/** Records that a step of the job is done, by whomever, so that others needn't wait for this lease. */
	async logDone(step: JobStep): Promise<void> {
		if (!this.isHeld || this.log.latestJob?.[step] === 'done') return;
		await this.orReport(this.log.append(step === 'attach' ? 'attached' : 'started'));
	}

	/**
	 * Records the journal's job if the log lacks it: this try or an earlier one has created it, or an error has named it.
	 * @returns false if another execution has taken the ID
	 */
	async logJob(): Promise<boolean> {
		const { submissionJobId } = this.journal;
		if (submissionJobId === undefined || submissionJobId === this.log.latestJob?.jobId) return true;
		return await this.log.appendJob(submissionJobId, this.fingerprints);
	}

	async end(how: LeaseEnd): Promise<void> {
		if (how.as === 'free' && how.isGoalReached)
			await this.orReport(this.log.writeGoal(this.goal, this.fingerprints));
		const isStillHeld = await this.isStillHeld();
		this.isHeld = false;
		if (isStillHeld) await this.orReport(this.logEnd(how));
	}

	private async logEnd(how: LeaseEnd): Promise<void> {
		const { log } = this;
		switch (how.as) {
			case 'left':
				return await this.logLeaving(how.error);
			case 'suspended':
				await log.writeAlive(how.nextCheck + LATE_CHECK_MS);
				if (log.history.last !== 'suspended') await log.append('suspended');
				return;
			case 'output':
				return await log.appendOutput(how.execution, how.until);
			case 'free':
				return await log.remove(['alive']);
		}
	}

	private async logLeaving(error?: unknown): Promise<void> {
		const { log } = this;
		await this.logJob();
		if (this.isLastCallUndone()) await log.removeLast(this.fingerprints);
		const { last, before, mayHaveOtherJob } = log.history;
		const isRefused = error instanceof StepError && error.details.jobFate === 'refused';
		const isNewDoubt = !mayHaveOtherJob && this.journal.stateOf('create') === 'inDoubt';
		// A free ID was taken, and nothing was recorded. The sign of life stays, so that nobody takes the ID meanwhile.
		if (isTaking(last) && isFreeAfter(before?.last) && !isNewDoubt && !isRefused) {
			// The journal forgets the place first, because the removal frees it for another execution.
			this.save({ placesOfTaking: this.placesOfTaking.slice(0, -1) });
			return await log.removeLast(this.fingerprints);
		}
		await log.remove(['alive']);
		// A taking that stays the last event tells the next execution that there may be a job which nobody knows.
		if (isNewDoubt && !isRefused) return;
		await log.append(isRefused ? 'refused' : 'left');
	}

	/** Returns whether the last event is of a call that certainly has done nothing: the journal has neither its result nor a doubt. */
	private isLastCallUndone(): boolean {
		const { last } = this.log.history;
		return (
			(last === 'attaching' && this.journal.stateOf('attach') === 'untried') ||
			(last === 'starting' && this.journal.stateOf('start') === 'untried')
		);
	}
}
