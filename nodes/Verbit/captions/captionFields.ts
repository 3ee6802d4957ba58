import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import type { CaptionChoice } from '../journal/saved';
import { FOR_AGENTS } from '../n8n/agents';
import { choice, fieldWith, showFor, toggle, wholeNumber } from '../parameters/field';
import { readText, requiredText, valueError } from '../parameters/values';
import { CAPTION_FORMATS, knownFormat } from './captionFormats';

const NOT_FOR_AGENTS = { hide: FOR_AGENTS };

const captionFormatField = fieldWith(readFormat, 'Caption Format', 'captionFormat', {
	type: 'options',
	options: Object.entries(CAPTION_FORMATS).map(([value, [name, description]]) => ({
		name,
		value,
		description,
		...(knownFormat(value)?.isBinary && { displayOptions: NOT_FOR_AGENTS }),
	})),
	default: 'srt',
	description:
		'File format of the captions. To use a format that is missing here, enter an expression.',
});

const languageField = fieldWith(readText, 'Caption Language', 'captionLanguage', {
	placeholder: 'e.g. es',
	description: 'Language tag of a translation, such as es. Leave empty for the original language.',
});

export const outputAsField = choice('Output As', 'outputAs', {
	description: 'Text for plain words, Segments for who said what when, File to store or send',
	default: 'file',
	choices: {
		file: ['File', 'Output a file, to store or send'],
		segments: ['Segments', "Output who said what and when, and 'text' with names"],
		text: ['Text', "Output the field 'text', for AI, messages and expressions"],
	},
});

const outputField = fieldWith(
	readOutputField,
	'Put Output File in Field',
	'outputBinaryPropertyName',
	{
		required: true,
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the file in',
		displayOptions: { show: { outputAs: ['file'] }, ...NOT_FOR_AGENTS },
	},
);

/** Fields for the format of captions. Text defaults to TXT, which people and models read, a file to SRT; segments have none. */
export const captionFields = [
	outputAsField.property,
	showFor('outputAs', ['text'], { ...captionFormatField.property, default: 'txt' }),
	showFor('outputAs', ['file'], captionFormatField.property),
	outputField.property,
];

/** Fields of Transcribe, whose default output is text. Only a file has a choice of formats, because text is always TXT. */
export const transcriptFields: INodeProperties[] = [
	{ ...outputAsField.property, default: 'text' },
	showFor('outputAs', ['file'], {
		...captionFormatField.property,
		default: 'txt',
		displayOptions: NOT_FOR_AGENTS,
	}),
	outputField.property,
];

const draftField = toggle('Draft', 'draft', {
	default: false,
	description:
		"Whether to get the automatic draft of a job that isn't completed yet. Available as DOCX, PDF, SAMI, SRT, TXT and WebVTT.",
});

const outputNameField = fieldWith(readText, 'File Name', 'fileName', {
	placeholder: 'e.g. lecture.srt',
	description:
		'Name of the output file. Defaults to the name that Verbit sends, or else the job name.',
	displayOptions: NOT_FOR_AGENTS,
});

const maxCharactersField = wholeNumber('Max Characters', 'maxCharacters', [1, 100_000_000], {
	default: 1_000_000,
	description: 'Max number of characters to return. Longer text is cut off, except JSON.',
});

const timecodeIntervalField = wholeNumber(
	'Timecode Interval (Seconds)',
	'timecodeInterval',
	[1, 86_400],
	{
		default: 60,
		description:
			'Insert a timecode such as [00:01:00] every so many seconds. TXT, DOCX and PDF only.',
	},
);

export const transcriptOptions = [
	languageField.property,
	showFor('/outputAs', ['text'], maxCharactersField.property),
	showFor('/outputAs', ['file', 'text'], timecodeIntervalField.property),
];

export const captionOptions = [
	...transcriptOptions,
	draftField.property,
	showFor('/outputAs', ['file'], outputNameField.property),
];

export function readCaptionChoice(
	read: (parameter: string) => unknown,
	options: IDataObject,
	isAgent: boolean,
): CaptionChoice {
	const common = { language: languageField.readIn(options), isDraft: draftField.readIn(options) };
	const as = outputAsField.read(read('outputAs'));
	if (as === 'segments') return { ...common, format: 'json', output: { as, isTextOnly: isAgent } };
	const format = captionFormatField.read(read('captionFormat'));
	const isText = isAgent || as === 'text';
	if (isText && knownFormat(format)?.isBinary)
		throw createError('CAPTION_FORMAT_WITHOUT_TEXT', { format: format.toUpperCase() });
	return {
		...common,
		format,
		...('timecodeInterval' in options && {
			timecodeInterval: timecodeIntervalField.readIn(options),
		}),
		output: isText
			? { as: 'text', maxCharacters: maxCharactersField.readIn(options) }
			: {
					as,
					field: outputField.read(read('outputBinaryPropertyName')),
					fileName: outputNameField.readIn(options),
				},
	};
}

function readFormat(displayName: string, value: unknown): string {
	const format = typeof value === 'string' ? value.trim() : '';
	if (/^[\w.-]+$/.test(format)) return format;
	throw valueError(displayName, "Verbit's name for a format, such as srt", value);
}

function readOutputField(displayName: string, value: unknown): string {
	const field = requiredText('a name for the output field, such as data')(displayName, value);
	// n8n loses a field of this name when it copies items.
	if (field !== '__proto__') return field;
	throw valueError(displayName, 'a name such as data', field);
}
