const HOUR_MS = 3_600_000;

/**
 * A clock of its own for `AbortSignal.timeout`, the one timer that a community node may use. It stands until a test moves it
 * on: a busy machine takes long for everything, and no time limit is to end for that.
 */
function useTimeLimits() {
	let now = 0;
	/** Those that have not ended. @type {Array<{ end: number, controller: AbortController }>} */
	let pending = [];
	beforeEach(() => {
		pending = [];
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const controller = new AbortController();
			pending.push({ end: now + ms, controller });
			return controller.signal;
		});
	});
	/** Lets so much time pass. @param {number} ms */
	const pass = (ms) => {
		now += ms;
		const over = pending.filter(({ end }) => end <= now);
		pending = pending.filter((limit) => !over.includes(limit));
		for (const { controller } of over) controller.abort(new DOMException('', 'TimeoutError'));
	};
	/** Ends every limit, also that of a watch which has seen bytes move, and looks once more. */
	const end = () => [1, 2].forEach(() => pass(HOUR_MS));
	return { areSet: () => pending.length > 0, end, pass };
}

module.exports = { useTimeLimits };
