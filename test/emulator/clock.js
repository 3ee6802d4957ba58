/** The time that tokens, assets and upload URLs live by. It can be moved, and stays moved over a restart. */
class Clock {
	/** @param {import('./state').State} state */
	constructor(state) {
		this.state = state;
		/** Called after each move. */
		this.onMove = () => {};
	}

	/** @returns {number} ms since 1970 */
	now() {
		return Date.now() + this.state.data.clockOffsetMs;
	}

	/** @param {number} ms */
	advance(ms) {
		if (!Number.isFinite(ms)) throw new TypeError('The clock advances by a number of milliseconds');
		this.state.update((data) => {
			data.clockOffsetMs += ms;
		});
		this.onMove();
	}

	/** @param {Date | string | number} time */
	set(time) {
		this.advance(new Date(time).getTime() - this.now());
	}
}

module.exports = { Clock };
