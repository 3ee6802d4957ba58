const { demand } = require('./errors');

/** The version of the interface that the vendor documents now; the older ones still work. */
const LATEST_VERSION = 4;

/** What a client sends to the service, and what can be asked of it. Whatever is missing or wrong is a ServiceError. */
class Call {
	/**
	 * @param {import('..').Emulator} emulator
	 * @param {Record<string, string>} query
	 * @param {Record<string, unknown>} body empty when there is none
	 */
	constructor(emulator, query, body) {
		this.emulator = emulator;
		this.switches = emulator.switches;
		this.query = query;
		this.body = body;
	}

	requireVersion() {
		const version = this.requireInteger('v');
		demand(version <= LATEST_VERSION, 'INVALID_OPTION', `v can not be ${version}`);
	}

	requireJob() {
		const { emulator } = this;
		this.requireVersion();
		emulator.jobs.settle();
		const jobId = this.requireInteger('job_id');
		const job = emulator.state.data.jobs[jobId];
		demand(job, 'ITEM_NOT_FOUND', `There is no job ${jobId}`);
		emulator.assets.takeDirectUpload(job);
		return job;
	}

	/** The same where the call is only possible before the job is started. */
	requirePendingJob() {
		const job = this.requireJob();
		demand(job.status === 'Pending', 'INVALID_QUERY', `Job ${job.id} is ${job.status}`);
		return job;
	}

	/** @param {string} name of a parameter */
	requireInteger(name) {
		const text = this.query[name];
		demand(text !== undefined, 'MISSING_PARAMETER', `${name} is missing`);
		demand(/^[1-9]\d{0,15}$/.test(text), 'INVALID_OPTION', `${name} has to be an integer`);
		return Number(text);
	}

	/** @param {string[]} names of fields, of which exactly one has to be given; an empty list is not */
	requireOneOf(...names) {
		const given = names.filter((name) => String(this.body[name] ?? '') !== '');
		demand(given.length > 0, 'MISSING_PARAMETER', `${names.join(' or ')} is missing`);
		demand(given.length < 2, 'INVALID_OPTION', `Only one of ${names.join(' and ')} can be given`);
	}

	/** @param {unknown} ids the field `asset_ids`, or what there is instead */
	readAssetIds(ids = this.body.asset_ids ?? []) {
		const types = ['string', this.switches.get('addAssetIdType')];
		const areIds = Array.isArray(ids) && ids.every((id) => types.includes(typeof id));
		demand(areIds, 'INVALID_OPTION', 'asset_ids has to be an array of strings');
		const assetIds = ids.map(String);
		const areDifferent = new Set(assetIds).size === assetIds.length;
		demand(areDifferent, 'INVALID_OPTION', 'asset_ids names an asset twice');
		return assetIds;
	}
}

module.exports = { Call };
