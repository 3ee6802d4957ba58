/** Size of the part of an upload that the operating system may still have to send after the last byte was passed on, bytes. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/** Speed of a line below which the operating system buffers less, bytes per second. */
const SLOW_LINE_RATE = 64 * 1024;

/**
 * Aborts a transfer if no byte moves for `stallMs`; the total time isn't limited. The timer is
 * `AbortSignal.timeout`, because a community node may not use `setTimeout`, and n8n's `sleep` can't be ended early.
 * @returns `stop` releases the timer, which would keep the whole transfer in memory until the timer fires
 */
export function watchForStall(transfer: {
	size?: number;
	bytesMoved: () => number;
	stallMs: number;
}): { signal: AbortSignal; stop: () => void } {
	const { size = Infinity, bytesMoved, stallMs } = transfer;
	const controller = new AbortController();
	const buffered = Math.min(size, MAX_BUFFERED_BYTES);
	let stopTimer: () => void;
	const startTimer = () => {
		const seen = bytesMoved();
		const sendingMs = seen < size ? 0 : Math.ceil((buffered / SLOW_LINE_RATE) * 1000);
		const timer = AbortSignal.timeout(stallMs + sendingMs);
		const check = () => {
			if (bytesMoved() > seen) startTimer();
			else controller.abort();
		};
		timer.addEventListener('abort', check);
		// With the option `signal`, each check would leave one more listener on the transfer's signal until the transfer ends.
		stopTimer = () => timer.removeEventListener('abort', check);
	};
	startTimer();
	return { signal: controller.signal, stop: () => stopTimer() };
}
