const { randomBytes } = require('node:crypto');

/**
 * @typedef {'Pending' | 'In Progress' | 'Completed' | 'Canceled' | 'Failure'} JobStatus
 *
 * @typedef {{ mediaUrl: string | null, assetIds: string[], isMerged: boolean }} Media
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
 * @property {Array<{ url?: string, assetIds: string[] }>} [notes]
 * @property {string} [callbackUrl]
 * @property {Ending} [ending]
 * @property {JobError[]} [errors]
 * @property {boolean} [isDraftReady]
 *
 * @typedef {object} Asset
 * @property {string} id
 * @property {number} jobId
 * @property {string} [url] where the service fetches it
 * @property {string} key of the object it is uploaded to
 *
 * @typedef {object} StoredObject
 * @property {number} bytes
 * @property {string} md5 in hexadecimal
 *
 * @typedef {{ data: ReturnType<typeof newStateData> }} State all that outlives a restart of the servers, but for the uploaded bytes
 */

/** @param {string} [apiKey] one of its own when left out */
const newStateData = (apiKey = `emulator-${randomBytes(16).toString('hex')}`) => ({
	apiKey,
	clockOffsetMs: 0,
	switches: /** @type {Partial<import('./switches').SwitchValues>} */ ({}),
	lastJobId: 1000,
	jobs: /** @type {Record<string, Job>} */ ({}),
	assets: /** @type {Record<string, Asset>} */ ({}),
	/** By their key. */
	objects: /** @type {Record<string, StoredObject>} */ ({}),
});

module.exports = { newStateData };
