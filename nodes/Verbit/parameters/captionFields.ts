import type { INodeProperties } from 'n8n-workflow';

import { CAPTION_FORMATS } from '../download/captionFormats';
import { inputError } from '../errors/stepError';
import { describeValue } from '../http/redact';

/** Which captions are wanted, and where their file goes. */
export interface WantedCaptions {
	format: string;
	language?: string;
	/** Name of the output binary field. */
	field: string;
}

/** In Get Captions, and in the trigger where it downloads captions. */
export const captionFields: INodeProperties[] = [
	{
		displayName: 'Caption Format',
		name: 'captionFormat',
		type: 'options',
		options: Object.entries(CAPTION_FORMATS)
			.map(([value, { name }]) => ({ name, value }))
			.sort((a, b) => a.name.localeCompare(b.name, 'en')),
		default: 'srt',
		description:
			'Format of the file. For another one that the service knows, use an expression with its name.',
	},
	{
		displayName: 'Language',
		name: 'language',
		type: 'string',
		default: '',
		placeholder: 'e.g. es',
		description: "Language of the captions. Leave it empty for the job's own.",
	},
	{
		displayName: 'Put Output File in Field',
		name: 'outputBinaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the file in',
	},
];

/**
 * @param read gives the value of a parameter
 * @throws StepError for a format that can be none, or no field for the file
 */
export function readWantedCaptions(read: (parameter: string) => unknown): WantedCaptions {
	const textOf = (parameter: string) => String(read(parameter) ?? '').trim();
	const language = textOf('language');
	return {
		format: checkFormat(textOf('captionFormat')),
		...(language === '' ? {} : { language }),
		field: checkField(textOf('outputBinaryPropertyName')),
	};
}

/** It becomes a part of a query and of a file's name. */
function checkFormat(format: string): string {
	if (/^[\w.-]+$/.test(format)) return format;
	throw inputError(
		`Caption Format is no name of a format: ${describeValue(format)}`,
		`Choose one of the list, or give the service's own name of another: letters, digits, and any of _ . -`,
	);
}

function checkField(field: string): string {
	if (field !== '') return field;
	throw inputError(
		'Put Output File in Field is empty',
		'Give the name of the binary field that is to hold the file, e.g. data.',
	);
}
