const { spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { checkout, runtime } = require('./paths');
const { step } = require('./progress');

/**
 * Does a step of the set-up unless its stamp says that it is done.
 * @param {{ title: string, stampFile: string, state: () => string }} task the stamp is written when the work is complete, and
 *   holds the state, on which the outcome depends
 * @param {() => Promise<void>} work
 */
async function ensure({ title, stampFile, state }, work) {
	const isDone = () => fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === state();
	if (isDone()) return;
	const workOnce = async () => {
		if (isDone()) return;
		await work();
		fs.mkdirSync(path.dirname(stampFile), { recursive: true });
		fs.writeFileSync(stampFile, state());
	};
	await step(title, async () => await withLock(title, workOnce));
}

/** Keeps processes, and also clones that share a runtime folder, from doing the same step at once. @param {string} title @param {() => Promise<void>} work */
async function withLock(title, work) {
	// Elsewhere only the quick tests run, which share nothing.
	if (process.platform !== 'linux') return await work();
	fs.mkdirSync(runtime, { recursive: true });
	// It ends with its input, and so with this process, however that ends.
	const held = [path.join(runtime, `${title}.lock`), 'sh', '-c', 'echo locked; cat'];
	const { stdin, stdout } = spawn('flock', held, { stdio: ['pipe', 'pipe', 'inherit'] });
	await once(stdout, 'data');
	await work().finally(() => stdin.end());
}

/** A fingerprint of the checkout's files and folders, by name and content. @param {string[]} entries */
function fingerprint(entries) {
	const hash = createHash('sha256');
	for (const file of entries.flatMap(filesIn)) {
		const content = fs.readFileSync(path.join(checkout, file));
		hash.update(`\0${file}\0${content.length}\0`).update(content);
	}
	return hash.digest('hex');
}

/** @param {string} entry a file, or a folder with everything in it @returns {string[]} */
function filesIn(entry) {
	const place = path.join(checkout, entry);
	if (!fs.statSync(place).isDirectory()) return [entry];
	return fs.readdirSync(place).flatMap((name) => filesIn(path.join(entry, name)));
}

module.exports = { ensure, fingerprint };
