import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Records } from '../n8n/records';
import type { CompletedSteps } from '../run/completedSteps';

/** What this execution has done with an external ID, as n8n keeps it for the next try. */
export interface HeldId extends IDataObject {
	external_id: string;
	hash: string;
	/** Which of the executions that took the ID this one is, from 0, while it holds it. */
	holder?: number;
	noted_job?: number;
	/** More is recorded than its place and its job: all of it is removed in the end. */
	has_heartbeat?: boolean;
	is_used_up?: boolean;
	/** For the output: it was used before this execution, or this one went on with the job of another. */
	flags: { possible_duplicate?: true; continued?: true };
}

export const HELD = 'external ID';

/** @returns nothing where the ID of an item is free or used up */
export function heldBy(steps: CompletedSteps): HeldId | undefined {
	const held = steps.find(HELD)?.result as HeldId | undefined;
	return held?.holder === undefined ? undefined : held;
}

export interface IdUse {
	/** `left`: an execution has begun with it and is gone. */
	state: 'free' | 'held' | 'left' | 'used';
	/** The place of the next execution that takes the ID. */
	next: number;
	/** The job that was about to be started, or is. */
	jobId?: number;
	/** Its execution waits, and has a heartbeat at each check. */
	isSuspended?: boolean;
}

/** A place holds when it was taken, in half minutes of the hour, or one of the three below. */
const PART_MS = 30_000;
const PARTS = 120;
const SUSPENDED = PARTS;
/** The next execution goes on with the job. */
const LEFT = PARTS + 1;
/** The next execution makes another job. */
const GIVEN_UP = PARTS + 2;

/** How long a running execution counts as alive after its last heartbeat, ms. Two computers' clocks may be a minute apart. */
export const ALIVE_MS = 105_000;
export const HEARTBEAT_MS = 30_000;

/** A check of a suspended execution may be late, ms: n8n looks for them once a minute, and may be restarted. */
const GRACE_MS = 5 * 60_000;

/** A job's ID is kept as digits to this base, each a record. */
const BASE = 256;

/** Stands for the lowest digit: the holder is believed dead, and can't note a job any more. */
const BARRED = 0;

const namesOf = (place: number) =>
	['', ' alive', ' job 0', ' job 1', ' job 2', ' job 3'].map((name) => `${place}${name}`);

const partNow = () => Math.floor(Date.now() / PART_MS) % PARTS;

/**
 * What n8n's database remembers of an external ID, over all executions and processes. Of several executions that insert a
 * record one wins:
 * - `used`: it is used up. The other records are removed then
 * - a place for each execution that took the ID, one after the other: its holder is the last
 * - of each place, `job …`: the job that it was about to start; `alive`: until when it counts as alive
 */
export class IdRecord extends Records {
	constructor(
		context: IExecuteFunctions,
		private readonly held: HeldId,
	) {
		super(context, `${held.hash}:`);
	}

	async find(): Promise<IdUse> {
		if (await this.isUsed()) return { state: 'used', next: 0 };
		let [next, place] = [0, GIVEN_UP];
		for (let number; (number = await this.read(`${next}`)) !== undefined; next++) place = number;
		if (place === GIVEN_UP) return { state: 'free', next };
		const jobId = await this.findJob(next - 1);
		const isLeft = place >= LEFT || !(await this.isAlive(next - 1, place));
		return { state: isLeft ? 'left' : 'held', next, jobId, isSuspended: place === SUSPENDED };
	}

	/** @returns whether this execution is the holder now: nothing has changed since `find` */
	async take({ next, jobId }: IdUse): Promise<boolean> {
		if (next > 0) {
			await this.insert(`${next - 1} job 0`, BARRED);
			if ((await this.findJob(next - 1)) !== jobId) return false;
		}
		const isHolder = await this.insert(`${next}`, partNow());
		if (isHolder) Object.assign(this.held, { holder: next, has_heartbeat: next > 0 });
		return isHolder;
	}

	/**
	 * To be called before the call that uses the ID up. If this execution is lost then, another goes on with the job.
	 * @returns whether this execution is still the holder
	 */
	async confirm(jobId?: number): Promise<boolean> {
		let isHolder = true;
		// The lowest is the last: with it the job is noted.
		for (const [at, digit] of [...digitsOf(jobId).entries()].reverse())
			isHolder = await this.insert(`${this.held.holder} job ${at}`, digit);
		// It may have been used up, and its records removed, since `find`.
		if (!isHolder || (await this.isUsed())) return false;
		this.held.noted_job = jobId;
		return true;
	}

	async keepAlive(until = Date.now() + ALIVE_MS): Promise<void> {
		this.held.has_heartbeat = true;
		await this.insertTime(`${this.held.holder} alive`, until);
	}

	async suspend(nextCheck: number): Promise<void> {
		await this.keepAlive(nextCheck + GRACE_MS);
		await this.insert(`${this.held.holder}`, SUSPENDED);
		// Who looked at the same moment may have written what was there before.
		await this.keepAlive(nextCheck + GRACE_MS);
	}

	/** The next execution may take the ID. A place stays only where it is news: a schedule's failures must not pile up. */
	async leave(isGivenUp: boolean): Promise<void> {
		const { holder = 0 } = this.held;
		delete this.held.holder;
		const isNoted = (await this.read(`${holder} job 0`)) !== undefined;
		if (isNoted || (holder === 0 && !isGivenUp))
			await this.insert(`${holder}`, isGivenUp ? GIVEN_UP : LEFT);
		else await this.remove(namesOf(holder).filter((name) => !name.endsWith(' job 0')));
	}

	async useUp(): Promise<void> {
		const { holder, noted_job, has_heartbeat } = this.held;
		delete this.held.holder;
		this.held.is_used_up = true;
		await this.insert('used');
		if (holder === undefined) return;
		const plain = [`${holder}`, ...digitsOf(noted_job).map((_, at) => `${holder} job ${at}`)];
		const places = Array.from({ length: holder + 1 }, (_, place) => place);
		await this.remove(has_heartbeat ? places.flatMap(namesOf) : plain);
	}

	private async isUsed(): Promise<boolean> {
		return (await this.read('used')) !== undefined;
	}

	private async isAlive(place: number, taken: number): Promise<boolean> {
		const parts = Math.abs(partNow() - taken);
		const isNew = taken < PARTS && Math.min(parts, PARTS - parts) * PART_MS <= ALIVE_MS;
		return isNew || (await this.insertTime(`${place} alive`, Date.now()));
	}

	/** The last job that was noted: a place whose holder noted none goes on with that of the place before. */
	private async findJob(place: number): Promise<number | undefined> {
		if (place < 0 || (await this.read(`${place}`)) === GIVEN_UP) return undefined;
		let jobId = 0;
		for (let at = 0, digit; (digit = (await this.read(`${place} job ${at}`)) ?? BARRED); at++)
			jobId += (digit - 1) * BASE ** at;
		return jobId > 0 ? jobId : await this.findJob(place - 1);
	}
}

/** Lowest first, each from 1. */
function digitsOf(number = 0): number[] {
	return number === 0 ? [] : [(number % BASE) + 1, ...digitsOf(Math.floor(number / BASE))];
}
