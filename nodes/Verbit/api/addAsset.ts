import type { IDataObject } from 'n8n-workflow';

import { StepError, type Step } from '../errors/stepError';
import { isHttpUrl } from '../http/httpUrl';
import { describeResponse, type VerbitResponse } from './response';
import type { ServiceClient } from './client';
import type { JobCall } from './jobCall';

export interface AddedAsset {
	assetId: string;
	/** Pre-signed, for a PUT. Left out by the service for a file that it fetches itself. */
	uploadUrl?: string;
	/** The answer as it came. */
	data: IDataObject;
}

/** `POST /job/add_asset`. May be repeated: an asset that is not used deletes itself after 24 hours. */
export async function addAsset(
	client: ServiceClient,
	{ jobId, apiVersion }: JobCall,
	asset: { file_name: string } | { asset_url: string },
): Promise<AddedAsset> {
	const fileName = 'file_name' in asset ? asset.file_name : undefined;
	const place = { step: 'Add asset' as const, jobId, fileName };
	const answer = await client.call({
		...place,
		method: 'POST',
		path: '/job/add_asset',
		apiVersion,
		body: asset,
		repeatable: true,
	});
	const { asset_id: assetId, upload_url: uploadUrl } = answer.data;
	if (typeof assetId !== 'string' && typeof assetId !== 'number') {
		throw unusableAnswer(place, 'without an asset_id', answer);
	}
	const hasUploadUrl = uploadUrl !== undefined && uploadUrl !== null && uploadUrl !== '';
	if (hasUploadUrl && !isHttpUrl(uploadUrl)) {
		throw unusableAnswer(place, 'with an upload_url that is no http or https link', answer);
	}
	return {
		assetId: String(assetId),
		uploadUrl: hasUploadUrl ? uploadUrl : undefined,
		data: answer.data,
	};
}

function unusableAnswer(
	place: { step: Step; jobId: number; fileName?: string },
	flaw: string,
	answer: VerbitResponse,
): StepError {
	return new StepError({
		...place,
		kind: 'answer',
		what: `the service answered ${describeResponse(answer)} ${flaw}`,
		remedy: 'Check the Base URL of the credential and the option API Version.',
		httpCode: String(answer.status),
	});
}
