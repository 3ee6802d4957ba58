import type { IDataObject } from 'n8n-workflow';

import { type Body, describeBody, isAssent, isObject, readBody } from '../http/body';
import type { StreamedResponse, TextResponse } from '../http/openResponse';
import { isSuccessStatus } from '../http/status';
import { cut } from '../secrets/shownValue';

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

export function readResponse(response: TextResponse, unexpectedBody?: string): VerbitResponse {
	const { status, headers, text } = response;
	const body = readBody(text, headers);
	const data = isObject(body.json) ? body.json : {};
	const [errorType, comment] = [data.ErrorType, data.ErrorComment].map((value) =>
		typeof value === 'string' && value !== '' ? cut(value, MAX_SHOWN_LENGTH) : undefined,
	);
	const isNotJson = body.kind !== 'nothing' && body.json === undefined;
	const came = unexpectedBody ?? (body.kind === 'nothing' ? undefined : describeBody(body));
	const envelope = comment === undefined ? errorType : `${errorType} (${comment})`;
	const said = errorType === undefined ? came && `and ${came}` : envelope;
	const described = said === undefined ? String(status) : `${status} ${said}`;
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

/** Verbit may write an ID as a number or as its digits. */
export function jobIdOf(value: unknown): number | undefined {
	const jobId = /^\s*\d+\s*$/.test(String(value)) && !Array.isArray(value) ? Number(value) : 0;
	return Number.isSafeInteger(jobId) && jobId > 0 ? jobId : undefined;
}
