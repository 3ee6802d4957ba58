/** Part of an upload that the system may still hold after its last byte left this process, bytes. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/** Slowest line on which the system holds that much, bytes per second: on slower ones it holds less. */
const SLOW_LINE_RATE = 64 * 1024;

/**
 * Aborts a transfer in which no byte has moved for a while; its total time doesn't count. `AbortSignal.timeout` is the one
 * timer that a community node may use, and it keeps nothing alive.
 */
export class StallWatch {
	private readonly controller = new AbortController();

	readonly signal: AbortSignal = this.controller.signal;

	/** Releases the timer, which would keep the whole transfer in memory until it fires. */
	stop = (): void => {};

	/**
	 * @param transfer `size` of an upload, whose last bytes are still on their way when they have left this process;
	 * `bytesMoved` out of or into this process so far; `stallMs` without a byte abort it
	 */
	constructor(
		private readonly transfer: { size?: number; bytesMoved: () => number; stallMs: number },
	) {
		this.lookAgainLater();
	}

	get hasStalled(): boolean {
		return this.signal.aborted;
	}

	private lookAgainLater(): void {
		const seen = this.transfer.bytesMoved();
		const look = () => {
			if (this.transfer.bytesMoved() > seen) this.lookAgainLater();
			else this.controller.abort();
		};
		const timer = AbortSignal.timeout(this.patienceMs(seen));
		timer.addEventListener('abort', look);
		// Listen on the timer's own signal: a listener on the transfer's signal would be added at every check.
		this.stop = () => timer.removeEventListener('abort', look);
	}

	private patienceMs(bytesMoved: number): number {
		const { size = Infinity, stallMs } = this.transfer;
		if (bytesMoved < size) return stallMs;
		return stallMs + Math.ceil((Math.min(size, MAX_BUFFERED_BYTES) / SLOW_LINE_RATE) * 1000);
	}
}
