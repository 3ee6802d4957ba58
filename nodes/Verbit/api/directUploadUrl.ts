import type { IDataObject } from 'n8n-workflow';

import { advise, fault, sentence } from '../errors/fault';
import { StepError } from '../errors/stepError';
import { isHttpUrl } from '../http/url';
import type { ServiceClient } from './client';
import { describeResponse } from './response';
import type { JobCall } from './serviceCall';

/** Names that Verbit doesn't publish for the deprecated upload: assumptions, which the options can replace. */
export interface DirectUploadNames {
	/** Below the base URL. */
	path: string;
	fileNameParameter: string;
	/** The response's field with the URL; dots lead into objects. */
	uploadUrlField: string;
}

/** The names that the deprecated upload is assumed to have, used where the options don't set others. */
export const DIRECT_UPLOAD_NAMES: DirectUploadNames = {
	path: '/job/request_upload_url',
	fileNameParameter: 'file_name',
	uploadUrlField: 'upload_url',
};

const STEP = 'Request upload URL';

/**
 * Requests a URL of the deprecated upload: what is sent to it becomes the job's media. Safe to repeat, each call
 * returns a URL.
 */
export async function requestDirectUploadUrl(
	client: ServiceClient,
	{ jobId }: JobCall,
	fileName: string,
	{ path, fileNameParameter, uploadUrlField }: DirectUploadNames,
): Promise<{ uploadUrl: string; data: IDataObject }> {
	const place = { step: STEP, jobId, fileName } as const;
	const call = client.call({
		...place,
		method: 'POST',
		path,
		query: { [fileNameParameter]: fileName },
		repeatable: true,
	});
	const response = await call.catch((error: unknown) => {
		throw namesMayBeWrong(error);
	});
	const uploadUrl = valueAt(response.data, uploadUrlField);
	if (isHttpUrl(uploadUrl)) return { uploadUrl, data: response.data };
	const values = {
		response: describeResponse(response),
		missing: `an upload URL in the field '${uploadUrlField}'`,
	};
	const about = { ...place, httpCode: String(response.status) };
	const remedy = sentence('UPLOAD_URL_NAMES', {});
	throw fault('RESPONSE_INCOMPLETE', values, about).with({ remedy });
}

function namesMayBeWrong(error: unknown): unknown {
	if (!(error instanceof StepError)) return error;
	const { httpCode, errorType } = error.details;
	const mayBeNames = httpCode === '404' || httpCode === '405' || errorType === 'MISSING_PARAMETER';
	return mayBeNames ? advise(error, 'UPLOAD_URL_NAMES', {}) : error;
}

function valueAt(response: object, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((inner, name) => (Object(inner) as Record<string, unknown>)[name], response);
}
