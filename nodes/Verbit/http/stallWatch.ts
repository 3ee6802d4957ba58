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
	// After the last byte was passed on, the operating system may have 4 MiB to send, on a line of 64 KiB per second.
	const bufferedMs = Math.ceil((Math.min(size, 4 * 1024 ** 2) / (64 * 1024)) * 1000);
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
