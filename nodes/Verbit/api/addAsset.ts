import type { IDataObject } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { isHttpUrl } from '../http/url';
import type { ServiceClient } from './client';
import { describeResponse } from './response';
import type { JobCall } from './serviceCall';

/**
 * Registers an asset. May be repeated: an asset that is not used deletes itself after 24 hours.
 * @returns `uploadUrl`, pre-signed for a PUT, unless Verbit downloads the file itself
 */
export async function addAsset(
	client: ServiceClient,
	{ jobId }: JobCall,
	asset: { file_name: string } | { asset_url: string },
): Promise<{ assetId: string; uploadUrl?: string; data: IDataObject }> {
	const fileName = 'file_name' in asset ? asset.file_name : undefined;
	const place = { step: 'Add asset' as const, jobId, fileName };
	const response = await client.call({
		...place,
		method: 'POST',
		path: '/job/add_asset',
		body: asset,
		repeatable: true,
	});
	const described = describeResponse(response);
	const about = { ...place, httpCode: String(response.status) };
	const { asset_id: assetId, upload_url: uploadUrl } = response.data;
	const isText = typeof assetId === 'string' && assetId.trim() !== '';
	if (!isText && typeof assetId !== 'number') {
		throw createError(
			'RESPONSE_INCOMPLETE',
			{ response: described, missing: 'an asset ID' },
			about,
		);
	}
	const hasUploadUrl = uploadUrl !== undefined && uploadUrl !== null && uploadUrl !== '';
	if (hasUploadUrl && !isHttpUrl(uploadUrl)) {
		throw createError(
			'RESPONSE_INCOMPLETE',
			{ response: described, missing: "a valid 'upload_url'" },
			about,
		);
	}
	return {
		assetId: String(assetId),
		uploadUrl: hasUploadUrl ? uploadUrl : undefined,
		data: response.data,
	};
}
