import type { INodeProperties } from 'n8n-workflow';

/** An entry each; an expression may give an array. */
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
		description:
			'Words that the recording is likely to hold. Sent as it is given: a text as a text, and an array of an expression as an array.',
	},
	{
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. lecture-42',
		description:
			'Your own name for the job. With it a creation that got no answer is tried again, because a second job could be found by it.',
	},
	{
		displayName: 'Job Metadata',
		name: 'jobMetadata',
		type: 'json',
		default: '{}',
		description:
			'Your own data about the job: an object with plain values, without objects or lists in it',
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
		description: 'The language that is spoken, as a tag of RFC 5646',
	},
	listField({ displayName: 'Permissions', name: 'permissions', entry: 'Permission' }),
	{
		...listField({
			displayName: 'Translation Languages',
			name: 'translationLanguages',
			entry: 'Language',
		}),
		placeholder: 'e.g. es',
		description: 'What the captions are translated into, as tags of RFC 5646',
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
		description: 'The name of the profile that translations are made with',
	},
];

/** What every job is created with. */
export const newJobFields: INodeProperties[] = [
	{
		displayName: 'Profile',
		name: 'profile',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'What the service is to do with the recording, as agreed for the account',
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
	},
	{
		displayName: 'Job Name',
		name: 'jobName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Lecture 42',
	},
];

export const additionalJobFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: additionalFields,
};
