import type { IDataObject } from 'n8n-workflow';

import { inputError } from '../errors/stepError';
import { readWholeNumber } from '../parameters/wholeNumber';
import { describeValue } from '../http/redact';

export interface TransferOptions {
	/** In place of the name that n8n knows. */
	fileName?: string;
	contentType?: string;
	/** Files at a time, over all items. */
	concurrency: number;
	maxAttempts: number;
	/** Seconds. */
	stallTimeout: number;
	verifyIntegrity: boolean;
}

/** The editor shows the same values, see `actions/fields.ts`. */
export const TRANSFER_DEFAULTS = {
	concurrency: 3,
	maxAttempts: 4,
	stallTimeout: 60,
	verifyIntegrity: true,
};

/** What each number may be: more than this is a slip of the pen, or would press the store or this machine. */
export const TRANSFER_BOUNDS = {
	concurrency: { displayName: 'Concurrency', min: 1, max: 32 },
	maxAttempts: { displayName: 'Max Attempts', min: 1, max: 10 },
	stallTimeout: { displayName: 'Stall Timeout', min: 1, max: 3600 },
};

/**
 * Reads the transfer options of an item's collection `options`.
 * @throws StepError when a number is out of its bounds or a Content Type is none
 */
export function readTransferOptions(options: IDataObject): TransferOptions {
	return {
		fileName: textOption(options.fileName),
		contentType: readContentType(textOption(options.contentType)),
		concurrency: numberOption('concurrency', options),
		maxAttempts: numberOption('maxAttempts', options),
		stallTimeout: numberOption('stallTimeout', options),
		verifyIntegrity: options.verifyIntegrity !== false,
	};
}

function numberOption(name: keyof typeof TRANSFER_BOUNDS, options: IDataObject): number {
	const byDefault = TRANSFER_DEFAULTS[name];
	return readWholeNumber(options[name] ?? byDefault, {
		...TRANSFER_BOUNDS[name],
		default: byDefault,
	});
}

function textOption(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return text === '' ? undefined : text;
}

/** A header's value: a control character in it would end the header. */
function readContentType(value?: string): string | undefined {
	if (value === undefined || /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(value)) return value;
	throw inputError(
		`The option Content Type is no MIME type: ${describeValue(value)}`,
		'Give a type such as audio/mpeg or video/mp4.',
	);
}
