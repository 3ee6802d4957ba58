/** Number of small calls that one part of a run makes at a time, so that a thousand items don't overload Verbit. */
export const CALLS_AT_A_TIME = 10;

export class Slots {
	private readonly waiting: Array<() => void> = [];

	constructor(
		private free: number,
		private readonly maxWaiting = Infinity,
	) {}

	get isFull(): boolean {
		return this.waiting.length >= this.maxWaiting;
	}

	async use<T>(work: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free--;
		else await new Promise<void>((enter) => this.waiting.push(enter));
		return await work().finally(() => {
			const next = this.waiting.shift();
			// The slot is passed on instead of freed, so no other caller can take it in between.
			if (next === undefined) this.free++;
			else next();
		});
	}
}
