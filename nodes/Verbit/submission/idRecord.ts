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

/** Time is kept as a number of parts of an hour, since when it began. */
const PART_MS = 15_000;
const PARTS = 240;

/** How long a running execution counts as alive after its last word, ms; it is heard of every `WORD_MS`. */
export const ALIVE_MS = 105_000;
export const WORD_MS = 30_000;

/** The clocks of two computers may be so far apart, ms. */
const CLOCKS_MS = 75_000;

/** A check of a suspended execution may be late, ms: n8n looks for them once a minute, and may be restarted. */
const GRACE_MS = 5 * 60_000;

/** How an execution ended that left the ID: the next goes on with its job, or makes another. */
const LEFT = 0;
const GIVEN_UP = 1;

/** A job's ID is kept as digits to this base, each a record. */
const BASE = 256;

/** In the place of the lowest digit plus one: its execution is believed dead, and can't note a job any more. */
const BARRED = 0;

const NAMES = ['', ' end', ' heard', ' suspended', ' job 0', ' job 1', ' job 2', ' job 3'];

const partNow = () => Math.floor(Date.now() / PART_MS) % PARTS;

/**
 * What n8n's database remembers of an external ID, over all executions and processes. Of several executions that insert a
 * record one wins:
 * - `used`: it is used up. The other records are removed then
 * - a number for each execution that took the ID, one after the other: its holder is the last. It says when it was taken
 * - of each, `job …`: the job that it was about to start; `heard`: until when it will be heard of again; `suspended`; `end`
 */
export class IdRecord {
	constructor(
		private readonly records: Records,
		private readonly hash: string,
	) {}

	async find(): Promise<IdUse> {
		if (await this.isUsed()) return { state: 'used', next: 0 };
		let [next, taken] = [0, 0];
		for (let part; (part = await this.read(next)) !== undefined; next++) taken = part;
		const holder = next - 1;
		const end = next === 0 ? GIVEN_UP : await this.read(`${holder} end`);
		if (end === GIVEN_UP) return { state: 'free', next };
		const jobId = await this.findJob(holder);
		if (end === LEFT || !(await this.isHeardOf(holder, taken)))
			return { state: 'left', next, jobId };
		const isSuspended = (await this.read(`${holder} suspended`)) !== undefined;
		return { state: 'held', next, jobId, isSuspended };
	}

	/** @returns whether this execution is the holder now: nothing has changed since `find` */
	async take({ next, jobId }: IdUse): Promise<boolean> {
		if (next > 0) {
			await this.insert(`${next - 1} job 0`, BARRED);
			if ((await this.findJob(next - 1)) !== jobId) return false;
		}
		return await this.insert(next, partNow());
	}

	/**
	 * To be called before the call that uses the ID up. If this execution is lost then, another goes on with the job.
	 * @returns whether this execution is still the holder
	 */
	async confirm(holder: number, jobId?: number): Promise<boolean> {
		const [lowest, ...others] = digitsOf(jobId);
		const areNoted = await Promise.all(
			others.map(async (digit, at) => await this.insert(`${holder} job ${at + 1}`, digit)),
		);
		if (areNoted.includes(false)) return false;
		if (lowest !== undefined && !(await this.insert(`${holder} job 0`, lowest + 1))) return false;
		// It may have been used up, and its records removed, since `find`.
		return !(await this.isUsed());
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

	/**
	 * The next execution may go on at once, with its job or, where that is given up, with a new one. A record stays only
	 * where it is news: a recording that fails in each run of a schedule must not leave one each time.
	 */
	async leave(holder: number, isGivenUp = false): Promise<void> {
		const isNoted = (await this.read(`${holder} job 0`)) !== undefined;
		if (isNoted || (holder === 0 && !isGivenUp))
			await this.insert(`${holder} end`, isGivenUp ? GIVEN_UP : LEFT);
		else if ((await this.read(holder + 1)) === undefined)
			await this.remove(holder, holder, (name) => name !== ' job 0');
	}

	/** @param isPlain nobody had it before, and it was never heard of: then there is less to remove */
	async useUp(holder?: number, jobId?: number, isPlain = false): Promise<void> {
		await this.insert('used');
		if (holder === undefined) return;
		const plain = ['', ...digitsOf(jobId).map((_, at) => ` job ${at}`)];
		await this.remove(0, holder, (name) => !isPlain || holder > 0 || plain.includes(name));
	}

	private async isUsed(): Promise<boolean> {
		return (await this.read('used')) !== undefined;
	}

	private async isHeardOf(holder: number, taken: number): Promise<boolean> {
		const age = ((partNow() - taken + PARTS) % PARTS) * PART_MS;
		const isNew = age <= ALIVE_MS || age >= PARTS * PART_MS - CLOCKS_MS;
		return isNew || (await this.records.insertTime(`${this.hash}:${holder} heard`, Date.now()));
	}

	/** The last that was noted: who takes the ID with its job need not note it again. */
	private async findJob(holder: number): Promise<number | undefined> {
		for (let place = holder; place >= 0; place--) {
			if ((await this.read(`${place} end`)) === GIVEN_UP) return undefined;
			const lowest = await this.read(`${place} job 0`);
			if (lowest === undefined || lowest === BARRED) continue;
			let jobId = lowest - 1;
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

	private async remove(from: number, to: number, isOne: (name: string) => boolean): Promise<void> {
		const names = NAMES.filter(isOne);
		const places = Array.from({ length: to - from + 1 }, (_, place) => from + place);
		const all = places.flatMap((place) => names.map((name) => `${this.hash}:${place}${name}`));
		await this.records.remove(...all);
	}
}

/** Lowest first. */
function digitsOf(number?: number): number[] {
	if (number === undefined) return [];
	const rest = Math.floor(number / BASE);
	return [number % BASE, ...digitsOf(rest === 0 ? undefined : rest)];
}
