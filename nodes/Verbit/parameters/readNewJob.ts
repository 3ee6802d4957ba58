import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { NewJob } from '../api/createJob';
import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';
import { type OwnFields, readExtraFields } from './extraFields';
import { EXTRA_JOB_FIELDS } from './newJobFields';
import { readJobMetadata, readLanguage, readText, readTextList } from './values';

const PROCESSING_MODES = ['rush', 'standard'];

/** What the node sends with `POST /job/new`, in its body and its query. */
const OWN_FIELDS: OwnFields = {
	profile: 'Profile',
	job_name: 'Job Name',
	external_id: 'External ID',
	language: 'Language',
	dynamic_dictionary: 'Dynamic Dictionary',
	permissions: 'Permissions',
	labels: 'Labels',
	job_metadata: 'Job Metadata',
	translation_profile: 'Translation Profile',
	translation_languages: 'Translation Languages',
	translation_processing_mode: 'Translation Processing Mode',
	v: 'API Version',
};

/**
 * The job to create, read from an item's parameters, in the API's names.
 * @throws StepError that names the parameter that can't be used
 */
export function readNewJob(context: IExecuteFunctions, itemIndex: number): NewJob {
	const fields = context.getNodeParameter('additionalFields', itemIndex, {}) as IDataObject;
	const job: IDataObject = {
		...readExtraFields(EXTRA_JOB_FIELDS, fields.extraFields, OWN_FIELDS),
		profile: readProfile(context, itemIndex),
		job_name: readText('Job Name', context.getNodeParameter('jobName', itemIndex, '')),
		external_id: readText('External ID', fields.externalId),
		language: readTag('Language', fields.language),
		dynamic_dictionary: readDictionary(fields.dynamicDictionary),
		permissions: readList('Permissions', fields.permissions),
		labels: readList('Labels', fields.labels),
		job_metadata: readMetadata(fields.jobMetadata),
		translation_profile: readText('Translation Profile', fields.translationProfile),
		translation_languages: readList('Translation Languages', fields.translationLanguages)?.map(
			(tag) => readLanguage('Translation Languages', tag),
		),
		translation_processing_mode: readMode(fields.translationProcessingMode),
	};
	const isSet = ([, value]: [string, unknown]) => value !== undefined;
	return Object.fromEntries(Object.entries(job).filter(isSet)) as NewJob;
}

function readProfile(context: IExecuteFunctions, itemIndex: number): string {
	const value = context.getNodeParameter('profile', itemIndex, '', { extractValue: true });
	const profile = readText('Profile', value);
	if (profile !== undefined) return profile;
	throw fault('PROFILE_MISSING', {});
}

function readTag(displayName: string, value: unknown): string | undefined {
	const text = readText(displayName, value);
	return text === undefined ? undefined : readLanguage(displayName, text);
}

function readList(displayName: string, value: unknown): string[] | undefined {
	const entries = readTextList(displayName, value);
	return entries.length === 0 ? undefined : entries;
}

/** Verbit doesn't document whether it takes a text or an array, so the user's form is kept. */
function readDictionary(value: unknown): string | string[] | undefined {
	if (Array.isArray(value)) return readList('Dynamic Dictionary', value);
	return readText('Dynamic Dictionary', value);
}

function readMetadata(value: unknown): IDataObject | undefined {
	const metadata = readJobMetadata(value ?? {});
	return Object.keys(metadata).length === 0 ? undefined : metadata;
}

function readMode(value: unknown): string | undefined {
	const mode = readText('Translation Processing Mode', value);
	if (mode === undefined || PROCESSING_MODES.includes(mode)) return mode;
	throw fault('PROCESSING_MODE_INVALID', {
		modes: PROCESSING_MODES.join(' or '),
		value: describeValue(mode),
	});
}
