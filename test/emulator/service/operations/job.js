const { demand } = require('../errors');
const { flatObject, languageTag, languageTags, oneOf, text, texts } = require('../fields');
const { PROFILES } = require('../jobs');

const WARNING = 'The language of the job is not that of its profile';

/** @type {import('.').Handler} */
function createJob(call) {
	call.requireVersion();
	const { emulator, switches } = call;
	const job = emulator.jobs.insert(readDetails(call));
	const warning = switches.get('newJobWarning') ? { warning: WARNING } : {};
	return { status: switches.get('newJobStatus'), body: { job_id: job.id, ...warning } };
}

/** @param {import('../call').Call} call */
function readDetails({ body, switches }) {
	demand((body.profile ?? undefined) !== undefined, 'MISSING_PARAMETER', 'profile is missing');
	/** @type {<T>(name: string, read: (value: unknown, name: string) => T) => T | undefined} */
	const optional = (name, read) => {
		const value = body[name] ?? undefined;
		return value === undefined ? undefined : read(value, name);
	};
	// A string in the documentation, an array in client code.
	const type = switches.get('dynamicDictionaryType');
	const isArray = type === 'either' ? Array.isArray(body.dynamic_dictionary) : type === 'array';
	/** @type {import('../fields').Reader<string | string[]>} */
	const dictionary = isArray ? texts : text;
	return {
		profile: text(body.profile, 'profile'),
		name: optional('job_name', text),
		externalId: optional('external_id', text),
		language: optional('language', languageTag),
		dynamicDictionary: optional('dynamic_dictionary', dictionary),
		permissions: optional('permissions', texts),
		labels: optional('labels', texts),
		metadata: optional('job_metadata', flatObject),
		translationProfile: optional('translation_profile', text),
		translationLanguages: optional('translation_languages', languageTags),
		translationProcessingMode: optional('translation_processing_mode', oneOf('standard', 'rush')),
	};
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
		// What it was made with.
		profile: job.profile,
		job_name: job.name ?? null,
		external_id: job.externalId ?? null,
		language: job.language ?? null,
		dynamic_dictionary: job.dynamicDictionary ?? null,
		permissions: job.permissions ?? [],
		labels: job.labels ?? [],
		job_metadata: job.metadata ?? {},
		translation_profile: job.translationProfile ?? null,
		translation_languages: job.translationLanguages ?? [],
		translation_processing_mode: job.translationProcessingMode ?? null,
	};
	return { status: 200, body };
}

/** @param {import('../../state').Job} job */
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
