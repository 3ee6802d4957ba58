import type { INodeProperties } from 'n8n-workflow';

import { extraFieldsField } from './extraFields';

/** As the editor shows it. An operation that also starts the job has other extra fields. */
export const EXTRA_JOB_FIELDS = 'Extra Job Fields';

/** One entry each; an expression may return an array. */
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
			'Your own ID for the job. Lets the node retry safely if creating the job times out.',
	},
	extraFieldsField(EXTRA_JOB_FIELDS, 'glossary or speakers'),
	{
		displayName: 'Job Metadata',
		name: 'jobMetadata',
		type: 'json',
		default: '{}',
		description: 'Your own data about the job, as a JSON object without nested values',
	},
	{
		...listField({ displayName: 'Labels', name: 'labels', entry: 'Label' }),
		placeholder: 'e.g. law',
	},
	{
		displayName: 'Language',
		name: 'language',
		type: 'string',
		default: '',
		placeholder: 'e.g. en-US',
		description: 'Language spoken in the recording, such as en-US',
	},
	listField({ displayName: 'Permissions', name: 'permissions', entry: 'Permission' }),
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

export const jobNameField: INodeProperties = {
	displayName: 'Job Name',
	name: 'jobName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Lecture 42',
	description: 'Name of the job in Verbit',
};

export const additionalJobFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: additionalFields,
};
