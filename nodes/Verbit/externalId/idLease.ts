import type { IExecuteFunctions } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import { markOf } from '../journal/hashes';
import { Journal } from '../journal/journal';
import type { SavedId } from '../journal/saved';
import { type IdEvent, type IdGoal, type IdHistory, IdLog } from './idLog';

/** How late the check of a suspended execution may be, ms: n8n looks for due executions once a minute, and may be restarted. */
const LATE_CHECK_MS = 5 * 60_000;

/** After one of these events an execution holds the ID, if it is alive. */
const HELD: Array<IdEvent | undefined> = [
	...([
		'taken',
		'created',
		'createdEmpty',
		'adopted',
		'attached',
		'started',
		'suspended',
		'output',
	] as const),
];

/** What an execution that holds an ID knows of its place in the log. */
interface Held {
	/** The event by which it took the ID. */
	readonly takenEvent: number;
	/** The place of its next event. */
	nextPlace: number;
	/** The ID's latest job, once it is recorded. */
	recordedJob?: number;
	/** The job that the log has as attached. */
	attachedJob?: number;
}

/**
 * An execution's lease of an item's external ID: while it holds the ID, it creates the ID's job, and with Skip it alone
 * outputs the result. The lease lasts as long as the execution renews it by signs of life, so that after a crash another
 * execution takes the ID. The item's journal keeps what later tries need to know of the lease. Errors at the lease's end are only logged.
 */
export class IdLease {
	private readonly log: IdLog;

	private held?: Held;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly journal: Journal,
		readonly goal: IdGoal,
		public marks: string[],
	) {
		this.log = new IdLog(context, this.saved.hash);
	}

	get isHeld(): boolean {
		return this.held !== undefined;
	}

	/** Called when another execution has taken the ID. */
	setLost(): void {
		this.held = undefined;
	}

	/** Holds the ID again when the wait of a suspended execution goes on. */
	goOn(): void {
		const { takenEvent, nextPlace } = this.saved;
		if (takenEvent === undefined || nextPlace === undefined) return;
		this.held = { takenEvent, nextPlace, recordedJob: this.journal.createdJob };
	}

	/** The text of the External ID, as the first try read it. */
	get value(): string {
		return this.saved.value;
	}

	get item(): number {
		return this.journal.item;
	}

	async look(): Promise<IdHistory> {
		return await this.log.look();
	}

	async isDone(): Promise<boolean> {
		return await this.log.isDone(this.goal, this.marks);
	}

	/** Returns false only if both recordings are known, and differ. */
	async isOfJobIn(history: IdHistory): Promise<boolean> {
		const isKnown = history.recordingOf !== undefined && this.marks.length > 0;
		return !isKnown || (await this.log.isOf(history, this.marks));
	}

	isHolderIn({ takenEvent }: IdHistory): boolean {
		return takenEvent === this.saved.takenEvent;
	}

	/** Whether another item of this execution took the ID: with the event `takenEvent`, if one is given. */
	isOfOtherItem(takenEvent?: number): boolean {
		const { saved } = this;
		return Journal.ofExecution(this.context).some(({ externalId: other }) => {
			const isOther = other?.takenEvent !== undefined && other.takenEvent !== saved.takenEvent;
			const isAskedFor = takenEvent === undefined || other?.takenEvent === takenEvent;
			return other?.hash === saved.hash && isOther && isAskedFor;
		});
	}

	async isHeldElsewhere(history: IdHistory): Promise<boolean> {
		const mayBe = HELD.includes(history.last) && !this.isHolderIn(history);
		return mayBe && !(await this.log.proveHolderGone());
	}

	/** Adds the size of a recording that is streamed from a URL, bytes. */
	addSize(size: number): void {
		this.marks = [...new Set([...this.marks, markOf([size])])];
		if (this.isHeld) this.write({ marks: this.marks });
	}

	/** @returns whether this execution holds the ID now: another one may have been faster */
	async take(history: IdHistory): Promise<boolean> {
		const takenEvent = await this.log.take(history);
		if (takenEvent === undefined) return false;
		const nextPlace = takenEvent + 1;
		const { attachedJob, jobs } = history;
		this.held = { takenEvent, nextPlace, recordedJob: jobs.at(-1), attachedJob };
		this.write({ takenEvent, nextPlace, marks: this.marks, isSuspended: undefined });
		return true;
	}

	/** Whether another execution has taken the ID; `undefined` if n8n's database can't be asked. Also true after the ID was given up. */
	async isTakenOver(): Promise<boolean | undefined> {
		const { nextPlace } = this.saved;
		if (nextPlace === undefined) return true;
		const event = await this.log.read(String(nextPlace)).catch(this.log.reportFailure);
		return event === undefined ? undefined : event > 0;
	}

	/** @returns whether this execution holds the ID still */
	async recordJob(jobId: number, held = this.held): Promise<boolean> {
		if (held === undefined) return false;
		await this.log.writeJob(held.takenEvent, jobId, this.marks);
		const isHeld = await this.append(held, this.marks.length > 0 ? 'created' : 'createdEmpty');
		if (isHeld) held.recordedJob = jobId;
		return isHeld;
	}

	/** Records the journal's job where the log lacks it: an earlier try may have made it, or an error may have named it. */
	async recordOwnJob(held = this.held): Promise<void> {
		const { createdJob } = this.journal;
		if (createdJob !== undefined && createdJob !== held?.recordedJob)
			await this.recordJob(createdJob, held);
	}

	bringsRecordingTo({ recordingOf }: IdHistory): boolean {
		return recordingOf === undefined && this.marks.length > 0;
	}

	/**
	 * Makes this recording that of a job that was created without one.
	 * @returns false if another execution has taken the ID meanwhile
	 */
	async adoptJob(history: IdHistory): Promise<boolean> {
		const { held } = this;
		if (held === undefined || !this.bringsRecordingTo(history)) return true;
		await this.log.writeMarks(held.takenEvent, this.marks);
		return await this.append(held, 'adopted');
	}

	/** Records for whoever comes next that the job has its recording, unless it is started. */
	private async recordAttached(held: Held): Promise<void> {
		const { createdJob } = this.journal;
		if (!this.journal.isDone('attach') || this.journal.isDone('start')) return;
		if (held.attachedJob !== createdJob) await this.append(held, 'attached');
		held.attachedJob = createdJob;
	}

	async recordStart(): Promise<void> {
		if (this.held) await this.append(this.held, 'started').catch(this.log.reportFailure);
	}

	/** Gives the ID up to whoever comes next. @param error that ended the work */
	async release(error?: unknown): Promise<void> {
		await this.atEnd(async (held) => {
			await this.appendLast(held, error).finally(() => this.write({ nextPlace: undefined }));
		});
	}

	private async appendLast(held: Held, error: unknown): Promise<void> {
		await this.recordOwnJob(held);
		await this.recordAttached(held);
		const { takenEvent, nextPlace } = held;
		const isRefused = error instanceof StepError && error.details.nextTry === 'newJobIfOwn';
		const isInDoubt = this.journal.find('create')?.inDoubt === true;
		const event = isInDoubt ? 'leftInDoubt' : isRefused ? 'refused' : 'left';
		if (event !== 'left' || nextPlace !== takenEvent + 1) {
			await this.append(held, event);
			return;
		}
		// Nothing has come of the lease, so its event is removed from the log. This execution forgets it first: n8n may fail after it has
		// removed it, and another execution then takes the ID at the same place.
		this.write({ takenEvent: undefined });
		await this.log.giveBack(takenEvent);
	}

	async renew(): Promise<void> {
		if (this.isHeld) await this.log.writeAlive().catch(this.log.reportFailure);
	}

	async renewUntilCheck(nextCheck: number): Promise<void> {
		const { held } = this;
		if (held === undefined) return;
		const suspend = async () => {
			await this.log.writeAlive(nextCheck + LATE_CHECK_MS);
			if (!this.saved.isSuspended && (await this.append(held, 'suspended')))
				this.write({ isSuspended: true });
		};
		await suspend().catch(this.log.reportFailure);
	}

	/** @param until until when the execution counts as at work, ms since 1970 */
	async appendOutput(execution: string | undefined, until?: number): Promise<void> {
		await this.atEnd(async (held) => {
			await this.log.writeOutput(held.takenEvent, execution, until);
			await this.append(held, 'output');
		});
	}

	async recordDone(): Promise<void> {
		await this.log.writeDone(this.goal, this.marks).catch(this.log.reportFailure);
		await this.endSigns();
	}

	/** Ends the signs of life, so that other executions needn't wait for this one. */
	async endSigns(): Promise<void> {
		await this.atEnd(async (held) => {
			await this.recordAttached(held);
			await this.log.remove(['alive']);
		});
	}

	private async atEnd(work: (held: Held) => Promise<void>): Promise<void> {
		const { held } = this;
		this.held = undefined;
		if (held) await work(held).catch(this.log.reportFailure);
	}

	/** @returns whether no other execution has appended an event since this one's last */
	private async append(held: Held, event: IdEvent): Promise<boolean> {
		const isAppended = await this.log.append(held.nextPlace, event);
		if (isAppended) this.write({ nextPlace: ++held.nextPlace });
		return isAppended;
	}

	saveIsSecondJob(isSecondJob: boolean): void {
		this.write({ isSecondJob });
	}

	private get saved(): SavedId {
		// Whoever makes a lease has saved the ID before.
		return this.journal.externalId ?? { value: '', hash: '' };
	}

	private write(changes: Partial<SavedId>): void {
		this.journal.saveExternalId({ ...this.saved, ...changes });
	}
}
