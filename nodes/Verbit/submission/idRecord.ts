import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { Records } from '../n8n/records';
import type { CompletedSteps } from '../run/completedSteps';

/** What this execution has done with an external ID, as n8n keeps it for the next try. */
export interface HeldId extends IDataObject {
	external_id: string;
	hash: string;
	/** The event by which this execution took the ID, while it holds it. */
	holder?: number;
	/** The next event. */
	next: number;
	/** More than events may be recorded: all of it is removed in the end. */
	has_heartbeat?: boolean;
	is_used_up?: boolean;
	/** For the output: the ID was used before this execution. */
	possible_duplicate?: boolean;
}

export const HELD = 'external ID';

/** @returns nothing where the ID of an item is free or used up */
export function heldBy(steps: CompletedSteps): HeldId | undefined {
	const held = steps.find(HELD)?.result as HeldId | undefined;
	return held?.holder === undefined ? undefined : held;
}

export interface IdUse {
	/** `waits`: its execution is suspended. `left`: it is gone. */
	state: 'free' | 'held' | 'waits' | 'left' | 'used';
	/** The job that was about to be started, or is. */
	jobId?: number;
}

/** When an ID was taken is noted in half minutes, modulo a prime: a schedule doesn't come back at the same ones. */
const PART_MS = 30_000;
const PARTS = 127;

/** A job's ID is noted as digits to this base, the highest first. Only with the lowest it is noted. */
const BASE = 64;

/** The first number of each kind of event. An n8n that counts equal entries once would make 1 of all. */
const DIGIT = 2;
const LOWEST_DIGIT = DIGIT + BASE;
const LEFT = LOWEST_DIGIT + BASE;
const GIVEN_UP = LEFT + 1;
const TAKEN = GIVEN_UP + 1;

/** That the ID is taken now. */
const takenNow = () => TAKEN + (Math.floor(Date.now() / PART_MS) % PARTS);

/** How long a running execution counts as alive after its last heartbeat, ms. Two computers' clocks may be a minute apart. */
export const ALIVE_MS = 105_000;

/** A check of a suspended execution may be late, ms: n8n looks for them once a minute, and may be restarted. */
const GRACE_MS = 5 * 60_000;

/**
 * What n8n's database remembers of an external ID, over all executions and processes:
 * - a log: its events are the records 0, 1, 2 …, which are never changed. Of several executions that append an event one
 *   wins, so who was believed dead can't note a job any more
 * - `alive`: until when the last that took the ID counts as alive; `waits`: one has been suspended
 * - `used`: it is used up. The other records are removed then
 */
export class IdRecord extends Records {
	constructor(
		context: IExecuteFunctions,
		private readonly held: HeldId,
	) {
		super(context, `${held.hash}:`);
	}

	/** Who asks isn't the holder any more, as far as it knows. */
	async find(): Promise<IdUse> {
		const { held } = this;
		const { holder: heldBefore } = held;
		delete held.holder;
		let [holder, last, number] = [-1, GIVEN_UP, 0];
		let jobId: number | undefined;
		for (held.next = 0; ; held.next++) {
			const event = await this.read(`${held.next}`);
			if (event === 0) break;
			if (event < DIGIT) throw new Error(sentence('IDS_NOT_APART', {}));
			if (event < LEFT) number = number * BASE + ((event - DIGIT) % BASE);
			else [last, number] = [event, 0];
			if (event >= LOWEST_DIGIT && event < LEFT) jobId = number;
			if (event === GIVEN_UP) jobId = undefined;
			if (event >= TAKEN) holder = held.next;
		}
		// Asked last: events that are removed meanwhile are those of an ID that is used up.
		if ((await this.read('used')) > 0) return { state: 'used' };
		held.has_heartbeat = held.next > 0;
		if (last === GIVEN_UP) return { state: 'free' };
		// Retry of an execution that was stopped while it waited.
		const isRetried = holder === heldBefore;
		if (last === LEFT || isRetried || !(await this.isAlive(last))) return { state: 'left', jobId };
		return { state: (await this.read('waits')) > 0 ? 'waits' : 'held', jobId };
	}

	/** Takes the ID where it is free or left: of several executions, one. @returns whose it was before */
	async take(): Promise<IdUse> {
		const use = await this.find();
		if (use.state !== 'free' && use.state !== 'left') return use;
		if (!(await this.append(takenNow()))) return await this.take();
		this.held.holder = this.held.next - 1;
		return use;
	}

	/**
	 * To be called before the call that uses the ID up. If this execution is lost then, another goes on with the job.
	 * @returns whether this execution is still the holder
	 */
	async confirm(jobId?: number): Promise<boolean> {
		const isNoted = jobId === undefined || (await this.note(jobId, LOWEST_DIGIT));
		// It may have been used up, and its records removed, since `find`.
		return isNoted && (await this.read('used')) === 0;
	}

	async keepAlive(until = Date.now() + ALIVE_MS): Promise<void> {
		this.held.has_heartbeat = true;
		await this.insertTime('alive', until);
	}

	async suspend(nextCheck: number): Promise<void> {
		await this.keepAlive(nextCheck + GRACE_MS);
		await this.insert('waits');
		// Who looked at the same moment may have written what was there before.
		await this.keepAlive(nextCheck + GRACE_MS);
	}

	/** The next execution may take the ID. An event stays only where it is news: a schedule's failures must not pile up. */
	async leave(isGivenUp: boolean): Promise<void> {
		const { holder = 0, next } = this.held;
		delete this.held.holder;
		if (next > holder + 1 || (holder === 0 && !isGivenUp))
			await this.append(isGivenUp ? GIVEN_UP : LEFT);
		else if ((await this.read(`${next}`)) === 0) await this.remove([`${holder}`, 'alive', 'waits']);
	}

	/** @param createdJob with Create Another the record is first read here: another job's ID means a possible duplicate */
	async useUp(createdJob?: number): Promise<void> {
		const { held } = this;
		if (held.holder === undefined) {
			const { state, jobId } = await this.find();
			const isOwn = jobId !== undefined && jobId === createdJob;
			held.possible_duplicate = state !== 'free' && !isOwn;
		}
		delete held.holder;
		held.is_used_up = true;
		await this.insert('used');
		const events = Array.from({ length: held.next }, (_, event) => `${event}`);
		await this.remove(held.has_heartbeat ? [...events, 'alive', 'waits'] : events);
	}

	private async isAlive(taken: number): Promise<boolean> {
		const parts = Math.abs(takenNow() - taken);
		const isNew = Math.min(parts, PARTS - parts) * PART_MS <= ALIVE_MS;
		return isNew || (await this.insertTime('alive', Date.now()));
	}

	/** @param digit what kind of digit the last one is */
	private async note(number: number, digit: number): Promise<boolean> {
		const higher = Math.floor(number / BASE);
		if (higher > 0 && !(await this.note(higher, DIGIT))) return false;
		return await this.append(digit + (number % BASE));
	}

	/** @returns whether nobody else has appended anything */
	private async append(event: number): Promise<boolean> {
		const isAppended = await this.insert(`${this.held.next}`, event);
		if (isAppended) this.held.next++;
		return isAppended;
	}
}
