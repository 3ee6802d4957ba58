/** Size of what the operating system may still have to send after the last byte was passed on, bytes. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/** Speed of a line below which the operating system buffers less, bytes per second. */
const SLOW_LINE_RATE = 64 * 1024;

/**
 * Aborts a transfer if no byte moves for `stallMs`. A community node may not use `setTimeout`, and can't end n8n's `sleep` early.
 * @returns `stop` releases the timer, which would keep the whole transfer in memory until the timer fires
 */
export function watchForStall(transfer: {
	size?: number;
	bytesMoved: () => number;
	stallMs: number;
}): { signal: AbortSignal; stop: () => void } {
	const { size = Infinity, bytesMoved, stallMs } = transfer;
	const controller = new AbortController();
	const bufferedMs = Math.ceil((Math.min(size, MAX_BUFFERED_BYTES) / SLOW_LINE_RATE) * 1000);
	let stopTimer: () => void;
	const startTimer = () => {
		const seen = bytesMoved();
		const timer = AbortSignal.timeout(stallMs + (seen < size ? 0 : bufferedMs));
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
