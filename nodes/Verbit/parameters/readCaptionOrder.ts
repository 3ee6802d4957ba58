import type { IDataObject } from 'n8n-workflow';

import { knownFormat } from '../download/captionFormats';
import type { CaptionOrder, FileOutput, TextOutput } from '../download/captions';
import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';
import { readSwitchOption } from './switches';
import { readWholeNumber } from './values';

const MAX_CHARACTERS = {
	displayName: 'Max Characters',
	min: 1,
	max: 100_000_000,
	default: 1_000_000,
};

/** Where the fields of captions are read from. */
export interface CaptionParameters {
	/** The value of a parameter. A field that the editor hides may have none. */
	read: (parameter: string) => unknown;
	/** The collection `options`. */
	options: IDataObject;
	/** Whether an AI agent asks: it gets text, whatever is set. */
	isTool?: boolean;
}

/**
 * Which captions are wanted, and where they go.
 * @throws StepError for a format that can't be one, a format without text, a draft that isn't true or false, or no field for
 * the file
 */
export function readCaptionOrder({
	read,
	options,
	isTool = false,
}: CaptionParameters): CaptionOrder {
	const format = readFormat(textOf(read('captionFormat')));
	const language = textOf(read('language'));
	return {
		format,
		...(language === '' ? {} : { language }),
		isDraft: readSwitchOption('Draft', options.draft, false),
		output:
			isTool || readOutputAs(read('outputAs')) === 'text'
				? readTextOutput(format, options, isTool)
				: readFileOutput(textOf(read('outputBinaryPropertyName')), options),
	};
}

/** It becomes a part of a query and of a file's name. */
function readFormat(format: string): string {
	if (/^[\w.-]+$/.test(format)) return format;
	throw fault('CAPTION_FORMAT_INVALID', { value: describeValue(format) });
}

/** A workflow that was saved before the field was there holds none. */
function readOutputAs(value: unknown): 'file' | 'text' {
	const output = textOf(value) || 'file';
	if (output === 'file' || output === 'text') return output;
	throw fault('CAPTION_OUTPUT_INVALID', { value: describeValue(value) });
}

function readTextOutput(format: string, options: IDataObject, isTool: boolean): TextOutput {
	if (knownFormat(format)?.isBinary === true) {
		throw fault(isTool ? 'CAPTION_FORMAT_NOT_FOR_AGENTS' : 'CAPTION_FORMAT_WITHOUT_TEXT', {
			format: format.toUpperCase(),
		});
	}
	const { maxCharacters = MAX_CHARACTERS.default } = options;
	return { as: 'text', maxCharacters: readWholeNumber(maxCharacters, MAX_CHARACTERS) };
}

function readFileOutput(field: string, options: IDataObject): FileOutput {
	if (field === '') throw fault('CAPTION_FIELD_EMPTY', {});
	const fileName = textOf(options.fileName);
	return { as: 'file', field, ...(fileName === '' ? {} : { fileName }) };
}

function textOf(value: unknown): string {
	return String(value ?? '').trim();
}
