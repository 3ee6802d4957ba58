const fs = require('node:fs');
const path = require('node:path');

/** Ten minutes and more for an install of n8n that another process is at. */
const PATIENCE = { forever: true, minTimeout: 500, maxTimeout: 1000 };

/**
 * Keeps processes, and also clones that share a runtime folder, from doing the same step at once. `work` has to check
 * again whether it is still needed: another process may have done it.
 *
 * @template T
 * @param {string} file the lock; what is left of it when its owner was killed expires
 * @param {() => Promise<T>} work
 */
async function withLock(file, work) {
	const lockfile = library();
	if (!lockfile) return await work();
	fs.mkdirSync(path.dirname(file), { recursive: true });
	const unlock = await lockfile.lock(file, {
		lockfilePath: file,
		realpath: false,
		retries: PATIENCE,
	});
	try {
		return await work();
	} finally {
		await unlock();
	}
}

/** Nothing before this checkout's first install of its development dependencies, which brings it. */
function library() {
	try {
		return require('proper-lockfile');
	} catch {
		return undefined;
	}
}

module.exports = { withLock };
