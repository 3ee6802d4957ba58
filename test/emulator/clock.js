/** Node fires a timer that is longer than this at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** @typedef {() => number} Task does what is due, and returns when it is to be called again: ms since 1970, or Infinity */

/**
 * The time that tokens, assets, upload URLs and jobs live by. It can be moved, and stays moved over a restart. What is
 * due happens when its time has come, and at once when the clock is moved there.
 */
class Clock {
	/** @param {import('./state').State} state */
	constructor(state) {
		this.state = state;
		/** @type {Task[]} */
		this.tasks = [];
		this.isRunning = false;
		/** @type {NodeJS.Timeout | undefined} */
		this.timer = undefined;
	}

	/** @returns {number} ms since 1970 */
	now() {
		return Date.now() + this.state.data.clockOffsetMs;
	}

	/** @param {number} ms */
	advance(ms) {
		if (!Number.isFinite(ms)) throw new TypeError('The clock advances by a number of milliseconds');
		this.state.data.clockOffsetMs += ms;
		this.wake();
	}

	start() {
		this.isRunning = true;
		this.wake();
	}

	/** To be called as well when there is something new to wait for. */
	wake() {
		if (!this.isRunning) return;
		clearTimeout(this.timer);
		const next = Math.min(...this.tasks.map((task) => task()));
		if (next === Infinity) return;
		const wait = Math.max(next - this.now(), 0);
		this.timer = setTimeout(() => this.wake(), Math.min(wait, MAX_TIMER_MS));
	}

	stop() {
		this.isRunning = false;
		clearTimeout(this.timer);
	}
}

module.exports = { Clock };
