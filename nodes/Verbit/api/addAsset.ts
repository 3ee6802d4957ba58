import type { IDataObject } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { isHttpUrl } from '../http/url';
import type { ServiceClient } from './client';
import { describeResponse } from './response';
import type { JobCall } from './serviceCall';

/** An asset that `POST /job/add_asset` registered, and where to upload its file. */
interface AddedAsset {
	assetId: string;
	/** Pre-signed, for a PUT. Verbit leaves it out for a file that it downloads itself. */
	uploadUrl?: string;
	data: IDataObject;
}

/** `POST /job/add_asset`. May be repeated: an asset that is not used deletes itself after 24 hours. */
export async function addAsset(
	client: ServiceClient,
	{ jobId }: JobCall,
	asset: { file_name: string } | { asset_url: string },
): Promise<AddedAsset> {
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
		throw fault('RESPONSE_INCOMPLETE', { response: described, missing: 'an asset ID' }, about);
	}
	const hasUploadUrl = uploadUrl !== undefined && uploadUrl !== null && uploadUrl !== '';
	if (hasUploadUrl && !isHttpUrl(uploadUrl)) {
		throw fault(
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
