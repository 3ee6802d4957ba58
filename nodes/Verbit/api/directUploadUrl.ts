import type { IDataObject } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import { findUploadUrl } from './findUploadUrl';
import type { JobCall } from './jobCall';
import { describeResponse } from './response';
import type { ServiceClient } from './client';

/** What the service's description of the deprecated upload leaves open: assumptions, which the options can replace. */
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

const NAMES_ARE_OPEN =
	"The vendor does not publish the names of this deprecated call: where the service's support gives others, set them in the options. Upload Binary needs none of them.";

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
	throw new StepError({
		...place,
		kind: 'answer',
		what: `the service answered ${describeResponse(answer)} without a field ${JSON.stringify(uploadUrlField)}, or another that may be an upload URL`,
		remedy: NAMES_ARE_OPEN,
		httpCode: String(answer.status),
	});
}

function namesMayBeWrong(error: unknown): unknown {
	if (!(error instanceof StepError)) return error;
	const { httpCode, errorType, remedy } = error.details;
	const mayBeNames = httpCode === '404' || httpCode === '405' || errorType === 'MISSING_PARAMETER';
	if (!mayBeNames) return error;
	return new StepError({ ...error.details, remedy: `${remedy} ${NAMES_ARE_OPEN}` });
}
