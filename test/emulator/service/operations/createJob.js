const { requireVersion } = require('../calls');
const { demand } = require('../errors');
const { flatObject, languageTag, languageTags, oneOf, text, texts } = require('../fields');
const { insertJob } = require('../jobs');

/** @typedef {import('../../switchboard').Switchboard} Switchboard */

const WARNING = 'The language of the job is not that of its profile';

/** @type {import('.').Operation} */
const createJob = {
	name: 'job_new',
	method: 'POST',
	path: '/api/job/new',
	handle(call, context) {
		requireVersion(call);
		const { switches } = context;
		const job = insertJob(context, readDetails(call.body, switches));
		const warning = switches.get('newJobWarning') ? { warning: WARNING } : {};
		return { status: switches.get('newJobStatus'), body: { job_id: job.id, ...warning } };
	},
};

/**
 * @param {Record<string, unknown>} body
 * @param {Switchboard} switches
 */
function readDetails(body, switches) {
	demand((body.profile ?? undefined) !== undefined, 'MISSING_PARAMETER', 'profile is missing');
	/** @type {<T>(name: string, read: (value: unknown, name: string) => T) => T | undefined} */
	const optional = (name, read) => {
		const value = body[name] ?? undefined;
		return value === undefined ? undefined : read(value, name);
	};
	return {
		profile: text(body.profile, 'profile'),
		name: optional('job_name', text),
		externalId: optional('external_id', text),
		language: optional('language', languageTag),
		dynamicDictionary: optional('dynamic_dictionary', dictionaryReader(body, switches)),
		permissions: optional('permissions', texts),
		labels: optional('labels', texts),
		metadata: optional('job_metadata', flatObject),
		translationProfile: optional('translation_profile', text),
		translationLanguages: optional('translation_languages', languageTags),
		translationProcessingMode: optional('translation_processing_mode', oneOf('standard', 'rush')),
	};
}

/**
 * A string in the documentation, an array in client code.
 * @param {Record<string, unknown>} body
 * @param {Switchboard} switches
 * @returns {(value: unknown, name: string) => string | string[]}
 */
function dictionaryReader({ dynamic_dictionary: value }, switches) {
	const type = switches.get('dynamicDictionaryType');
	return type === 'array' || (type === 'either' && Array.isArray(value)) ? texts : text;
}

module.exports = { createJob };
