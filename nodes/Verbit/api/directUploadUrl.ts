import type { IDataObject } from 'n8n-workflow';

import { advise } from '../errors/advice';
import { fault } from '../errors/fault';
import { StepError } from '../errors/stepError';
import { findUploadUrl } from './findUploadUrl';
import type { JobCall } from './jobCall';
import { describeResponse } from './response';
import type { ServiceClient } from './client';

/** Names that Verbit doesn't publish for the deprecated upload: assumptions, which the options can replace. */
export interface DirectUploadNames {
	/** Below the base URL. */
	path: string;
	/** The query parameter with the file's name. */
	fileNameParameter: string;
	/** The answer's field with the URL; dots lead into objects. */
	uploadUrlField: string;
}

export const DIRECT_UPLOAD_NAMES: DirectUploadNames = {
	path: '/job/request_upload_url',
	fileNameParameter: 'file_name',
	uploadUrlField: 'upload_url',
};

const STEP = 'Request upload URL';

export interface UploadUrl {
	uploadUrl: string;
	/** The answer as it came. */
	data: IDataObject;
}

/** The deprecated upload: a URL whose content becomes the job's media. May be repeated: each call gives a URL. */
export async function requestUploadUrl(
	client: ServiceClient,
	{ jobId, apiVersion }: JobCall,
	fileName: string,
	{ path, fileNameParameter, uploadUrlField }: DirectUploadNames,
): Promise<UploadUrl> {
	const place = { step: STEP, jobId, fileName } as const;
	const call = client.call({
		...place,
		method: 'POST',
		path,
		apiVersion,
		query: { [fileNameParameter]: fileName },
		repeatable: true,
	});
	const answer = await call.catch((error: unknown) => {
		throw namesMayBeWrong(error);
	});
	const uploadUrl = findUploadUrl(answer.data, uploadUrlField);
	if (uploadUrl !== undefined) return { uploadUrl, data: answer.data };
	throw fault(
		'DIRECT_UPLOAD_URL_MISSING',
		{ response: describeResponse(answer), field: uploadUrlField },
		{ ...place, httpCode: String(answer.status) },
	);
}

function namesMayBeWrong(error: unknown): unknown {
	if (!(error instanceof StepError)) return error;
	const { httpCode, errorType } = error.details;
	const mayBeNames = httpCode === '404' || httpCode === '405' || errorType === 'MISSING_PARAMETER';
	return mayBeNames ? advise(error, 'UPLOAD_URL_NAMES', {}) : error;
}
