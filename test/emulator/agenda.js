/** Node fires a timer that is longer than this at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Lets happen what is due by the emulator's clock: when its time has come, and at once when the clock is moved there.
 *
 * @typedef {() => number} Task does what is due, and returns when it is to be called again: ms since 1970, or Infinity
 */
class Agenda {
	/** @param {import('./clock').Clock} clock */
	constructor(clock) {
		this.clock = clock;
		/** @type {Task[]} */
		this.tasks = [];
		this.isRunning = false;
		/** @type {NodeJS.Timeout | undefined} */
		this.timer = undefined;
		clock.onMove = () => this.wake();
	}

	/** @param {Task} task */
	add(task) {
		this.tasks.push(task);
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
		const wait = Math.max(next - this.clock.now(), 0);
		this.timer = setTimeout(() => this.wake(), Math.min(wait, MAX_TIMER_MS));
	}

	stop() {
		this.isRunning = false;
		clearTimeout(this.timer);
	}
}

module.exports = { Agenda };
