/** Number of small calls that one part of a run makes at a time, so that a thousand items don't overload Verbit. */
export const CALLS_AT_A_TIME = 10;

export class Slots {
	readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	async use<T>(work: () => Promise<T>): Promise<T> {
		const release = await this.acquire();
		return await work().finally(release);
	}

	/** Waits for a slot. Returns a function that releases the slot, to be called once. */
	async acquire(): Promise<() => void> {
		if (this.free > 0) this.free--;
		else await new Promise<void>((enter) => this.waiting.push(enter));
		return () => {
			const next = this.waiting.shift();
			// The slot is passed on instead of freed, so no other caller can take it in between.
			if (next === undefined) this.free++;
			else next();
		};
	}
}
