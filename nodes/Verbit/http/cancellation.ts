import { sleep } from 'n8n-workflow';

/** A cancel is to be noticed well within a second, ms. */
const SLICE_MS = 250;

/** The code of n8n's client for a request that a signal has ended. */
export const STOPPED = 'ERR_CANCELED';

/**
 * The `sleep` of older n8n can't be interrupted, so it is split into slices: a cancel takes effect after one, and no
 * timer is left.
 */
export async function cancellableSleep(ms: number, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE_MS));
	}
}

/** What the system may still hold of an upload when its last byte has left this process, bytes. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/** How slow a line may be on which that much is held, bytes a second: on slower ones the system holds less. */
const SLOW_LINE_RATE = 64 * 1024;

interface Transfer {
	/** Bytes of an upload: the last of them are still on their way when they have left this process. */
	size?: number;
	/** How many have left this process, or reached it, by now. */
	bytesMoved: () => number;
	/** A transfer that moves nothing for this long is aborted, ms. */
	stallMs: number;
}

/**
 * Aborts a transfer in which no byte has moved for a while. Total time does not count: a slow one that moves goes on.
 * `AbortSignal.timeout` is the one timer that a community node may use, and it keeps nothing alive.
 */
export class StallWatch {
	private readonly controller = new AbortController();

	/** Lets go of the timer, which would keep the whole transfer in memory until it is due. */
	private stopTimer = (): void => {};

	constructor(private readonly transfer: Transfer) {
		this.lookAgainLater();
	}

	get signal(): AbortSignal {
		return this.controller.signal;
	}

	get hasStalled(): boolean {
		return this.controller.signal.aborted;
	}

	stop(): void {
		this.stopTimer();
	}

	private lookAgainLater(): void {
		const seen = this.transfer.bytesMoved();
		const look = () => {
			if (this.transfer.bytesMoved() > seen) this.lookAgainLater();
			else this.controller.abort();
		};
		const timer = AbortSignal.timeout(this.patienceMs(seen));
		timer.addEventListener('abort', look);
		// One listener, on the timer itself: on a signal of the whole transfer there would be one more at each look.
		this.stopTimer = () => timer.removeEventListener('abort', look);
	}

	/** After the last byte what the system holds is still on its way, and can't be seen to move. */
	private patienceMs(bytesMoved: number): number {
		const { size = Infinity, stallMs } = this.transfer;
		if (bytesMoved < size) return stallMs;
		return stallMs + Math.ceil((Math.min(size, MAX_BUFFERED_BYTES) / SLOW_LINE_RATE) * 1000);
	}
}
