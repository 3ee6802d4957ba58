const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { step } = require('./progress');

/** Ten minutes and more for an install of n8n that another process is at. */
const PATIENCE = { forever: true, minTimeout: 500, maxTimeout: 1000 };

/**
 * Does a step of the set-up unless its stamp says that it is done.
 * @param {{ title: string, stampFile: string, state: () => string, lockFile?: string }} task the stamp is written when the work is
 *   complete, and holds the state, on which the outcome depends; no lock for the development dependencies, which bring what locks
 * @param {() => Promise<void>} work
 */
async function ensure({ title, stampFile, state, lockFile }, work) {
	const isDone = () => fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === state();
	if (isDone()) return;
	const workOnce = async () => {
		if (isDone()) return;
		await work();
		fs.mkdirSync(path.dirname(stampFile), { recursive: true });
		fs.writeFileSync(stampFile, state());
	};
	await step(title, async () => await (lockFile ? withLock(lockFile, workOnce) : workOnce()));
}

/**
 * Keeps processes, and also clones that share a runtime folder, from doing the same step at once.
 * @param {string} file the lock; what is left of it when its owner was killed expires @param {() => Promise<void>} work
 */
async function withLock(file, work) {
	const lockfile = require('proper-lockfile');
	fs.mkdirSync(path.dirname(file), { recursive: true });
	const options = { lockfilePath: file, realpath: false, retries: PATIENCE };
	const unlock = await lockfile.lock(file, options);
	await work().finally(unlock);
}

/** A fingerprint of files and folders, by name and content. @param {string} root @param {string[]} entries relative to the root @param {string} [context] anything else that the outcome depends on */
function fingerprint(root, entries, context = '') {
	const hash = createHash('sha256').update(context);
	for (const file of entries.flatMap((entry) => filesIn(path.join(root, entry)))) {
		const content = fs.readFileSync(file);
		hash.update(`\0${path.relative(root, file)}\0${content.length}\0`).update(content);
	}
	return hash.digest('hex');
}

/** @param {string} entry a file, or a folder with everything in it @returns {string[]} */
function filesIn(entry) {
	if (!fs.statSync(entry).isDirectory()) return [entry];
	const names = fs.readdirSync(entry).sort();
	return names.flatMap((name) => filesIn(path.join(entry, name)));
}

module.exports = { ensure, fingerprint };
