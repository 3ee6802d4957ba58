import { StepError } from '../errors/stepError';
import { cancellableSleep } from '../http/cancellation';
import { type Own, SIGN_MS, type UsedId } from './usedIds';

/** What a call is for an external ID: the creation of its job, or the last call, which uses it up. */
export type Stage = 'creating' | 'last call';

/** What `ExternalIdUse` reports while it follows the work with an external ID. */
export interface UseEvents {
	/** What this execution has done with the ID has changed. */
	changed(): void;
	/** Another execution has begun the last call. An error thrown here ends the work. */
	taken(): void;
	/** n8n's database failed. An error thrown here ends the work, unless it is already done. */
	unsaved(error: unknown, isAfterCall: boolean): void;
}

/** Follows, in what the node remembers, how far the work with an external ID comes. */
export class ExternalIdUse {
	private readonly life: SignOfLife;

	private mayHaveJob = false;

	/**
	 * @param own what this execution has done with the ID, with the number of its work: changed here
	 * @param signal a call that it stops before it was sent throws its reason
	 */
	constructor(
		private readonly id: UsedId,
		private readonly own: Own,
		private readonly signal: AbortSignal,
		private readonly events: UseEvents,
	) {
		this.life = new SignOfLife(SIGN_MS, async () => {
			if (own.work > 0) await id.giveSign(own.work);
		});
	}

	/**
	 * Makes a call that brings the work to a stage. One that was not sent, or that Verbit has refused for certain, takes the
	 * work back again.
	 */
	async during<T>(stage: Stage, call: () => Promise<T>): Promise<T> {
		const isFirst = stage === 'last call' && !this.own.hasBegunLastCall;
		const hasBegun = isFirst && (await this.beginLastCall());
		const mightHaveJob = this.mayHaveJob;
		this.mayHaveJob = true;
		return await call().catch(async (error: unknown) => {
			const isRefusal = error instanceof StepError && error.details.mayHaveArrived !== true;
			const isUndone = isRefusal || error === this.signal.reason;
			if (isUndone) this.mayHaveJob = mightHaveJob;
			if (isUndone && hasBegun) await this.takeBackLastCall();
			throw error;
		});
	}

	/** The work is done. */
	async finish(): Promise<void> {
		await this.life.end();
		// In this order: who finds the numbers free finds out that the ID is used up.
		await this.save(true, async () => {
			await this.id.finishLastCall();
			this.setHasBegun(true);
			for (let number = 1; number <= this.own.work; number++) await this.id.forgetWork(number);
		});
	}

	/**
	 * The work ends before it is done.
	 * @returns whether this try may have created a job
	 */
	async giveUp(): Promise<boolean> {
		const { work } = this.own;
		await this.life.end();
		await this.save(true, async () => {
			if (work === 0) return;
			await (this.mayHaveJob ? this.id.endWork(work) : this.id.forgetWork(work));
		});
		return this.mayHaveJob;
	}

	private async beginLastCall(): Promise<boolean> {
		const outcome: { hasBegun?: boolean } = {};
		await this.save(false, async () => {
			outcome.hasBegun = await this.id.beginLastCall();
		});
		if (outcome.hasBegun === false) this.events.taken();
		if (outcome.hasBegun === true) this.setHasBegun(true);
		return outcome.hasBegun === true;
	}

	private async takeBackLastCall(): Promise<void> {
		await this.save(true, async () => {
			await this.id.forgetLastCall();
			this.setHasBegun(false);
		});
	}

	private setHasBegun(hasBegun: boolean): void {
		this.own.hasBegunLastCall = hasBegun;
		this.events.changed();
	}

	private async save(isAfterCall: boolean, write: () => Promise<void>): Promise<void> {
		try {
			await write();
		} catch (error) {
			this.events.unsaved(error, isAfterCall);
		}
	}
}

/** Updates the record of the ID regularly until the work ends. */
class SignOfLife {
	private readonly ended = new AbortController();

	private lastSign: Promise<void> = Promise.resolve();

	/** @param everyMs between two signs */
	constructor(
		private readonly everyMs: number,
		private readonly give: () => Promise<void>,
	) {
		void this.run();
	}

	/** No sign is under way any more when this returns. */
	async end(): Promise<void> {
		this.ended.abort();
		await this.lastSign;
	}

	private async run(): Promise<void> {
		const { signal } = this.ended;
		for (;;) {
			await cancellableSleep(this.everyMs, signal);
			if (signal.aborted) return;
			// A failed update doesn't end the work: at worst, another execution takes over.
			this.lastSign = this.give().catch(() => {});
			await this.lastSign;
		}
	}
}
