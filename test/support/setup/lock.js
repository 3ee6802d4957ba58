const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const POLL_MS = 500;

/** @param {number} pid */
function isRunning(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// EPERM: the process is there, but another user's.
		return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
	}
}

/**
 * A hard link appears at once with its content, so nobody can read a lock without its owner.
 *
 * @param {string} file
 */
function tryToLock(file) {
	const draft = `${file}.${process.pid}`;
	fs.writeFileSync(draft, String(process.pid));
	try {
		fs.linkSync(draft, file);
		return true;
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
		return false;
	} finally {
		fs.rmSync(draft, { force: true });
	}
}

/** @param {string} file */
function removeIfAbandoned(file) {
	try {
		if (!isRunning(Number(fs.readFileSync(file, 'utf8')))) fs.rmSync(file, { force: true });
	} catch (error) {
		// It was released in the meantime.
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
	}
}

/**
 * Keeps processes, and also clones that share a runtime folder, from doing the same step at once.
 * The work has to look again whether it is still needed: another process may have done it.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 */
async function withLock(file, work) {
	fs.mkdirSync(path.dirname(file), { recursive: true });
	while (!tryToLock(file)) {
		removeIfAbandoned(file);
		await sleep(POLL_MS);
	}
	try {
		return await work();
	} finally {
		fs.rmSync(file, { force: true });
	}
}

module.exports = { withLock };
