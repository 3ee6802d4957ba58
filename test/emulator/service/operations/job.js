const { demand } = require('../errors');
const { PROFILES } = require('../jobs');

/** @typedef {import('../../state').Job} Job */

/** @type {import('.').Handler} */
function createJob(call) {
	call.requireVersion();
	const { body, emulator } = call;
	demand(body.profile !== undefined, 'MISSING_PARAMETER', 'profile is missing');
	const given = DETAILS.filter(([field]) => field in body);
	const details = given.map(([field, name]) => [name, body[field]]);
	const job = emulator.jobs.insert(Object.fromEntries(details));
	return { status: 200, body: { job_id: job.id } };
}

/**
 * What a job is made with: a field of the API and of a job, and what is told of a job without it. All are taken as they are:
 * `test/engine/job.test.js` sees what the node sends.
 * @type {Array<[field: string, name: keyof Job, none: unknown]>}
 */
const DETAILS = [
	['profile', 'profile', null],
	['job_name', 'name', null],
	['external_id', 'externalId', null],
	['language', 'language', null],
	['dynamic_dictionary', 'dynamicDictionary', null],
	['permissions', 'permissions', []],
	['labels', 'labels', []],
	['job_metadata', 'metadata', {}],
	['translation_profile', 'translationProfile', null],
	['translation_languages', 'translationLanguages', []],
	['translation_processing_mode', 'translationProcessingMode', null],
];

/** @type {import('.').Handler} */
function jobInfo(call) {
	const job = call.requireJob();
	const body = {
		job_id: job.id,
		job_status: job.status,
		draft_ready: job.isDraftReady ?? false,
		errors: job.errors ?? [],
		media: mediaOf(job),
		...Object.fromEntries(DETAILS.map(([field, name, none]) => [field, job[name] ?? none])),
	};
	return { status: 200, body };
}

/** @param {Job} job */
function mediaOf({ media }) {
	if (media === undefined) return [];
	if (media.mediaUrl !== null) return [{ media_url: media.mediaUrl }];
	return media.assetIds.map((id) => ({ asset_id: id, merged: media.isMerged }));
}

/** @type {import('.').Handler} */
function listProfiles(call) {
	if (!call.switches.get('profilesListed')) return { status: 404, html: 'Not Found' };
	call.requireVersion();
	const profiles = PROFILES.map(({ name, turnaround }) => ({ name, turnaround }));
	return { status: 200, body: { profiles } };
}

module.exports = { createJob, jobInfo, listProfiles };
