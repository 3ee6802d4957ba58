import type { IExecuteFunctions } from 'n8n-workflow';

import { readAssetIds } from './assetIds';
import type { JobCall } from '../api/jobCall';
import type { FileToUpload } from '../upload/uploadFile';
import { readFiles } from './files';

/** One of the things that go to a job in one call: an asset, or a file that has to be uploaded first. */
export type Part = { assetId: string } | { file: FileToUpload };

/** The assets or files of an item, as its parameters Asset IDs or Input Binary Field say, in their order. */
export async function readParts(
	context: IExecuteFunctions,
	itemIndex: number,
	call: JobCall,
	source: 'assetIds' | 'binary',
): Promise<Part[]> {
	if (source === 'assetIds') {
		const assetIds = readAssetIds(context.getNodeParameter('assetIds', itemIndex));
		return assetIds.map((assetId) => ({ assetId }));
	}
	const files = await readFiles(context, itemIndex, call);
	return files.map((file) => ({ file }));
}

/** The assets that are named, not uploaded. */
export function namedAssets(parts: Part[]): string[] {
	return parts.flatMap((part) => ('assetId' in part ? [part.assetId] : []));
}
