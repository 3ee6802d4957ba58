const { demand } = require('../errors');
const { flatObject, languageTag, languageTags, oneOf, text, texts } = require('../fields');
const { PROFILES } = require('../jobs');

/** @typedef {import('../../state').Job} Job */

/** @type {import('.').Handler} */
function createJob(call) {
	call.requireVersion();
	const { body, emulator, switches } = call;
	demand((body.profile ?? undefined) !== undefined, 'MISSING_PARAMETER', 'profile is missing');
	const job = emulator.jobs.insert(readDetails(call));
	return { status: switches.get('newJobStatus'), body: { job_id: job.id } };
}

/** A string in the documentation, an array in client code. @type {import('../fields').Reader} */
const dictionary = (value, name) => (Array.isArray(value) ? texts : text)(value, name);

/**
 * What a job is made with: a field of the API and of a job, how it is read, and what is told of a job without it.
 * @type {Array<[field: string, name: keyof Job, read: import('../fields').Reader, none: unknown]>}
 */
const DETAILS = [
	['profile', 'profile', text, null],
	['job_name', 'name', text, null],
	['external_id', 'externalId', text, null],
	['language', 'language', languageTag, null],
	['dynamic_dictionary', 'dynamicDictionary', dictionary, null],
	['permissions', 'permissions', texts, []],
	['labels', 'labels', texts, []],
	['job_metadata', 'metadata', flatObject, {}],
	['translation_profile', 'translationProfile', text, null],
	['translation_languages', 'translationLanguages', languageTags, []],
	['translation_processing_mode', 'translationProcessingMode', oneOf('standard', 'rush'), null],
];

/** @param {import('../call').Call} call @returns {import('../jobs').NewJob} */
function readDetails({ body }) {
	const given = DETAILS.filter(([field]) => (body[field] ?? undefined) !== undefined);
	const details = given.map(([field, name, read]) => [name, read(body[field], field)]);
	return Object.fromEntries(details);
}

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

module.exports = { createJob, jobInfo, listProfiles };
