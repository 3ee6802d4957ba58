/**
 * Aborts a transfer in which no byte has moved for a while. Total time does not count: a slow upload that moves goes on.
 * `AbortSignal.timeout` is the one timer that a community node may use, and it keeps nothing alive.
 */
export class StallWatch {
	private readonly controller = new AbortController();

	private stopped = false;

	/**
	 * @param stallMs a transfer that moves nothing for this long is aborted, ms
	 * @param bytesMoved how much has moved so far
	 */
	constructor(
		private readonly stallMs: number,
		private readonly bytesMoved: () => number,
	) {
		this.lookAgainLater();
	}

	get signal(): AbortSignal {
		return this.controller.signal;
	}

	get hasStalled(): boolean {
		return this.controller.signal.aborted;
	}

	stop(): void {
		this.stopped = true;
	}

	private lookAgainLater(): void {
		const seen = this.bytesMoved();
		AbortSignal.timeout(this.stallMs).addEventListener('abort', () => {
			if (this.stopped) return;
			if (this.bytesMoved() > seen) this.lookAgainLater();
			else this.controller.abort();
		});
	}
}
