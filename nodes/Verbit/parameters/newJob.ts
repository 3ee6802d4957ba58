import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { NewJob } from '../api/createJob';
import { createError } from '../errors/createError';
import { extraFieldsField, type OwnFields, readExtraFields } from './extraFields';
import {
	isEmpty,
	readChoice,
	readJobMetadata,
	readLanguage,
	readText,
	readTextList,
} from './values';

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

/** How the fields of `POST /job/new` are read, by the API's name. */
const READERS: Record<string, [name: string, read: (field: string, value: unknown) => unknown]> = {
	dynamic_dictionary: ['dynamicDictionary', readDictionary],
	external_id: ['externalId', readText],
	job_metadata: ['jobMetadata', (_field, value) => readJobMetadata(value)],
	job_name: ['jobName', readText],
	labels: ['labels', readTextList],
	language: ['language', readTag],
	permissions: ['permissions', readTextList],
	translation_languages: ['translationLanguages', readLanguages],
	translation_processing_mode: ['translationProcessingMode', readMode],
	translation_profile: ['translationProfile', readText],
};

const DISPLAY_NAMES = new Map(additionalFields.map(({ name, displayName }) => [name, displayName]));

const ownFields = Object.entries(READERS).map(([key, [name]]) => [key, DISPLAY_NAMES.get(name)]);

const OWN_FIELDS = {
	profile: profileField.displayName,
	...Object.fromEntries(ownFields),
	v: 'API Version',
} as OwnFields;

export interface JobRequest {
	/** The body of `POST /job/new`, in the API's names. What is empty is left out. */
	job: NewJob;
	ifExternalIdUsed: IfExternalIdUsed;
}

export function readJobRequest(context: IExecuteFunctions, itemIndex: number): JobRequest {
	const fields = context.getNodeParameter('additionalFields', itemIndex, {}) as IDataObject;
	const job: NewJob = {
		...readExtraFields(EXTRA_JOB_FIELDS, fields.extraFields, OWN_FIELDS),
		profile: readProfile(context, itemIndex),
	};
	for (const [key, [name, read]] of Object.entries(READERS)) {
		const value = read(DISPLAY_NAMES.get(name) as string, fields[name]);
		if (!isEmpty(value)) Object.assign(job, { [key]: value });
	}
	return { job, ifExternalIdUsed: readIfExternalIdUsed(fields, job.external_id) };
}

function readProfile(context: IExecuteFunctions, itemIndex: number): string {
	const value = context.getNodeParameter('profile', itemIndex, '', { extractValue: true });
	const profile = readText('Profile', value);
	if (profile !== undefined) return profile;
	throw createError('FIELD_EMPTY', { field: 'Profile', example: 'a profile of the list' });
}

function readTag(field: string, value: unknown): string | undefined {
	const tag = readText(field, value);
	return tag === undefined ? undefined : readLanguage(field, tag);
}

function readLanguages(field: string, value: unknown): string[] {
	return readTextList(field, value).map((tag) => readLanguage(field, tag));
}

/** Verbit doesn't document whether it takes a text or an array, so the user's form is kept. */
function readDictionary(field: string, value: unknown): string | string[] | undefined {
	return Array.isArray(value) ? readTextList(field, value) : readText(field, value);
}

function readMode(field: string, value: unknown): string | undefined {
	const mode = readText(field, value);
	return mode === undefined ? mode : readChoice(field, mode, ['rush', 'standard']);
}

/** @throws StepError also for `skip` or `fail` without an external ID */
function readIfExternalIdUsed(
	{ ifExternalIdUsed = 'create' }: IDataObject,
	externalId: string | undefined,
): IfExternalIdUsed {
	const choices = Object.keys(IF_USED_CHOICES) as IfExternalIdUsed[];
	const value = readChoice(IF_USED_FIELD, ifExternalIdUsed, choices);
	if (value !== 'create' && externalId === undefined) {
		throw createError('EXTERNAL_ID_MISSING', { choice: IF_USED_CHOICES[value].name });
	}
	return value;
}

/** Jobs that one execution must not work on side by side: a second one with the ID is skipped, or fails. */
export function sequenceOf({ job, ifExternalIdUsed }: JobRequest): string | undefined {
	return ifExternalIdUsed === 'create' ? undefined : job.external_id;
}
