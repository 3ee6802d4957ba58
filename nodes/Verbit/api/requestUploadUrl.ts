import type { IDataObject } from 'n8n-workflow';

import { addRemedy, replaceRemedies } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { isUnknownPath } from '../http/openResponse';
import { isHttpUrl } from '../http/url';
import { fieldsOf } from '../inspect/inspect';
import type { ServiceClient } from './client';
import { incompleteError, type ServiceCall } from './serviceCall';

/** Assumed names of the deprecated call, which Verbit doesn't publish. The operation's options can replace them. */
export const ASSUMED_NAMES = {
	path: '/job/request_upload_url',
	fileNameParameter: 'file_name',
	uploadUrlField: 'upload_url',
};

export async function requestUploadUrl(
	client: ServiceClient,
	jobId: number,
	fileName: string,
	names: typeof ASSUMED_NAMES,
): Promise<{ uploadUrl: string; data: IDataObject }> {
	const call: ServiceCall = {
		activity: 'Request upload URL',
		jobId,
		fileName,
		method: 'POST',
		path: names.path,
		query: { [names.fileNameParameter]: fileName },
		// Each call returns a new URL.
		repeatable: true,
	};
	const response = await client.call(call).catch((error: unknown) => {
		if (!(error instanceof StepError)) throw error;
		const { activity, response: answer, errorType } = error.details;
		const mayBeNames = isUnknownPath(answer?.status) || errorType === 'MISSING_PARAMETER';
		throw activity === call.activity && mayBeNames ? addRemedy(error, 'UPLOAD_URL_NAMES') : error;
	});
	const { data } = response;
	const uploadUrl = names.uploadUrlField
		.split('.')
		.reduce<unknown>((inner, name) => fieldsOf(inner)[name], data);
	if (isHttpUrl(uploadUrl)) return { uploadUrl, data };
	const missing = `an upload URL in the field '${names.uploadUrlField}'`;
	throw replaceRemedies(incompleteError(call, response, missing), 'UPLOAD_URL_NAMES');
}
