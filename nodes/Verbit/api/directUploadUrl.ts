import type { IDataObject } from 'n8n-workflow';

import { advise, fault } from '../errors/fault';
import { StepError } from '../errors/stepError';
import { isHttpUrl } from '../http/url';
import { readSignedUrl } from '../http/signedUrl';
import type { ServiceClient } from './client';
import { describeResponse } from './response';
import type { JobCall } from './serviceCall';

/** Names that Verbit doesn't publish for the deprecated upload: assumptions, which the options can replace. */
export interface DirectUploadNames {
	/** Below the base URL. */
	path: string;
	/** The query parameter with the file's name. */
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

/** A pre-signed URL to upload a job's media to, and the response that it was found in. */
export interface UploadUrl {
	uploadUrl: string;
	/** The unchanged response. */
	data: IDataObject;
}

/**
 * Requests a URL of the deprecated upload: what is sent to it becomes the job's media. Safe to repeat, each call
 * returns a URL.
 * @throws StepError when Verbit refuses, or returns no URL that can be found
 */
export async function requestDirectUploadUrl(
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
	const response = await call.catch((error: unknown) => {
		throw namesMayBeWrong(error);
	});
	const uploadUrl = findUploadUrl(response.data, uploadUrlField);
	if (uploadUrl !== undefined) return { uploadUrl, data: response.data };
	throw fault(
		'DIRECT_UPLOAD_URL_MISSING',
		{ response: describeResponse(response), field: uploadUrlField },
		{ ...place, httpCode: String(response.status) },
	);
}

function namesMayBeWrong(error: unknown): unknown {
	if (!(error instanceof StepError)) return error;
	const { httpCode, errorType } = error.details;
	const mayBeNames = httpCode === '404' || httpCode === '405' || errorType === 'MISSING_PARAMETER';
	return mayBeNames ? advise(error, 'UPLOAD_URL_NAMES', {}) : error;
}

/** Names that a field with an upload URL may have, without case and separators: `url`, `uploadUrl`, `pre_signed_url` … */
const URL_NAME = /^(upload|(upload|put|direct|target|s3|pre|signed)*(url|uri|link|href))$/;

/** Names of what such a field may stand in. */
const CONTAINER_NAME =
	/^(data|results?|response|payload|body|attributes|links|upload|directupload|asset|file|job)$/;

/**
 * Finds the upload URL in a response of unknown form: under a name that can mean nothing else, at the top or in an
 * object that can hold it. A URL that looks pre-signed wins over one that doesn't, a shallower one over a deeper
 * one.
 * @param field where it should be, e.g. `upload_url` or `data.url`: it wins over others of its kind
 */
export function findUploadUrl(response: object, field: string): string | undefined {
	const found = [valueAt(response, field), ...plausibleValues(response)].filter(isHttpUrl);
	return found.find((url) => readSignedUrl(url).kind !== 'unsigned') ?? found[0];
}

function valueAt(response: object, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), response);
}

/** Breadth first. */
function plausibleValues(response: object): unknown[] {
	const values: unknown[] = [];
	const open: unknown[] = [response];
	for (const holder of open) {
		for (const [name, value] of isObject(holder) ? Object.entries(holder) : []) {
			const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
			const isUrlName = URL_NAME.test(plain);
			if (isUrlName) values.push(value);
			if (isUrlName || CONTAINER_NAME.test(plain)) open.push(onlyEntry(value));
		}
	}
	return values;
}

/** A list of one is as good as its entry; one of several would be a choice. */
function onlyEntry(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
