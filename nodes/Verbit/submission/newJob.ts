import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { NewJob } from '../api/createJob';
import { createError } from '../errors/createError';
import { fieldsOf } from '../http/body';
import {
	choice,
	extraFields,
	type Field,
	fieldWith,
	showFor,
	sorted,
	text,
	toggle,
} from '../parameters/field';
import {
	isEmpty,
	readFlatObject,
	readText,
	readTextList,
	valueInvalid,
} from '../parameters/values';
import { describeValue } from '../secrets/shownText';

const ifUsed = choice(
	'If External ID Was Used Before',
	'ifExternalIdUsed',
	'What to do if this node has already used this external ID',
	{
		create: ['Create Another', 'Create another job and flag a possible duplicate'],
		fail: ['Fail', 'Throw an error without creating a job'],
		skip: ['Skip', 'Output no item for what was submitted. Continue what was interrupted.'],
	},
	'create',
);

const outputSkipped = toggle(
	'Output Skipped Items',
	'outputSkipped',
	false,
	'Whether to output skipped items, with skipped set to true. Loops always get them.',
);

const ofSeveral = (entry: string): Partial<INodeProperties> => ({
	typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${entry}` },
	default: [],
});

/** The fields that `POST /job/new` takes, by the API's name. */
const JOB_FIELDS: Record<string, Field<unknown>> = {
	dynamic_dictionary: fieldWith(readDictionary, 'Dynamic Dictionary', 'dynamicDictionary', {
		placeholder: 'e.g. Verbit, Kubernetes',
		description: 'Names and terms likely to occur in the recording',
	}),
	external_id: fieldWith(readExternalId, 'External ID', 'externalId', {
		placeholder: 'e.g. {{ $binary.data.fileName }} {{ $binary.data.bytes }}',
		description:
			"Names the recording's content: its ID in your storage, or its name and size. With Fail or Skip, this node of this workflow makes one job for each ID. Accounts at one Base URL share these IDs.",
	}),
	job_metadata: fieldWith(readFlatObject, 'Job Metadata', 'jobMetadata', {
		type: 'json',
		default: '{}',
		description: "Extra data as flat JSON. Must match the schema of the job's profile.",
	}),
	job_name: text('Job Name', 'jobName', {
		placeholder: 'e.g. Lecture 42',
		description: 'Name of the job in Verbit. Submit and Transcribe default to the file name.',
	}),
	labels: fieldWith(readTextList, 'Labels', 'labels', {
		...ofSeveral('Label'),
		placeholder: 'e.g. law',
		description: 'Labels that group the job with others in Verbit',
	}),
	language: fieldWith(readTag, 'Language', 'language', {
		placeholder: 'e.g. en-US',
		description: 'Language spoken in the recording, such as en-US',
	}),
	permissions: fieldWith(readTextList, 'Permissions', 'permissions', {
		...ofSeveral('Permission'),
		description: 'Permission tags. Only Verbit users with one of them, or with none, see the job.',
	}),
	translation_languages: fieldWith(readTags, 'Translation Languages', 'translationLanguages', {
		...ofSeveral('Language'),
		placeholder: 'e.g. es',
		description: 'Languages to translate the captions into. The profile must allow translation.',
	}),
	translation_processing_mode: choice(
		'Translation Processing Mode',
		'translationProcessingMode',
		'How fast Verbit makes the translations. Ask Verbit what Rush costs.',
		{ rush: ['Rush'], standard: ['Standard'] },
		'standard',
	),
	translation_profile: text('Translation Profile', 'translationProfile', {
		description: 'Name of the Verbit profile for translations',
	}),
};

/** Verbit doesn't document whether it takes a text or an array, so the user's form is kept. */
function readDictionary(field: string, given: unknown): string | string[] | undefined {
	return Array.isArray(given) ? readTextList(field, given) : readText(field, given);
}

/** Text that a failed expression leaves: with Skip, all such recordings would share one ID, and one job. */
const FAILED_EXPRESSION =
	/\{\{.*\}\}|\[object \w+\]|\[native code\]|(?<![\p{L}\d])(Invalid (Date(Time)?|Duration|Interval)|NaN|null|undefined)+(?![\p{L}\d])/su;

function readExternalId(field: string, given: unknown): string | undefined {
	const externalId = readText(field, given);
	if (externalId === undefined || !FAILED_EXPRESSION.test(externalId)) return externalId;
	throw valueInvalid(field, 'an ID, not the result of an expression that failed', externalId);
}

/** By RFC 5646, of a language that has a name of its own. */
const LANGUAGE_TAG = /^([a-z]{2,3}|[a-z]{5,8})(-[a-z\d]{1,8})*$/i;

function readTag(field: string, given: unknown): string | undefined {
	const tag = readText(field, given);
	if (tag === undefined || LANGUAGE_TAG.test(tag)) return tag;
	throw valueInvalid(field, 'a language tag such as en-US', tag);
}

function readTags(field: string, given: unknown): string[] {
	return readTextList(field, given).flatMap((tag) => readTag(field, tag) ?? []);
}

export const profileField: INodeProperties = {
	displayName: 'Profile',
	name: 'profile',
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
};

const extraJobFields = extraFields('Extra Job Fields', 'glossary or speakers', {
	profile: 'Profile',
	...Object.fromEntries(
		Object.entries(JOB_FIELDS).map(([key, { field }]) => [key, field.displayName]),
	),
	v: 'API Version',
});

export const additionalJobFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: sorted([
		...Object.values(JOB_FIELDS).map(({ field }) => field),
		extraJobFields.field,
		ifUsed.field,
		showFor(ifUsed.field.name, ['skip'], outputSkipped.field),
	]),
};

export interface JobRequest {
	/** The body of `POST /job/new`, in the API's names. What is empty is left out. */
	job: NewJob;
	ifExternalIdUsed: ReturnType<typeof ifUsed.read>;
	outputSkipped: boolean;
	/** With Skip and Fail its external ID is used up when n8n has saved the item that is put out. */
	isUsedUpLater?: boolean;
}

/** @throws StepError also for Skip or Fail without an external ID */
export function readJobRequest(context: IExecuteFunctions, itemIndex: number): JobRequest {
	const fields = context.getNodeParameter('additionalFields', itemIndex, {});
	const job: NewJob = {
		...extraJobFields.readIn(fields),
		profile: readProfile(context, itemIndex),
	};
	for (const [key, { field, read }] of Object.entries(JOB_FIELDS)) {
		const given = fields[field.name] ?? '';
		const isBlank = typeof given === 'string' && given.trim() === '';
		const value = isBlank ? undefined : read(given);
		if (!isEmpty(value)) Object.assign(job, { [key]: value });
	}
	// An expression that finds nothing must not choose the one that creates a second job.
	const { name, default: byDefault } = ifUsed.field;
	const ifExternalIdUsed = ifUsed.read(name in fields ? fields[name] : byDefault);
	if (ifExternalIdUsed !== 'create' && job.external_id === undefined) {
		const example = `an ID, or remove '${ifUsed.field.displayName}'`;
		throw createError('FIELD_EMPTY', { field: 'External ID', example });
	}
	if (ifExternalIdUsed !== 'create') refuseMissingPart(context, itemIndex);
	return { job, ifExternalIdUsed, outputSkipped: outputSkipped.readIn(fields) };
}

/** Of `name {{ size }}` n8n leaves the name where there is no size: all recordings of that name would share one ID. */
function refuseMissingPart(context: IExecuteFunctions, itemIndex: number): void {
	const { externalId } = fieldsOf(context.getNode().parameters.additionalFields);
	const template = String(externalId);
	const parts = template.match(/\{\{[^]*?\}\}/g) ?? [];
	if (!template.startsWith('=') || template === `=${parts[0]}`) return;
	const missing = parts.find((part) => {
		const value = context.evaluateExpression(part, itemIndex);
		return value === undefined || value === null;
	});
	if (missing === undefined) return;
	const form = 'an ID of which each part has a value';
	const value = `nothing for ${describeValue(missing)}`;
	throw createError('VALUE_INVALID', { field: 'External ID', form, value });
}

function readProfile(context: IExecuteFunctions, itemIndex: number): string {
	const value = context.getNodeParameter('profile', itemIndex, '', { extractValue: true });
	const profile = readText('Profile', value);
	if (profile !== undefined) return profile;
	throw createError('FIELD_EMPTY', { field: 'Profile', example: 'a profile of the list' });
}
