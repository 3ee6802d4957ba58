/** How much of an upload the operating system may still have to send after this process has passed on the last byte, bytes. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/** On a slower line than this the operating system buffers less, bytes per second. */
const SLOW_LINE_RATE = 64 * 1024;

/**
 * Aborts a transfer in which no byte has moved for a while. Its total time isn't limited. `AbortSignal.timeout` is the only
 * timer that a community node may use, and doesn't keep the process alive.
 */
export class StallWatch {
	private readonly controller = new AbortController();

	readonly signal: AbortSignal = this.controller.signal;

	/** Releases the timer, which would keep the whole transfer in memory until it fires. */
	stop = (): void => {};

	constructor(
		private readonly transfer: { size?: number; bytesMoved: () => number; stallMs: number },
	) {
		this.lookAgainLater();
	}

	private lookAgainLater(): void {
		const seen = this.transfer.bytesMoved();
		const look = () => {
			if (this.transfer.bytesMoved() > seen) this.lookAgainLater();
			else this.controller.abort();
		};
		const timer = AbortSignal.timeout(this.patienceMs(seen));
		timer.addEventListener('abort', look);
		// A listener on the transfer's own signal would stay until its end, one more for each check.
		this.stop = () => timer.removeEventListener('abort', look);
	}

	private patienceMs(bytesMoved: number): number {
		const { size = Infinity, stallMs } = this.transfer;
		if (bytesMoved < size) return stallMs;
		return stallMs + Math.ceil((Math.min(size, MAX_BUFFERED_BYTES) / SLOW_LINE_RATE) * 1000);
	}
}
