import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import type { Step } from '../errors/stepError';
import { type Body, describeResponse, fieldsOf, isAssent, readBody } from '../http/body';
import { PLAIN_CONTENT, type StreamedResponse, type TextResponse } from '../http/openResponse';
import { isSuccessStatus } from '../http/status';
import { cut } from '../secrets/shownValue';

export interface ServiceCall {
	step: Step;
	method: IHttpRequestMethods;
	/** Below the base URL, e.g. `/job/add_asset`. */
	path: string;
	jobId?: number;
	/** Query parameters beside `v` and `job_id`. */
	query?: IDataObject;
	body?: IDataObject;
	fileName?: string;
	/** Whether the call may be sent again if it may have arrived. */
	repeatable: boolean;
	/** No data of the response is needed: any 2xx is a success, even a text such as `201 OK`. */
	responseIsOptional?: boolean;
	/** The `ErrorType` of a race: Verbit did nothing, and the same call works a moment later. */
	raceType?: string;
}

export interface PreviousAttempts {
	/** An attempt of an earlier try of the node got no clear response, and Verbit may have carried it out. */
	mayHaveArrived: boolean;
	/** The job is one that this execution has made: what it has already, this call did, be it sent twice on its way. */
	isOwnJob?: boolean;
}

export function optionsFor(
	{ method, path, jobId, query, body = {} }: ServiceCall,
	{ baseUrl, apiVersion }: { baseUrl: string; apiVersion: number },
	url?: string,
): IHttpRequestOptions {
	const hasBody = Object.keys(body).length > 0;
	return {
		headers: { ...PLAIN_CONTENT, ...(hasBody && { 'Content-Type': 'application/json' }) },
		method,
		url: url ?? `${baseUrl}${path}`,
		// The query of the call belongs to its own URL.
		...(url === undefined && {
			qs: { ...query, v: apiVersion, ...(jobId !== undefined && { job_id: jobId }) },
		}),
		// A string: n8n's client drops keys such as `constructor` from an object.
		...(hasBody && { body: JSON.stringify(body) }),
	};
}

export interface VerbitResponse extends Pick<TextResponse, 'status' | 'headers'> {
	data: IDataObject;
	/** `ErrorType` of Verbit's envelope, at any HTTP status: some calls return 200 with one. */
	errorType?: string;
	body: Body;
	/** The body isn't JSON, but a page of a proxy or web server, or a short text. */
	isNotJson: boolean;
	/** What came instead of what was asked for, where the body by itself may be right. */
	unexpectedBody?: string;
	/** E.g. `400 INVALID_QUERY (job_id is missing)`, or `200 and text (Blocked by policy)`. */
	described: string;
}

/** Of a file, `text` is only the beginning. Whoever fetches it closes it. */
export type FetchedFile = VerbitResponse & StreamedResponse;

const BAD_TOKEN_TYPE = 'BAD_API_TOKEN';

const MAX_SHOWN_LENGTH = 500;

export function readResponse(
	{ status, headers, text }: Pick<TextResponse, 'status' | 'headers' | 'text'>,
	unexpectedBody?: string,
): VerbitResponse {
	const body = readBody(text, headers);
	const data = fieldsOf(body.json);
	const [errorType, comment] = [data.ErrorType, data.ErrorComment].map((value) =>
		typeof value === 'string' && value !== '' ? cut(value, MAX_SHOWN_LENGTH) : undefined,
	);
	const isNotJson = body.kind !== 'nothing' && body.json === undefined;
	const envelope = errorType === undefined ? {} : { code: errorType, comment };
	const described = describeResponse(status, body, envelope, unexpectedBody);
	return { status, headers, data, errorType, body, isNotJson, unexpectedBody, described };
}

/**
 * Whether a response is a 2xx with what was asked for, and without an error envelope.
 * @param isOptional no data is needed: a body is enough that says that the call was carried out, or nothing
 */
export function isSuccess(response: VerbitResponse, isOptional = false): boolean {
	const { status, errorType, body, isNotJson, unexpectedBody } = response;
	const isRight = isOptional ? isAssent(body) : !isNotJson;
	return (
		isSuccessStatus(status) && errorType === undefined && unexpectedBody === undefined && isRight
	);
}

/**
 * Verbit doesn't document the status of a refused token or key: 401, 403, or any with the documented error type. A
 * 403 with another type has another reason; a 401 has none, whatever its type is called.
 */
export function refusesToken({ status, errorType }: VerbitResponse): boolean {
	if (status === 401 || errorType === BAD_TOKEN_TYPE) return true;
	return status === 403 && errorType === undefined;
}

/** Verbit, a parameter or a callback may write it as a number or as its digits; nothing for any other value. */
export function jobIdOf(value: unknown): number | undefined {
	const isText = typeof value === 'number' || typeof value === 'string';
	const jobId = isText && /^\s*\d+\s*$/.test(String(value)) ? Number(value) : 0;
	return Number.isSafeInteger(jobId) && jobId > 0 ? jobId : undefined;
}
