const { randomInt, randomUUID } = require('node:crypto');
const { demand } = require('./errors');

/**
 * @typedef {import('../state').Asset} Asset
 * @typedef {import('../state').Job} Job
 */

const DAY_S = 24 * 60 * 60;

class Assets {
	/** @param {import('..').Emulator} emulator */
	constructor(emulator) {
		this.emulator = emulator;
	}

	/** @param {number} jobId @param {{ fileName?: string, url?: string }} source @returns {Asset} */
	create(jobId, { fileName, url }) {
		const { state, switches } = this.emulator;
		const isNumber = switches.get('addAssetIdType') === 'number';
		const id = isNumber ? String(randomInt(1_000_000, 2 ** 47)) : randomUUID();
		const key = `${jobId}/${id}/${baseName(fileName ?? url ?? '')}`;
		return (state.data.assets[id] = { id, jobId, url, key });
	}

	/** @param {Asset} asset */
	uploadUrlOf({ key }) {
		return this.emulator.grants.give({ method: 'PUT', key, expiresIn: DAY_S });
	}

	/** What the service fetches, or another store takes, is there at once. @param {string} id @param {number} jobId @throws ServiceError */
	require(id, jobId) {
		const { state, objects, externalStore } = this.emulator;
		const asset = state.data.assets[id];
		demand(asset?.jobId === jobId, 'ITEM_NOT_FOUND', `Job ${jobId} has no asset ${id}`);
		const isThere = asset.url || externalStore || objects.find(asset.key);
		demand(isThere, 'ITEM_NOT_FOUND', `Asset ${id} has not been uploaded`);
	}

	/** What was uploaded to the URL that a job asked for becomes its media, as soon as it is there. @param {Job} job */
	takeDirectUpload(job) {
		const { state, objects } = this.emulator;
		const asset = state.data.assets[job.directAssetId ?? ''];
		if (!asset || job.media || !objects.find(asset.key)) return;
		job.media = { mediaUrl: null, assetIds: [asset.id], isMerged: false };
	}
}

/** Without folders, and never `.` or `..`: HTTP clients fold those, and the signature would not match any more. @param {string} name */
function baseName(name) {
	const [last = ''] = name.split(/[/\\]/).slice(-1);
	return /^\.*$/.test(last) ? 'file' : last;
}

module.exports = { Assets };
