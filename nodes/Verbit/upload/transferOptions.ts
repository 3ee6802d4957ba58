import type { IDataObject } from 'n8n-workflow';

import { FORM_TYPE, isMediaType } from '../http/headers';
import { fieldWith, toggle, wholeNumber } from '../parameters/field';
import { readText, valueError } from '../parameters/values';
import { concurrencyField } from '../run/concurrency';

const fileOptions = {
	contentType: fieldWith(readContentType, 'Content Type', 'contentType', {
		placeholder: 'e.g. video/mp4',
		description: 'Overrides the MIME type of the files',
	}),
	fileName: fieldWith(readText, 'File Name', 'fileName', {
		placeholder: 'e.g. lecture.mp4',
		description: 'Overrides the file name sent to Verbit. Single file only.',
	}),
	maxAttempts: wholeNumber('Max Attempts', 'maxAttempts', [1, 10], {
		default: 4,
		description: 'Max number of times to try each upload, including the first',
	}),
	stallTimeout: wholeNumber('Stall Timeout (Seconds)', 'stallTimeout', [1, 3600], {
		default: 60,
		description:
			'Restart the upload if no data moves for this many seconds. Raise it for uploads slower than 25 kB per second.',
	}),
	verifyIntegrity: toggle('Verify Integrity', 'verifyIntegrity', {
		default: true,
		description: "Whether to check that the stored file's checksum matches the file that was sent",
	}),
};

export const transferOptions = [concurrencyField, ...Object.values(fileOptions)].map(
	({ property }) => property,
);

export type TransferOptions = ReturnType<typeof readTransferOptions>;

export function readTransferOptions(options: IDataObject) {
	// Only the first item's value is used, but a wrong number in any item is that item's error.
	concurrencyField.readIn(options);
	return {
		fileName: fileOptions.fileName.readIn(options),
		contentType: fileOptions.contentType.readIn(options),
		maxAttempts: fileOptions.maxAttempts.readIn(options),
		stallTimeout: fileOptions.stallTimeout.readIn(options),
		verifyIntegrity: fileOptions.verifyIntegrity.readIn(options),
	};
}

function readContentType(field: string, value: unknown): string | undefined {
	const type = readText(field, value);
	if (type === undefined || (isMediaType(type) && type.toLowerCase() !== FORM_TYPE)) return type;
	throw valueError(field, "a MIME type such as audio/mpeg, other than a form's", type);
}
