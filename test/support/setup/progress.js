const HEARTBEAT_MS = 15_000;
const REFRESH_MS = 250;

/** @typedef {{ title: string, startedAt: number }} Step */

/** Under way, in the order in which they began. @type {Set<Step>} */
const underWay = new Set();

/** @param {Step} step */
const elapsed = ({ startedAt }) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;

/** @param {string} text */
const show = (text) => process.stderr.write(text);

/** On a terminal: one line with all steps that are under way. */
function draw() {
	const steps = [...underWay].map((step) => `${step.title} (${elapsed(step)})`);
	show(`\r\x1b[K${steps.length > 0 ? `… ${steps.join(' · ')}` : ''}`);
}

/** @param {Step} step */
function begin(step) {
	underWay.add(step);
	if (process.stderr.isTTY) return setInterval(draw, REFRESH_MS);
	show(`… ${step.title}\n`);
	// A line now and then tells a reader of the log, and a CI server that stops silent jobs, that the work goes on.
	return setInterval(() => show(`… ${step.title} (${elapsed(step)})\n`), HEARTBEAT_MS);
}

/**
 * @param {Step} step
 * @param {string} mark
 */
function end(step, mark) {
	underWay.delete(step);
	show(`${process.stderr.isTTY ? '\r\x1b[K' : ''}${mark} ${step.title} (${elapsed(step)})\n`);
	if (process.stderr.isTTY) draw();
}

/**
 * Shows one step of work with the time that it takes, on standard error: standard output is left to the results of the
 * program that asked for the step. Several may be under way at the same time.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function step(title, work) {
	const shown = { title, startedAt: Date.now() };
	const timer = begin(shown);
	let mark = '✗';
	try {
		const result = await work();
		mark = '✓';
		return result;
	} finally {
		clearInterval(timer);
		end(shown, mark);
	}
}

module.exports = { step };
