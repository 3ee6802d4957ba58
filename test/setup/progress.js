const HEARTBEAT_MS = 15_000;
const REFRESH_MS = 250;

/** @param {number} startedAt */
const elapsed = (startedAt) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;

/**
 * @param {string} title
 * @param {number} startedAt
 */
function showLiveLine(title, startedAt) {
	const draw = () => process.stderr.write(`\r\x1b[K… ${title} (${elapsed(startedAt)})`);
	draw();
	const timer = setInterval(draw, REFRESH_MS);
	return () => {
		clearInterval(timer);
		process.stderr.write('\r\x1b[K');
	};
}

/**
 * Without a terminal, a line now and then tells a reader of the log, and a CI server that stops
 * silent jobs, that the work goes on.
 *
 * @param {string} title
 * @param {number} startedAt
 */
function showHeartbeat(title, startedAt) {
	process.stderr.write(`… ${title}\n`);
	const beat = () => process.stderr.write(`… ${title} (${elapsed(startedAt)})\n`);
	const timer = setInterval(beat, HEARTBEAT_MS);
	return () => clearInterval(timer);
}

/**
 * Shows one step of work with the time that it takes, on standard error: standard output is left
 * to the results of the program that asked for the step.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function step(title, work) {
	const startedAt = Date.now();
	const hide = (process.stderr.isTTY ? showLiveLine : showHeartbeat)(title, startedAt);
	let mark = '✗';
	try {
		const result = await work();
		mark = '✓';
		return result;
	} finally {
		hide();
		process.stderr.write(`${mark} ${title} (${elapsed(startedAt)})\n`);
	}
}

module.exports = { step };
