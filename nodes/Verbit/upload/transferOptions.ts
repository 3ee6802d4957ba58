import type { IDataObject } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { FORM_TYPE, isMediaType } from '../http/headers';
import { describeValue } from '../secrets/shownValue';
import type { TransferOptions } from './source';
import { text, toggle, wholeNumber } from '../parameters/field';

/** The runner reads it too, for all items. */
export const concurrency = wholeNumber(
	'Concurrency',
	'concurrency',
	{ min: 1, max: 32, byDefault: 3 },
	'Max number of files to upload at the same time. Uses the value of the first item.',
);

const contentType = text('Content Type', 'contentType', {
	placeholder: 'e.g. video/mp4',
	description: 'Overrides the MIME type of the files',
});

const fileName = text('File Name', 'fileName', {
	placeholder: 'e.g. lecture.mp4',
	description: 'Overrides the file name sent to Verbit. Single file only.',
});

const maxAttempts = wholeNumber(
	'Max Attempts',
	'maxAttempts',
	{ min: 1, max: 10, byDefault: 4 },
	'Max number of times to try each upload, including the first',
);

const stallTimeout = wholeNumber(
	'Stall Timeout (Seconds)',
	'stallTimeout',
	{ min: 1, max: 3600, byDefault: 60 },
	'Restart the upload if no data moves for this many seconds. Slow uploads that keep moving are never cut off.',
);

const verifyIntegrity = toggle(
	'Verify Integrity',
	'verifyIntegrity',
	true,
	"Whether to check that the stored file's checksum matches the file that was sent",
);

/** How files are uploaded, for the collection 'Options'. */
export const transferOptions = [
	concurrency.field,
	contentType.field,
	fileName.field,
	maxAttempts.field,
	stallTimeout.field,
	verifyIntegrity.field,
];

export function readTransferOptions(options: IDataObject): TransferOptions {
	// A wrong number is the error of its item, though all items share the first one's.
	concurrency.readIn(options);
	return {
		fileName: fileName.readIn(options),
		contentType: readContentType(options),
		maxAttempts: maxAttempts.readIn(options),
		stallTimeout: stallTimeout.readIn(options),
		verifyIntegrity: verifyIntegrity.readIn(options),
	};
}

function readContentType(options: IDataObject): string | undefined {
	const value = contentType.readIn(options);
	if (value === undefined) return undefined;
	if (!isMediaType(value) || value.toLowerCase() === FORM_TYPE) {
		const form = "a MIME type such as audio/mpeg, other than a form's";
		throw createError('TEXT_INVALID', { field: 'Content Type', form, value: describeValue(value) });
	}
	return value;
}
