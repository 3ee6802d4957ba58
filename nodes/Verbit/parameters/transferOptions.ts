import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { describeValue } from '../http/redact';
import { FORM_TYPE, isMediaType } from '../http/headers';
import { TRANSFER_BOUNDS, TRANSFER_DEFAULTS, type TransferOptions } from '../upload/source';
import { readSwitchOption, readText, readWholeNumber } from './values';

/**
 * The options that say how files are uploaded, for the collection 'Options'. `readTransferOptions` reads them.
 * Their defaults are those of TRANSFER_DEFAULTS; n8n's lint wants them written out here.
 */
export const transferOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: {
			minValue: TRANSFER_BOUNDS.concurrency.min,
			maxValue: TRANSFER_BOUNDS.concurrency.max,
		},
		default: 3,
		description:
			'Max number of files to upload at the same time. Uses the value of the first item.',
	},
	{
		displayName: 'Content Type',
		name: 'contentType',
		type: 'string',
		default: '',
		placeholder: 'e.g. video/mp4',
		description: 'Overrides the MIME type of the files',
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. lecture.mp4',
		description: 'Overrides the file name sent to Verbit. Single file only.',
	},
	{
		displayName: 'Max Attempts',
		name: 'maxAttempts',
		type: 'number',
		typeOptions: {
			minValue: TRANSFER_BOUNDS.maxAttempts.min,
			maxValue: TRANSFER_BOUNDS.maxAttempts.max,
		},
		default: 4,
		description: 'Max number of times to try each upload, including the first',
	},
	{
		displayName: 'Stall Timeout (Seconds)',
		name: 'stallTimeout',
		type: 'number',
		typeOptions: {
			minValue: TRANSFER_BOUNDS.stallTimeout.min,
			maxValue: TRANSFER_BOUNDS.stallTimeout.max,
		},
		default: 60,
		description:
			'Restart the upload if no data moves for this many seconds. Slow uploads that keep moving are never cut off.',
	},
	{
		displayName: 'Verify Integrity',
		name: 'verifyIntegrity',
		type: 'boolean',
		default: true,
		description: "Whether to check that the stored file's checksum matches the file that was sent",
	},
];

export function readTransferOptions(options: IDataObject): TransferOptions {
	return {
		fileName: readText('File Name', options.fileName),
		contentType: readContentType(readText('Content Type', options.contentType)),
		concurrency: numberOption('concurrency', options),
		maxAttempts: numberOption('maxAttempts', options),
		stallTimeout: numberOption('stallTimeout', options),
		verifyIntegrity: readSwitchOption('Verify Integrity', options.verifyIntegrity, true),
	};
}

function numberOption(name: keyof typeof TRANSFER_BOUNDS, options: IDataObject): number {
	return readWholeNumber(options[name] ?? TRANSFER_DEFAULTS[name], TRANSFER_BOUNDS[name]);
}

function readContentType(value?: string): string | undefined {
	if (value === undefined) return undefined;
	if (!isMediaType(value) || value.toLowerCase() === FORM_TYPE) {
		const form = "a MIME type such as audio/mpeg, other than a form's";
		throw createError('TEXT_INVALID', { field: 'Content Type', form, value: describeValue(value) });
	}
	return value;
}
