const { randomBytes } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/**
 * @typedef {'Pending' | 'In Progress' | 'Completed' | 'Canceled' | 'Failure'} JobStatus
 *
 * @typedef {{ mediaUrl: string | null, assetIds: string[], isMerged: boolean }} Media
 * @typedef {{ url?: string, assetIds: string[] }} Notes
 * @typedef {{ code: string, message: string }} JobError
 *
 * @typedef {object} Ending what becomes of a job that is In Progress, if nothing else happens to it
 * @property {number} at ms since 1970
 * @property {JobError[]} errors of a Failure; none where it is Completed
 *
 * @typedef {object} Job
 * @property {number} id
 * @property {JobStatus} status
 * @property {string} profile
 * @property {string} [name]
 * @property {string} [externalId]
 * @property {string} [language]
 * @property {string | string[]} [dynamicDictionary]
 * @property {string[]} [permissions]
 * @property {string[]} [labels]
 * @property {object} [metadata]
 * @property {string} [translationProfile]
 * @property {string[]} [translationLanguages]
 * @property {string} [translationProcessingMode]
 * @property {Media} [media]
 * @property {string} [directAssetId] what becomes its media when it is uploaded
 * @property {string} [backupAssetId]
 * @property {Notes[]} [notes]
 * @property {string} [callbackUrl] its own, in place of the account's
 * @property {Ending} [ending]
 * @property {JobError[]} [errors]
 * @property {boolean} [isDraftReady]
 *
 * @typedef {object} Asset
 * @property {string} id
 * @property {number} jobId
 * @property {number} createdAt ms since 1970
 * @property {string} [url] where the service fetches it
 * @property {string} key of the object it is uploaded to
 * @property {boolean} isUsed
 *
 * @typedef {object} StoredObject
 * @property {number} bytes
 * @property {string} md5 in hexadecimal
 * @property {number} storedAt ms since 1970
 *
 * @typedef {object} Callback that was not taken yet
 * @property {number} jobId
 * @property {string} url
 * @property {Record<string, string>} form
 * @property {number} since ms since 1970
 * @property {number} attempts that have failed
 * @property {number} nextAt ms since 1970
 *
 * @typedef {ReturnType<typeof newStateData>} StateData
 */

/** All that outlives a restart, but for the uploaded bytes: one JSON file. */
class State {
	/**
	 * @param {string} folder
	 * @param {string} [apiKey] one of its own when left out, and kept
	 * @param {boolean} [isTemporary] not written with each change: with thousands of jobs that takes most of a call's time
	 */
	constructor(folder, apiKey, isTemporary = false) {
		mkdirSync(folder, { recursive: true });
		this.isTemporary = isTemporary;
		this.file = path.join(folder, 'state.json');
		this.data = this.read();
		this.update((data) => {
			data.apiKey = apiKey ?? data.apiKey;
		});
	}

	/** @returns {StateData} what is on the disk */
	read() {
		const kept = existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : {};
		return { ...newStateData(), ...kept };
	}

	/**
	 * Every change is made here, so that none is lost when the process is killed after its answer.
	 * @template T
	 * @param {(data: StateData) => T} change
	 * @returns {T}
	 */
	update(change) {
		const result = change(this.data);
		if (!this.isTemporary) this.write();
		return result;
	}

	write() {
		// Renamed into place: a process that dies while it writes leaves the last state whole.
		const draft = `${this.file}.draft`;
		writeFileSync(draft, JSON.stringify(this.data, null, '\t'), { mode: 0o600 });
		renameSync(draft, this.file);
	}
}

const newStateData = () => ({
	apiKey: `emulator-${randomBytes(16).toString('hex')}`,
	tokenSecret: randomBytes(32).toString('hex'),
	/** What upload URLs are signed with. */
	storeKey: {
		id: `AKIA${randomBytes(8).toString('hex').toUpperCase()}`,
		secret: randomBytes(20).toString('hex'),
	},
	clockOffsetMs: 0,
	switches: /** @type {Partial<import('./switches').SwitchValues>} */ ({}),
	lastJobId: 1000,
	jobs: /** @type {Record<string, Job>} */ ({}),
	callbacks: /** @type {Callback[]} */ ([]),
	assets: /** @type {Record<string, Asset>} */ ({}),
	/** By the name of their file. */
	objects: /** @type {Record<string, StoredObject>} */ ({}),
	/** By the SHA-256 of the token; until ms since 1970. */
	opaqueTokens: /** @type {Record<string, { id: string, expiresAt: number }>} */ ({}),
});

module.exports = { State };
