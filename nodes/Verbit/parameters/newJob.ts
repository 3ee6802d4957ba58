import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { NewJob } from '../api/createJob';
import { createError } from '../errors/createError';
import { extraFieldsField, type OwnFields, readExtraFields } from './extraFields';
import { readChoice, readJobMetadata, readLanguage, readText, readTextList } from './values';

const EXTRA_JOB_FIELDS = 'Extra Job Fields';

function listField(field: Pick<INodeProperties, 'displayName' | 'name'> & { entry: string }) {
	const { entry, ...names } = field;
	const list: INodeProperties = {
		...names,
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${entry}` },
		default: [],
	};
	return list;
}

const IF_USED_FIELD = 'If External ID Was Used Before';

const IF_USED_CHOICES = {
	create: {
		name: 'Create Another',
		description: 'Create another job and flag a possible duplicate',
	},
	fail: { name: 'Fail', description: 'Throw an error without creating a job' },
	skip: { name: 'Skip', description: 'Create nothing and output no item' },
};

export type IfExternalIdUsed = keyof typeof IF_USED_CHOICES;

const additionalFields: INodeProperties[] = [
	{
		displayName: 'Dynamic Dictionary',
		name: 'dynamicDictionary',
		type: 'string',
		default: '',
		placeholder: 'e.g. Verbit, Kubernetes',
		description: 'Names and terms likely to occur in the recording',
	},
	{
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. lecture-42',
		description:
			'Your own ID for the job. Lets the node repeat a creation that times out, and flag a possible duplicate.',
	},
	extraFieldsField(EXTRA_JOB_FIELDS, 'glossary or speakers'),
	{
		displayName: IF_USED_FIELD,
		name: 'ifExternalIdUsed',
		type: 'options',
		options: Object.entries(IF_USED_CHOICES).map(([value, choice]) => ({ ...choice, value })),
		default: 'create',
		description: 'What to do if this node has already used this external ID',
	},
	{
		displayName: 'Job Metadata',
		name: 'jobMetadata',
		type: 'json',
		default: '{}',
		description: 'Your own data about the job, as a JSON object without nested values',
	},
	{
		displayName: 'Job Name',
		name: 'jobName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Lecture 42',
		description: 'Name of the job in Verbit. Submit and Transcribe default to the file name.',
	},
	{
		...listField({ displayName: 'Labels', name: 'labels', entry: 'Label' }),
		placeholder: 'e.g. law',
		description: 'Labels that group the job with others in Verbit',
	},
	{
		displayName: 'Language',
		name: 'language',
		type: 'string',
		default: '',
		placeholder: 'e.g. en-US',
		description: 'Language spoken in the recording, such as en-US',
	},
	{
		...listField({ displayName: 'Permissions', name: 'permissions', entry: 'Permission' }),
		description: 'Permissions of the job, sent to Verbit unchanged',
	},
	{
		...listField({
			displayName: 'Translation Languages',
			name: 'translationLanguages',
			entry: 'Language',
		}),
		placeholder: 'e.g. es',
		description: 'Languages to translate the captions into, such as es',
	},
	{
		displayName: 'Translation Processing Mode',
		name: 'translationProcessingMode',
		type: 'options',
		options: [
			{ name: 'Rush', value: 'rush' },
			{ name: 'Standard', value: 'standard' },
		],
		default: 'standard',
		description: 'How fast Verbit makes the translations',
	},
	{
		displayName: 'Translation Profile',
		name: 'translationProfile',
		type: 'string',
		default: '',
		description: 'Name of the Verbit profile for translations',
	},
];

export const profileField: INodeProperties = {
	displayName: 'Profile',
	name: 'profile',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'Verbit profile with the settings for this job, such as turnaround',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a profile...',
			typeOptions: { searchListMethod: 'searchProfiles', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. standard',
		},
	],
};

export const additionalJobFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: additionalFields,
};

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

/** The body of `POST /job/new`, in the API's names. What is empty is left out. */
export function readNewJob(context: IExecuteFunctions, itemIndex: number): NewJob {
	const fields = readAdditionalFields(context, itemIndex);
	const job: IDataObject = {
		...readExtraFields(EXTRA_JOB_FIELDS, fields.extraFields, OWN_FIELDS),
		profile: readProfile(context, itemIndex),
		job_name: readText('Job Name', fields.jobName),
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

function readAdditionalFields(context: IExecuteFunctions, itemIndex: number): IDataObject {
	return context.getNodeParameter('additionalFields', itemIndex, {}) as IDataObject;
}

function readProfile(context: IExecuteFunctions, itemIndex: number): string {
	const value = context.getNodeParameter('profile', itemIndex, '', { extractValue: true });
	const profile = readText('Profile', value);
	if (profile !== undefined) return profile;
	throw createError('FIELD_EMPTY', { field: 'Profile', example: 'a profile of the list' });
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
	if (mode === undefined) return mode;
	return readChoice('Translation Processing Mode', mode, ['rush', 'standard']);
}

/** @throws StepError also for `skip` or `fail` without an external ID */
export function readIfExternalIdUsed(
	context: IExecuteFunctions,
	itemIndex: number,
	externalId: string | undefined,
): IfExternalIdUsed {
	const { ifExternalIdUsed = 'create' } = readAdditionalFields(context, itemIndex);
	const choices = Object.keys(IF_USED_CHOICES) as IfExternalIdUsed[];
	const value = readChoice(IF_USED_FIELD, ifExternalIdUsed, choices);
	if (value !== 'create' && externalId === undefined) {
		throw createError('EXTERNAL_ID_MISSING', { choice: IF_USED_CHOICES[value].name });
	}
	return value;
}

/** Jobs that one execution must not work on side by side: a second one with the ID is skipped, or fails. */
export function sequenceOf(job: NewJob, ifUsed: IfExternalIdUsed): string | undefined {
	return ifUsed === 'create' ? undefined : job.external_id;
}
