import type { IExecuteFunctions } from 'n8n-workflow';

import { fault } from '../errors/fault';
import type { JobCall } from '../api/jobCall';
import type { FileToUpload } from '../upload/uploadFile';
import { readBinarySources } from './binarySources';
import { readOptions } from './jobCall';
import { readTransferOptions } from './transferOptions';

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
 * The file of an item, for an operation that takes one.
 * @param code of the error for several
 */
export async function readOneFile(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
	code: 'MEDIA_TAKES_ONE_FILE' | 'BACKUP_TAKES_ONE_FILE',
): Promise<FileToUpload> {
	const files = await readFiles(context, itemIndex, call);
	if (files.length === 1) return files[0];
	throw fault(code, { count: files.length });
}
