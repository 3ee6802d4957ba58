const { hash } = require('node:crypto');
const { mkdirSync } = require('node:fs');
const path = require('node:path');

/** The stored objects: a file each, named by a hash, so that no key can lead out of the folder or be too long for it. */
class Objects {
	/** @param {string} folder @param {import('../state').State} state */
	constructor(folder, state) {
		this.folder = path.join(folder, 'objects');
		/** For uploads that aren't whole yet. */
		this.draftFolder = path.join(folder, 'incoming');
		this.state = state;
		mkdirSync(this.draftFolder, { recursive: true });
		mkdirSync(this.folder, { recursive: true });
	}

	/** @param {string} key */
	pathOf(key) {
		return path.join(this.folder, hash('sha256', key));
	}

	/** @param {string} key @returns {import('../state').StoredObject | undefined} */
	find(key) {
		return this.state.data.objects[key];
	}
}

module.exports = { Objects };
