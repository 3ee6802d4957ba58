import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { fault } from '../errors/fault';
import type { ServiceCall } from '../api/serviceCall';
import { isRetriableStatus } from '../http/network';
import { redactUrls } from '../http/redact';
import type { OpenResponse } from '../http/openResponse';
import { describeStoreAnswer, readStoreAnswer } from '../upload/storeAnswer';
import type { FileResponse } from './fileResponse';

/**
 * The response of a storage that Verbit redirects to. What it says of its own link is not about the access token: a new
 * one would not help.
 * @throws StepError when it refuses
 */
export function checkStorageResponse(
	{ jobId }: ServiceCall,
	{ status, headers }: OpenResponse,
	url: string,
	{ errorText, errorType, ...response }: FileResponse,
): FileResponse {
	if (errorText === undefined) {
		return errorType === undefined
			? response
			: { ...response, inPlace: 'JSON instead of the file' };
	}
	const refusal = readStoreAnswer({
		statusCode: status,
		headers,
		body: errorText,
	} as IN8nHttpFullResponse);
	throw fault(
		'DOWNLOAD_LINK_REFUSED',
		{ refusal: describeStoreAnswer(refusal), url: redactUrls(url) },
		{
			jobId,
			httpCode: String(status),
			errorType: refusal.code,
			retryAfterMs: refusal.retryAfterMs,
			retriable: isRetriableStatus(status),
		},
	);
}
