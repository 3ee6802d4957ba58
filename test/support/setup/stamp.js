const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

/**
 * @param {string} entry a file, or a folder with everything in it
 * @returns {string[]}
 */
function filesIn(entry) {
	const stats = fs.statSync(entry, { throwIfNoEntry: false });
	if (!stats) return [];
	if (!stats.isDirectory()) return [entry];
	return fs
		.readdirSync(entry)
		.sort()
		.flatMap((name) => filesIn(path.join(entry, name)));
}

/**
 * A fingerprint of files and folders, by name and content.
 *
 * @param {string} root
 * @param {string[]} entries relative to the root
 * @param {string} [context] anything else that the outcome depends on
 */
function fingerprint(root, entries, context = '') {
	const hash = createHash('sha256').update(context);
	for (const file of entries.flatMap((entry) => filesIn(path.join(root, entry)))) {
		const content = fs.readFileSync(file);
		hash.update(`\0${path.relative(root, file)}\0${content.length}\0`).update(content);
	}
	return hash.digest('hex');
}

/**
 * @param {string} file
 * @param {string} value
 */
const isStamped = (file, value) => fs.existsSync(file) && fs.readFileSync(file, 'utf8') === value;

/**
 * To be called when the work is complete: without the stamp, an interrupted step is done again.
 *
 * @param {string} file
 * @param {string} value
 */
function stamp(file, value) {
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, value);
}

module.exports = { fingerprint, isStamped, stamp };
