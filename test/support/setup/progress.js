const HEARTBEAT_MS = 15_000;

/**
 * Shows one step of work with the time it takes, on standard error: standard output is for the results of the program.
 * Several steps may run at the same time.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function step(title, work) {
	const listr = library();
	if (!listr) {
		console.error(`❯ ${title}`);
		return await work();
	}
	/** @type {T} */
	let result = /** @type {any} */ (undefined);
	const { Listr, ListrLogger, PRESET_TIMER, ProcessOutput } = listr;
	const logger = new ListrLogger({ processOutput: new ProcessOutput(process.stderr) });
	const list = new Listr(
		[{ title, task: async (_, task) => (result = await withHeartbeat(task, work)) }],
		// One line for each event: the list that is redrawn can't be shown beside another one.
		{
			renderer: 'simple',
			rendererOptions: { logger, timer: PRESET_TIMER },
			registerSignalListeners: false,
		},
	);
	await list.run();
	return result;
}

/**
 * Prints a line now and then, for a reader of the log and for CI servers that stop silent jobs.
 *
 * @template T
 * @param {{ title?: string | any[], output?: string }} task
 * @param {() => Promise<T>} work
 */
async function withHeartbeat(task, work) {
	const startedAt = Date.now();
	const timer = setInterval(() => {
		task.output = `${task.title} (${Math.round((Date.now() - startedAt) / 1000)} s)`;
	}, HEARTBEAT_MS);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

/** Nothing before this checkout's first install of its development dependencies, which brings it. */
function library() {
	try {
		return require('listr2');
	} catch {
		return undefined;
	}
}

module.exports = { step };
