import type { IExecuteFunctions } from 'n8n-workflow';

import { readOptions, wholeNumber } from '../parameters/field';

export const concurrencyField = wholeNumber('Concurrency', 'concurrency', [1, 32], {
	default: 3,
	description: 'Max number of files to upload at the same time. Uses the value of the first item.',
});

/** Reads the option Concurrency of the first item for all items, because they share one limit. */
export function readConcurrency(context: IExecuteFunctions): number {
	try {
		return concurrencyField.readIn(readOptions(context, 0));
	} catch {
		// A failed expression or a wrong number becomes an error when the options of each item are read.
		return concurrencyField.readIn({});
	}
}
