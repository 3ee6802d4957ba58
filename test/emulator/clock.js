/** The time that tokens, assets, upload URLs and jobs live by. It can be moved, and stays moved over a restart. */
class Clock {
	/** @param {import('.').Emulator} emulator */
	constructor(emulator) {
		this.emulator = emulator;
	}

	/** @returns {number} ms since 1970 */
	now() {
		return Date.now() + this.emulator.state.data.clockOffsetMs;
	}

	/** What is due then happens at once. @param {number} ms */
	advance(ms) {
		this.emulator.state.data.clockOffsetMs += ms;
		this.emulator.jobs.settle();
	}
}

module.exports = { Clock };
