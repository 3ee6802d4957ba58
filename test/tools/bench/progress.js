const { SingleBar } = require('cli-progress');

const BAR = '{bar} {value}/{total} · {duration_formatted} · {label}';

/**
 * Does the tasks in turn, with a bar on a terminal and a line for each elsewhere.
 *
 * @param {import('./results').Task[]} tasks
 */
async function runTasks(tasks) {
	const show = process.stderr.isTTY ? barOf(tasks.length) : linesOf(tasks.length);
	try {
		for (const { label, run } of tasks) {
			show.begin(label);
			await run();
		}
	} finally {
		show.end();
	}
}

/** @param {number} total */
function barOf(total) {
	const bar = new SingleBar({ format: BAR, etaBuffer: 5, hideCursor: true, barsize: 24 });
	let begun = 0;
	bar.start(total, 0, { label: '' });
	return {
		begin: (/** @type {string} */ label) => bar.update(begun++, { label }),
		end: () => bar.stop(),
	};
}

/** @param {number} total */
function linesOf(total) {
	let begun = 0;
	return {
		begin: (/** @type {string} */ label) => console.error(`${++begun}/${total} ${label}`),
		end: () => {},
	};
}

module.exports = { runTasks };
