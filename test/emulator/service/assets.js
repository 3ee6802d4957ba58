const { randomInt, randomUUID } = require('node:crypto');
const { demand } = require('./errors');

/**
 * @typedef {import('../state').Asset} Asset
 * @typedef {import('../state').Job} Job
 */

/** An upload URL lives this long, and so does an uploaded file that is not used. */
const DAY_S = 24 * 60 * 60;

class Assets {
	/** @param {import('..').Emulator} emulator */
	constructor(emulator) {
		this.emulator = emulator;
	}

	/** @param {number} jobId @param {{ fileName?: string, url?: string }} source @returns {Asset} */
	create(jobId, { fileName, url }) {
		const { state, clock, switches } = this.emulator;
		const isNumber = switches.get('addAssetIdType') === 'number';
		const id = isNumber ? String(randomInt(1_000_000, 2 ** 47)) : randomUUID();
		const key = `${jobId}/${id}/${baseName(fileName ?? url ?? '')}`;
		const asset = { id, jobId, createdAt: clock.now(), url, key, isUsed: false };
		state.data.assets[id] = asset;
		return asset;
	}

	/** @param {Asset} asset */
	uploadUrlOf({ key }) {
		return this.emulator.grants.give({ method: 'PUT', key, expiresIn: DAY_S });
	}

	/**
	 * Gives a job what was uploaded, all of it or nothing.
	 * @param {Job} job
	 * @param {string[]} assetIds
	 * @param {Partial<Job>} change of the job, at the same time
	 * @throws ServiceError
	 */
	use(job, assetIds, change) {
		const assets = assetIds.map((id) => this.require(id, job.id));
		for (const asset of assets) asset.isUsed = true;
		Object.assign(job, change);
	}

	/** An asset that a job can use now: what was uploaded and not used within a day counts as deleted. @param {string} id @param {number} jobId @throws ServiceError */
	require(id, jobId) {
		const { clock, state } = this.emulator;
		const asset = state.data.assets[id];
		const since = asset && this.readyAt(asset);
		demand(asset?.jobId === jobId, 'ITEM_NOT_FOUND', `Job ${jobId} has no asset ${id}`);
		demand(since !== undefined, 'ITEM_NOT_FOUND', `Asset ${id} has not been uploaded`);
		const isKept = asset.isUsed || clock.now() <= since + DAY_S * 1000;
		demand(isKept, 'ITEM_NOT_FOUND', `Asset ${id} was deleted unused`);
		return asset;
	}

	/** When the file was there, ms since 1970; for one that the service fetches or another store takes, at once. @param {Asset} asset */
	readyAt({ url, key, createdAt }) {
		const { objects, externalStore } = this.emulator;
		return objects.find(key)?.storedAt ?? (url || externalStore ? createdAt : undefined);
	}

	/** What was uploaded to the URL that a job asked for becomes its media, as soon as it is there. @param {Job} job */
	takeDirectUpload(job) {
		const { state, objects } = this.emulator;
		const asset = state.data.assets[job.directAssetId ?? ''];
		if (!asset || job.media || !objects.find(asset.key)) return;
		asset.isUsed = true;
		job.media = { mediaUrl: null, assetIds: [asset.id], isMerged: false };
	}
}

/** Without folders, and never `.` or `..`: HTTP clients fold those, and the signature would not match any more. @param {string} name */
function baseName(name) {
	const [last = ''] = name.split(/[/\\]/).slice(-1);
	return /^\.*$/.test(last) ? 'file' : last;
}

module.exports = { Assets };
