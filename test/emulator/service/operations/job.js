const { PROFILES } = require('../jobs');

/** @typedef {import('../../state').Job} Job */

/** @type {import('.').Handler} */
function createJob(call) {
	call.requireVersion();
	const { body, emulator } = call;
	const given = DETAILS.filter(([field]) => field in body);
	const details = given.map(([field, name]) => [name, body[field]]);
	const job = emulator.jobs.insert(Object.fromEntries(details));
	return { status: 200, body: { job_id: job.id } };
}

const text = { type: 'string' };
const texts = { type: 'array', items: text };
/** As RFC 5646 writes them. */
const languageTag = { type: 'string', pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' };
const processingMode = { enum: ['standard', 'rush'] };
const flatObject = {
	type: 'object',
	additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
};

/**
 * What a job is made with: a field of the API and of a job, its JSON Schema, and what is told of a job without it.
 * @type {Array<[field: string, name: keyof Job, schema: object, none: unknown]>}
 */
const DETAILS = [
	['profile', 'profile', text, null],
	['job_name', 'name', text, null],
	['external_id', 'externalId', text, null],
	['language', 'language', languageTag, null],
	// A string in the documentation, an array in client code.
	['dynamic_dictionary', 'dynamicDictionary', { anyOf: [text, texts] }, null],
	['permissions', 'permissions', texts, []],
	['labels', 'labels', texts, []],
	['job_metadata', 'metadata', flatObject, {}],
	['translation_profile', 'translationProfile', text, null],
	['translation_languages', 'translationLanguages', { type: 'array', items: languageTag }, []],
	['translation_processing_mode', 'translationProcessingMode', processingMode, null],
];

const NEW_JOB = {
	type: 'object',
	required: ['profile'],
	properties: Object.fromEntries(DETAILS.map(([field, , schema]) => [field, schema])),
};

/** @type {import('.').Handler} */
function jobInfo(call) {
	const job = call.requireJob();
	const body = {
		job_id: job.id,
		job_status: job.status,
		draft_ready: job.isDraftReady ?? false,
		errors: job.errors ?? [],
		media: mediaOf(job),
		...Object.fromEntries(DETAILS.map(([field, name, , none]) => [field, job[name] ?? none])),
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

module.exports = { createJob, jobInfo, listProfiles, NEW_JOB };
