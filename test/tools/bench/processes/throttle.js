/**
 * A token bucket on the receiving side. A sender that is too fast feels it as over a real link: the socket is not read,
 * so that its window closes. The bucket starts empty, so that nobody gets more than the rate on the whole.
 */
class Throttle {
	/**
	 * @param {import('node:stream').Readable} stream
	 * @param {number} bitsPerSecond
	 */
	constructor(stream, bitsPerSecond) {
		this.stream = stream;
		this.bytesPerMs = bitsPerSecond / 8000;
		this.tokens = 0;
		this.filledAt = performance.now();
	}

	/** What a late timer may catch up. A sender that pauses for longer than this loses its share. */
	static BURST_MS = 10;

	/** @param {number} bytes that have just been read */
	take(bytes) {
		const now = performance.now();
		const earned = (now - this.filledAt) * this.bytesPerMs;
		this.tokens = Math.min(this.tokens + earned, Throttle.BURST_MS * this.bytesPerMs) - bytes;
		this.filledAt = now;
		if (this.tokens >= 0) return;
		this.stream.pause();
		setTimeout(() => this.stream.resume(), -this.tokens / this.bytesPerMs);
	}
}

module.exports = { Throttle };
