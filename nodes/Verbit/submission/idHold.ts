import type { IExecuteFunctions } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import { refusesJob } from '../run/failure';
import type { Journal } from '../run/journal';
import type { UsedId } from '../run/saved';
import { type Event, IdRecord, type IdHistory } from './idRecord';

/** A check of a suspended execution may be late, ms: n8n looks for them once a minute, and may be restarted. */
const GRACE_MS = 5 * 60_000;

/** The step with which an operation is done. */
export type Goal = 'attach' | 'create' | 'output' | 'start';

/** After one of these events an execution holds the ID, if it is alive. */
const HELD: Array<Event | undefined> = [
	...(['taken', 'created', 'createdEmpty', 'recorded', 'suspended', 'output'] as const),
];

/**
 * An execution's hold on the external ID of an item: while it holds the ID, it creates the ID's job, and with Skip it alone
 * outputs the result. What its later tries have to know of it is in the item's journal. What fails at the end is only logged.
 */
export class IdHold {
	readonly record: IdRecord;

	isHeld = false;

	recordedJob?: number;

	constructor(
		context: IExecuteFunctions,
		private readonly journal: Journal,
		readonly goal: Goal,
		readonly marks: string[],
	) {
		this.record = new IdRecord(context, this.used.hash);
	}

	get used(): UsedId {
		return this.journal.externalId ?? { value: '', hash: '' };
	}

	get item(): number {
		return this.journal.item;
	}

	async isOthers({ last, holder }: IdHistory): Promise<boolean> {
		const mayBe = HELD.includes(last) && holder !== this.used.holder;
		return mayBe && !(await this.record.isHolderGone());
	}

	/** @returns whether it is held now: another execution may have been faster */
	async take(history: IdHistory): Promise<boolean> {
		const holder = await this.record.take(history);
		if (holder === undefined) return false;
		this.write({ holder, next: holder + 1, marks: this.marks });
		this.recordedJob = history.jobs.at(-1);
		this.isHeld = true;
		await this.recordCreatedJob();
		return true;
	}

	/** @returns nothing where the record can't be read */
	async isTakenOver(): Promise<boolean | undefined> {
		const { next } = this.used;
		if (next === undefined) return true;
		const event = await this.record.read(String(next)).catch(this.record.warn);
		return event === undefined ? undefined : event > 0;
	}

	/** @returns whether this execution holds the ID still */
	async recordJob(jobId: number): Promise<boolean> {
		const { holder = 0 } = this.used;
		await this.record.recordJob(holder, jobId, this.marks);
		const isHeld = await this.append(this.marks.length > 0 ? 'created' : 'createdEmpty');
		if (isHeld) this.recordedJob = jobId;
		return isHeld;
	}

	/** A job of an earlier try, and one that an error names, may not be recorded yet. */
	private async recordCreatedJob(): Promise<void> {
		const { createdJob } = this.journal;
		if (createdJob !== undefined && createdJob !== this.recordedJob)
			await this.recordJob(createdJob);
	}

	/** The recording becomes that of a job which was created without one. @returns whether this execution holds the ID still */
	async recordRecording(): Promise<boolean> {
		await this.record.recordMarks(this.used.holder ?? 0, this.marks);
		return await this.append('recorded');
	}

	/** Leaves the ID to whoever comes next. @param error that ended the work */
	async release(error?: unknown): Promise<void> {
		if (!this.isHeld) return;
		this.isHeld = false;
		await this.leave(error).catch(this.record.warn);
		this.write({ next: undefined });
	}

	private async leave(error: unknown): Promise<void> {
		await this.recordCreatedJob();
		const { holder = 0, next } = this.used;
		const event = this.journal.find('create')?.inDoubt ? 'leftInDoubt' : eventAfter(error);
		if (event !== 'left' || next !== holder + 1) return void (await this.append(event));
		// Another execution may get the same event, also where n8n removes it without saying so.
		this.write({ holder: undefined });
		await this.record.giveBack(holder);
	}

	async keepAlive(): Promise<void> {
		if (this.isHeld) await this.record.keepAlive().catch(this.record.warn);
	}

	async waitForCheck(nextCheck: number): Promise<void> {
		if (!this.isHeld) return;
		const suspend = async () => {
			await this.record.keepAlive(nextCheck + GRACE_MS);
			if (!this.used.isSuspended && (await this.append('suspended')))
				this.write({ isSuspended: true });
		};
		await suspend().catch(this.record.warn);
	}

	/** @param until the execution counts as at work, ms since 1970 */
	async outputBy(execution: string | undefined, until?: number): Promise<void> {
		if (!this.isHeld) return;
		this.isHeld = false;
		const output = async () => {
			await this.record.recordOutput(this.used.holder ?? 0, execution, until);
			await this.append('output');
		};
		await output().catch(this.record.warn);
	}

	async finish(): Promise<void> {
		await this.record.recordDone(this.goal, this.marks).catch(this.record.warn);
		await this.letGo();
	}

	/** Others need not wait for this execution any more. */
	async letGo(): Promise<void> {
		if (!this.isHeld) return;
		this.isHeld = false;
		await this.record.remove(['alive']).catch(this.record.warn);
	}

	/** @returns whether no other execution has appended an event since this one's last */
	private async append(event: Event): Promise<boolean> {
		const { next = 0 } = this.used;
		const isAppended = await this.record.append(next, event);
		if (isAppended) this.write({ next: next + 1 });
		return isAppended;
	}

	write(changes: Partial<UsedId>): void {
		this.journal.write({ externalId: { ...this.used, ...changes } });
	}
}

function eventAfter(error: unknown): Event {
	const isRefused = error instanceof StepError && !error.details.isInDoubt;
	return isRefused && refusesJob(error.details) ? 'refused' : 'left';
}
