import type { Part } from '../parameters/files';
import type { UploadedFile } from '../upload/uploadedFile';
import type { Run } from './operation';

type UploadedPart = UploadedFile | { asset_id: string };

/**
 * Uploads the parts that are files.
 * @returns the assets of all parts in order, and the details of those that were uploaded
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

/** Lets all of them finish: none is still running when another fails, and none is uploaded twice. */
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
