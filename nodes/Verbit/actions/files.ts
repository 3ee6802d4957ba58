import type { IExecuteFunctions } from 'n8n-workflow';

import type { JobCall } from '../service/addAsset';
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
