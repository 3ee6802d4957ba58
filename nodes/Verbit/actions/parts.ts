import type { IExecuteFunctions } from 'n8n-workflow';

import { readAssetIds } from '../input/assetIds';
import type { JobCall } from '../service/addAsset';
import type { FileToUpload } from '../upload/uploadFile';
import type { UploadedFile } from '../upload/uploadedFile';
import { readFiles } from './files';
import type { Run } from './operation';

/** One of the things that go to a job in one call: an asset, or a file that has to be uploaded first. */
export type Part = { assetId: string } | { file: FileToUpload };

type UploadedPart = UploadedFile | { asset_id: string };

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

/**
 * Uploads what has to be.
 * @returns the assets of all parts in their order, and what is known of those that were uploaded
 */
export async function uploadParts(
	run: Run,
	parts: Part[],
): Promise<{ assetIds: string[]; files: UploadedFile[] }> {
	const uploaded = await uploadAll(run, parts);
	return {
		assetIds: uploaded.map(({ asset_id: assetId }) => assetId as string),
		files: uploaded.filter((part): part is UploadedFile => 'md5' in part),
	};
}

/** All are let come to their end, so that none is still under way when one fails, and none is uploaded twice. */
async function uploadAll(run: Run, parts: Part[]): Promise<UploadedPart[]> {
	const outcomes = await Promise.allSettled(
		parts.map(async (part) =>
			'file' in part ? await run.upload(part.file) : { asset_id: part.assetId },
		),
	);
	return outcomes.map((outcome) => {
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value;
	});
}
