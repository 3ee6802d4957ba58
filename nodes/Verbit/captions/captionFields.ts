import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import type { CaptionChoice } from '../journal/saved';
import { FOR_AGENTS } from '../n8n/agents';
import { choice, fieldWith, showFor, textField, toggle, wholeNumber } from '../parameters/field';
import { readText, valueError } from '../parameters/values';
import { CAPTION_FORMATS, knownFormat } from './captionFormats';

const NOT_FOR_AGENTS = { hide: FOR_AGENTS };

const captionFormat = fieldWith(readFormat, 'Caption Format', 'captionFormat', {
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

const language = textField('Caption Language', 'captionLanguage', {
	placeholder: 'e.g. es',
	description: 'Language tag of a translation, such as es. Leave empty for the original language.',
});

const outputAs = choice(
	'Output As',
	'outputAs',
	'Text for plain words, Segments for who said what when, File to store or send',
	{
		file: ['File', 'Output a file, to store or send'],
		segments: ['Segments', "Output who said what and when, and 'text' with names"],
		text: ['Text', "Output the field 'text', for AI, messages and expressions"],
	},
	'file',
);

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
	outputAs.property,
	showFor('outputAs', ['text'], { ...captionFormat.property, default: 'txt' }),
	showFor('outputAs', ['file'], captionFormat.property),
	outputField.property,
];

/** Fields of Transcribe, whose default output is text. Only a file has a choice of formats, because text is always TXT. */
export const transcriptFields: INodeProperties[] = [
	{ ...outputAs.property, default: 'text' },
	showFor('outputAs', ['file'], {
		...captionFormat.property,
		default: 'txt',
		displayOptions: NOT_FOR_AGENTS,
	}),
	outputField.property,
];

const draft = toggle(
	'Draft',
	'draft',
	false,
	"Whether to get the automatic draft of a job that isn't completed yet. Available as DOCX, PDF, SAMI, SRT, TXT and WebVTT.",
);

const fileName = textField('File Name', 'fileName', {
	placeholder: 'e.g. lecture.srt',
	description:
		'Name of the output file. Defaults to the name that Verbit sends, or else the job name.',
	displayOptions: NOT_FOR_AGENTS,
});

const maxCharacters = wholeNumber(
	'Max Characters',
	'maxCharacters',
	{ min: 1, max: 100_000_000, byDefault: 1_000_000 },
	'Max number of characters to return. Longer text is cut off, except JSON.',
);

const timecodeInterval = wholeNumber(
	'Timecode Interval (Seconds)',
	'timecodeInterval',
	{ min: 1, max: 86_400, byDefault: 60 },
	'Insert a timecode such as [00:01:00] every so many seconds. TXT, DOCX and PDF only.',
);

export const transcriptOptions = [
	language.property,
	showFor('/outputAs', ['text'], maxCharacters.property),
	showFor('/outputAs', ['file', 'text'], timecodeInterval.property),
];

export const captionOptions = [...transcriptOptions, draft.property, fileName.property];

export function readCaptionChoice({
	read,
	options,
	isAgent = false,
}: {
	read: (parameter: string) => unknown;
	options: IDataObject;
	isAgent?: boolean;
}): CaptionChoice {
	const common = { language: language.readIn(options), isDraft: draft.readIn(options) };
	const as = outputAs.read(read('outputAs'));
	if (as === 'segments') return { ...common, format: 'json', output: { as, isTextOnly: isAgent } };
	const format = captionFormat.read(read('captionFormat'));
	const isText = isAgent || as === 'text';
	if (isText && knownFormat(format)?.isBinary)
		throw createError('CAPTION_FORMAT_WITHOUT_TEXT', { format: format.toUpperCase() });
	return {
		...common,
		format,
		...('timecodeInterval' in options && { timecodeInterval: timecodeInterval.readIn(options) }),
		output: isText
			? { as: 'text', maxCharacters: maxCharacters.readIn(options) }
			: {
					as,
					field: outputField.read(read('outputBinaryPropertyName')),
					fileName: fileName.readIn(options),
				},
	};
}

function readFormat(displayName: string, value: unknown): string {
	const format = typeof value === 'string' ? value.trim() : '';
	if (/^[\w.-]+$/.test(format)) return format;
	throw valueError(displayName, "Verbit's name for a format, such as srt", value);
}

function readOutputField(displayName: string, value: unknown): string {
	const field = readText(displayName, value);
	if (field === undefined) {
		const example = 'a name for the output field, such as data';
		throw createError('FIELD_EMPTY', { field: displayName, example });
	}
	// n8n loses a field of this name when it copies items.
	if (field !== '__proto__') return field;
	throw valueError(displayName, 'a name such as data', field);
}
