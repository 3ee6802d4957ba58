const { createCipheriv, createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

/** @typedef {import('./plan').PlannedRecording} PlannedRecording */

/** Bytes that no other recording has, the same each time. @param {PlannedRecording} recording */
function contentOf({ id, bytes }) {
	const key = createHash('sha256').update(id).digest();
	return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(bytes));
}

/** @param {PlannedRecording} recording */
const md5Of = (recording) => createHash('md5').update(contentOf(recording)).digest('hex');

/**
 * Puts a recording into a folder as a careful recorder does: whole, or not at all.
 * @param {string} folder
 * @param {PlannedRecording} recording
 */
function putIntoFolder(folder, recording) {
	const draft = path.join(folder, `${recording.id}.part`);
	fs.writeFileSync(draft, contentOf(recording));
	fs.renameSync(draft, path.join(folder, `${recording.id}.wav`));
}

module.exports = { contentOf, md5Of, putIntoFolder };
