import type { Records } from '../n8n/records';

export interface IdUse {
	/** `left`: an execution has begun with it and is gone. */
	state: 'free' | 'held' | 'left' | 'used';
	/** The place of the next execution that takes the ID. */
	next: number;
	/** The job that was about to be started, or is. */
	jobId?: number;
	/** Its execution has been suspended, and is heard of at each check. */
	isSuspended?: boolean;
}

/** Time is kept as a number of parts of an hour, since when it began. A record is older than a few of them or dead. */
const PART_MS = 15_000;
const PARTS = 240;

/** In the place of such a part: the execution before has left the ID, or has given up its job, too. */
const LEFT = PARTS;
const GIVEN_UP = PARTS + 1;

/** How long a running execution counts as alive after its last word, ms; it is heard of every `WORD_MS`. */
export const ALIVE_MS = 75_000;
export const WORD_MS = 30_000;

/** A check of a suspended execution may be late, ms: n8n looks for them once a minute, and may be restarted. */
const GRACE_MS = 5 * 60_000;

/** A job's ID is kept as digits to this base, each a record. */
const BASE = 256;

const partNow = () => Math.floor(Date.now() / PART_MS) % PARTS;

/**
 * What n8n's database remembers of an external ID, over all executions and processes. All but the times are inserted and
 * never changed by others, so of several executions one wins:
 * - `used`: it is used up. The other records are removed then
 * - a number for each execution that took the ID, one after the other: its holder is the last. It says when it was taken
 * - of each, `job …`: the job that it was about to start; `heard`: until when it will be heard of again; `suspended`
 */
export class IdRecord {
	constructor(
		private readonly records: Records,
		private readonly hash: string,
	) {}

	async find(): Promise<IdUse> {
		if ((await this.read('used')) !== undefined) return { state: 'used', next: 0 };
		const taken: number[] = [];
		for (let part; (part = await this.read(taken.length)) !== undefined;) taken.push(part);
		const next = taken.length;
		const holder = next - 1;
		if (next === 0 || taken[holder] === GIVEN_UP) return { state: 'free', next };
		const jobId = await this.findJob(holder, taken.lastIndexOf(GIVEN_UP));
		if (taken[holder] === LEFT || !(await this.isHeardOf(holder, taken[holder])))
			return { state: 'left', next, jobId };
		const isSuspended = (await this.read(`${holder} suspended`)) !== undefined;
		return { state: 'held', next, jobId, isSuspended };
	}

	/** @returns whether this execution is the holder now */
	async take(holder: number): Promise<boolean> {
		if (!(await this.insert(holder, partNow()))) return false;
		// It may have been used up, and its records removed, since `find`.
		if ((await this.read('used')) === undefined) return true;
		await this.remove(holder);
		return false;
	}

	/**
	 * To be called before the call that costs: if this execution is lost, another one goes on with the job.
	 * @returns whether this execution is still the holder
	 */
	async noteJob(holder: number, jobId: number): Promise<boolean> {
		const [first, ...others] = digitsOf(jobId);
		await Promise.all(
			others.map(async (digit, at) => await this.insert(`${holder} job ${at + 1}`, digit)),
		);
		await this.insert(`${holder} job 0`, first);
		return (await this.read(holder + 1)) === undefined && (await this.read('used')) === undefined;
	}

	async hear(holder: number, until = Date.now() + ALIVE_MS): Promise<void> {
		await this.records.insertTime(`${this.hash}:${holder} heard`, until);
	}

	async suspend(holder: number, nextCheck: number): Promise<void> {
		await this.insert(`${holder} suspended`);
		await this.hear(holder, nextCheck + GRACE_MS);
		// Who looked at the same moment may have written what was there before.
		await this.hear(holder, nextCheck + GRACE_MS);
	}

	/** The next execution may go on at once, with its job or, where that is given up, with a new one. */
	async leave(holder: number, isGivenUp = false): Promise<void> {
		const mark = isGivenUp ? GIVEN_UP : LEFT;
		if ((await this.read(holder + 1)) === undefined) await this.insert(holder + 1, mark);
	}

	/** As if this execution had not taken it. */
	async giveBack(holder: number): Promise<void> {
		if ((await this.read(holder + 1)) === undefined) await this.remove(holder);
	}

	/** @returns whether it wasn't used up before */
	async useUp(holder?: number, jobId = 0): Promise<boolean> {
		const isFirst = await this.insert('used');
		if (holder === undefined) return isFirst;
		const ofHolder = ['', ' heard', ' suspended', ...digitsOf(jobId).map((_, at) => ` job ${at}`)];
		const holders = Array.from({ length: holder + 1 }, (_, place) => place);
		await this.remove(...holders.flatMap((place) => ofHolder.map((name) => `${place}${name}`)));
		return isFirst;
	}

	private async isHeardOf(holder: number, taken: number): Promise<boolean> {
		const age = (partNow() - taken + PARTS) % PARTS;
		// Another computer's clock may be a minute behind.
		const isNew = age <= ALIVE_MS / PART_MS || age > PARTS - 4;
		return isNew || (await this.records.insertTime(`${this.hash}:${holder} heard`, Date.now()));
	}

	/** The last that was noted: who takes the ID with its job need not note it again. */
	private async findJob(holder: number, givenUp: number): Promise<number | undefined> {
		for (let place = holder; place > givenUp; place--) {
			let jobId = await this.read(`${place} job 0`);
			if (jobId === undefined) continue;
			for (let at = 1, digit; (digit = await this.read(`${place} job ${at}`)) !== undefined; at++) {
				jobId += digit * BASE ** at;
			}
			return jobId;
		}
		return undefined;
	}

	private async read(record: string | number): Promise<number | undefined> {
		return await this.records.read(`${this.hash}:${record}`);
	}

	private async insert(record: string | number, number?: number): Promise<boolean> {
		return await this.records.insert(`${this.hash}:${record}`, number);
	}

	private async remove(...names: Array<string | number>): Promise<void> {
		await this.records.remove(...names.map((name) => `${this.hash}:${name}`));
	}
}

/** Lowest first. */
function digitsOf(number: number): number[] {
	const rest = Math.floor(number / BASE);
	return [number % BASE, ...(rest === 0 ? [] : digitsOf(rest))];
}
