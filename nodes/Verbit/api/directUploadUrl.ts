import type { IDataObject } from 'n8n-workflow';

import { addRemedy, replaceRemedies } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { isUnknownPath } from '../http/openResponse';
import { isHttpUrl } from '../http/url';
import { fieldsOf } from '../inspect/inspect';
import type { ServiceClient } from './client';
import { MISSING_PARAMETER } from './errorTypes';
import { incompleteError, type ServiceCall } from './serviceCall';

/** Assumed names of the deprecated call, which Verbit doesn't publish. The operation's options can replace them. */
export const DIRECT_UPLOAD_NAMES = {
	path: '/job/request_upload_url',
	fileNameParameter: 'file_name',
	uploadUrlField: 'upload_url',
};

/** Requests a URL for uploading the job's media. The call is safe to repeat, because each call returns a new URL. */
export async function requestDirectUploadUrl(
	client: ServiceClient,
	jobId: number,
	fileName: string,
	{ path, fileNameParameter, uploadUrlField }: typeof DIRECT_UPLOAD_NAMES,
): Promise<{ uploadUrl: string; data: IDataObject }> {
	const call: ServiceCall = {
		step: 'Request upload URL',
		jobId,
		fileName,
		method: 'POST',
		path,
		query: { [fileNameParameter]: fileName },
		repeatable: true,
	};
	const response = await client.call(call).catch((error: unknown) => {
		if (!(error instanceof StepError)) throw error;
		const { step, response, errorType } = error.details;
		const mayBeNames = isUnknownPath(response?.status) || errorType === MISSING_PARAMETER;
		throw step === call.step && mayBeNames ? addRemedy(error, 'UPLOAD_URL_NAMES') : error;
	});
	const uploadUrl = uploadUrlField
		.split('.')
		.reduce<unknown>((inner, name) => fieldsOf(inner)[name], response.data);
	if (isHttpUrl(uploadUrl)) return { uploadUrl, data: response.data };
	const error = incompleteError(call, response, `an upload URL in the field '${uploadUrlField}'`);
	throw replaceRemedies(error, 'UPLOAD_URL_NAMES');
}
