import type { IDataObject } from 'n8n-workflow';

import type { OpenMedia } from './source';
import type { Target } from './target';

/** An uploaded asset that is not used is deleted after this long, ms. */
const ASSET_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** What the node outputs for a file that is in the storage. */
export interface UploadedFile extends IDataObject {
	/** Not there when the file went to a URL that the user gave. */
	asset_id?: string;
	file_name: string;
	content_type: string;
	bytes: number;
	/** Hexadecimal, of what was sent. */
	md5: string;
	/** Whether the store's own MD5 is the same, or the store gives none. */
	integrity: 'verified' | 'unverified';
	attempts: number;
	duration_ms: number;
	/** ISO 8601. */
	uploaded_at: string;
	/** ISO 8601. */
	use_before: string;
}

export function describeUpload(
	{ fileName, contentType, size }: OpenMedia,
	{ assetId }: Target,
	{ md5, integrity }: Pick<UploadedFile, 'md5' | 'integrity'>,
	{ attempts, began }: { attempts: number; began: number },
): UploadedFile {
	const now = Date.now();
	return {
		...(assetId === undefined ? {} : { asset_id: assetId }),
		file_name: fileName,
		content_type: contentType,
		bytes: size,
		md5,
		integrity,
		attempts,
		duration_ms: now - began,
		uploaded_at: new Date(now).toISOString(),
		use_before: new Date(now + ASSET_LIFETIME_MS).toISOString(),
	};
}
