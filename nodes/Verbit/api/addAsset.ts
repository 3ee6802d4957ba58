import type { IDataObject } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import { isHttpUrl } from '../http/url';
import { isText } from '../inspect/inspect';
import type { ServiceClient } from './client';
import { getJobStatus, hasNoResult, saysUnknownJob } from './jobInfo';
import { incompleteError, type ServiceCall } from './serviceCall';

/** Registers an asset, which Verbit deletes if unused for 24 hours. `uploadUrl` is undefined if Verbit downloads the file. */
export async function addAsset(
	client: ServiceClient,
	jobId: number,
	asset: { file_name?: string; asset_url?: string },
): Promise<{ assetId: string; uploadUrl?: string; data: IDataObject }> {
	const call: ServiceCall = {
		activity: 'Add asset',
		jobId,
		fileName: asset.file_name,
		method: 'POST',
		path: '/job/add_asset',
		body: asset,
		repeatable: true,
	};
	const response = await client.call(call).catch(async (error: unknown) => {
		if (!(error instanceof StepError)) throw error;
		// INVALID_QUERY may mean that the job was started meanwhile. The job is then still usable.
		const isInvalidQuery = error.details.errorType === 'INVALID_QUERY';
		const isGone =
			saysUnknownJob(error) ||
			(isInvalidQuery && hasNoResult(await getJobStatus(client, jobId, call.activity)));
		throw isGone ? error.with({ jobFate: 'refused' }) : error;
	});
	const { asset_id: assetId } = response.data;
	const uploadUrl = response.data.upload_url || undefined;
	// JavaScript rounds a larger number, so it would be another asset's ID.
	if (!isText(assetId) && !Number.isSafeInteger(assetId))
		throw incompleteError(call, response, 'an exact asset ID');
	if (uploadUrl !== undefined && !isHttpUrl(uploadUrl))
		throw incompleteError(call, response, "a valid 'upload_url'");
	return { assetId: String(assetId), uploadUrl, data: response.data };
}
