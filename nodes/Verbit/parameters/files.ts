import type { IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../errors/stepError';
import type { JobCall } from '../api/jobCall';
import { readTransferOptions } from '../upload/transferOptions';
import type { FileToUpload } from '../upload/uploadFile';
import { readBinarySources } from './binarySources';
import { readOptions } from './jobCall';

/** The files of an item that go to its job, as the parameter Input Binary Field and the transfer options say. */
export async function readFiles(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
): Promise<FileToUpload[]> {
	const transfer = readTransferOptions(readOptions(context, itemIndex));
	const sources = await readBinarySources(context, itemIndex, transfer);
	return sources.map((source) => ({ ...call, source, transfer }));
}

/**
 * The same for an operation that takes one file.
 * @param operation its name in the editor
 * @param instead what to do with several, as the beginning of a sentence
 */
export async function readOneFile(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
	{ operation, instead }: { operation: string; instead?: string },
): Promise<FileToUpload> {
	const files = await readFiles(context, itemIndex, call);
	if (files.length === 1) return files[0];
	throw inputError(
		`There are ${files.length} files, but ${operation} adds one`,
		instead === undefined
			? 'Name one Input Binary Field.'
			: `${instead}, or name one Input Binary Field.`,
	);
}
