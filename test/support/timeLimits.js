const HOUR_MS = 3_600_000;

/**
 * A clock of its own for `AbortSignal.timeout`, the one timer that a community node may use. It stands until a test moves it
 * on: a busy machine takes long for everything, and no time limit is to end for that.
 */
class TimeLimits {
	now = 0;

	/** Those that have not ended. @type {Array<{ end: number, controller: AbortController }>} */
	pending = [];

	/** @param {number} ms @returns {AbortSignal} */
	start(ms) {
		const controller = new AbortController();
		this.pending.push({ end: this.now + ms, controller });
		return controller.signal;
	}

	/** Ends every limit, also that of a watch which has seen bytes move, and looks once more. */
	end() {
		this.pass(HOUR_MS);
		this.pass(HOUR_MS);
	}

	/** Lets so much time pass. @param {number} ms */
	pass(ms) {
		this.now += ms;
		const over = this.pending.filter(({ end }) => end <= this.now);
		this.pending = this.pending.filter((limit) => !over.includes(limit));
		for (const { controller } of over) controller.abort(new DOMException('', 'TimeoutError'));
	}
}

/** For one test file. @returns {TimeLimits} */
function useTimeLimits() {
	const limits = new TimeLimits();
	beforeEach(() => {
		limits.pending = [];
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limits.start(ms));
	});
	afterEach(() => jest.restoreAllMocks());
	return limits;
}

module.exports = { useTimeLimits };
