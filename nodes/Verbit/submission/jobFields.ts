import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { NewJob } from '../api/createJob';
import { externalIdField, type IdChoice, readIdFields } from '../externalId/idFields';
import { isEmpty } from '../inspect/inspect';
import { choice, extraFields, type Field, fieldWith, sorted } from '../parameters/field';
import {
	readFlatObject,
	readText,
	readTextList,
	requiredText,
	valueError,
} from '../parameters/values';

const severalValues = (entry: string): Partial<INodeProperties> => ({
	typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${entry}` },
	default: [],
});

const JOB_FIELDS: Record<string, Field<unknown>> = {
	dynamic_dictionary: fieldWith(readDictionary, 'Dynamic Dictionary', 'dynamicDictionary', {
		placeholder: 'e.g. Verbit, Kubernetes',
		description: 'Names and terms likely to occur in the recording',
	}),
	job_metadata: fieldWith(readFlatObject, 'Job Metadata', 'jobMetadata', {
		type: 'json',
		default: '{}',
		description: "Extra data as flat JSON. Must match the schema of the job's profile.",
	}),
	job_name: fieldWith(readText, 'Job Name', 'jobName', {
		placeholder: 'e.g. Lecture 42',
		description: 'Name of the job in Verbit. Submit and Transcribe default to the file name.',
	}),
	labels: fieldWith(readTextList, 'Labels', 'labels', {
		...severalValues('Label'),
		placeholder: 'e.g. law',
		description: 'Labels that group the job with others in Verbit',
	}),
	language: fieldWith(readTag, 'Language', 'language', {
		placeholder: 'e.g. en-US',
		description: 'Language spoken in the recording, such as en-US',
	}),
	permissions: fieldWith(readTextList, 'Permissions', 'permissions', {
		...severalValues('Permission'),
		description: 'Permission tags. Only Verbit users with one of them, or with none, see the job.',
	}),
	translation_languages: fieldWith(readTags, 'Translation Languages', 'translationLanguages', {
		...severalValues('Language'),
		placeholder: 'e.g. es',
		description: 'Languages to translate the captions into. The profile must allow translation.',
	}),
	translation_processing_mode: choice('Translation Processing Mode', 'translationProcessingMode', {
		description: 'How fast Verbit makes the translations. Ask Verbit what Rush costs.',
		default: 'standard',
		choices: { rush: ['Rush'], standard: ['Standard'] },
	}),
	translation_profile: fieldWith(readText, 'Translation Profile', 'translationProfile', {
		description: 'Name of the Verbit profile for translations',
	}),
};

/** Keeps the form that the user entered, because Verbit doesn't document whether it accepts a text or an array. */
function readDictionary(field: string, value: unknown): string | string[] | undefined {
	return Array.isArray(value) ? readTextList(field, value) : readText(field, value);
}

/** A language tag (RFC 5646), whose language has two or three letters. Names, such as `English`, and private tags are refused. */
const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z\d]{1,8})*$/i;

function readTag(field: string, value: unknown): string | undefined {
	const tag = readText(field, value);
	if (tag === undefined || LANGUAGE_TAG.test(tag)) return tag;
	throw valueError(field, 'a language tag such as en-US', tag);
}

function readTags(field: string, value: unknown): string[] {
	return readTextList(field, value).flatMap((tag) => readTag(field, tag) ?? []);
}

export const profileField = fieldWith(requiredText('the name of a profile'), 'Profile', 'profile', {
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: "Verbit's settings for your recordings: guidelines, turnaround and price",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a profile...',
			typeOptions: { searchListMethod: 'searchProfiles', searchable: true },
		},
		{ displayName: 'Name', name: 'name', type: 'string', placeholder: 'e.g. standard' },
	],
});

const extraJobFields = extraFields('Extra Job Fields', 'glossary or speakers', {
	external_id: externalIdField.property.displayName,
	profile: profileField.property.displayName,
	...Object.fromEntries(
		Object.entries(JOB_FIELDS).map(([key, { property }]) => [key, property.displayName]),
	),
	v: 'API Version',
});

export const jobFieldsProperty: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: sorted([
		...Object.values(JOB_FIELDS).map(({ property }) => property),
		extraJobFields.property,
	]),
};

export interface JobPlan extends IdChoice {
	job: NewJob;
}

export function readJobPlan(context: IExecuteFunctions, itemIndex: number): JobPlan {
	const fields = context.getNodeParameter('additionalFields', itemIndex, {});
	const chosen = context.getNodeParameter('profile', itemIndex, '', { extractValue: true });
	const job: NewJob = { ...extraJobFields.readIn(fields), profile: profileField.read(chosen) };
	for (const [key, { property, read }] of Object.entries(JOB_FIELDS)) {
		const entered = fields[property.name] ?? '';
		const isBlank = typeof entered === 'string' && entered.trim() === '';
		const value = isBlank ? undefined : read(entered);
		if (!isEmpty(value)) Object.assign(job, { [key]: value });
	}
	return { job, ...readIdFields(context, itemIndex) };
}
