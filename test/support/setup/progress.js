const HEARTBEAT_MS = 15_000;

/**
 * Shows one step of work with the time it takes, on standard error: standard output is for the results of the program.
 * Several steps may run at the same time.
 * @template T @param {string} title @param {() => Promise<T>} work @returns {Promise<T>}
 */
async function step(title, work) {
	const startedAt = Date.now();
	const tell = (/** @type {string} */ mark) => {
		const seconds = Math.round((Date.now() - startedAt) / 1000);
		process.stderr.write(`${mark} ${title}${seconds > 0 ? ` (${seconds} s)` : ''}\n`);
	};
	tell('❯');
	// For a reader of the log, and for CI servers that stop silent jobs.
	const heartbeat = setInterval(() => tell('…'), HEARTBEAT_MS);
	try {
		const result = await work();
		tell('✔');
		return result;
	} catch (error) {
		tell('✖');
		throw error;
	} finally {
		clearInterval(heartbeat);
	}
}

module.exports = { step };
