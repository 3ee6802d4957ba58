import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import {
	type AuthenticationError,
	BAD_TOKEN_TYPE,
} from '../../../credentials/verbitApi/authenticationError';
import { createError, hasVariant } from '../errors/createError';
import type { Activity } from '../errors/messages/message';
import { type ErrorDetails, StepError } from '../errors/stepError';
import { type Body, describeResponse, readBody, readEnvelope, valuesIn } from '../http/body';
import { retryAfterMs } from '../http/headers';
import { readNetworkFailure, unreachableError } from '../http/networkFailure';
import {
	isRetriableStatus,
	isSuccessStatus,
	PROXY_LOGIN_REQUIRED,
	type TextResponse,
} from '../http/openResponse';
import { fieldsOf, jobIdOf } from '../inspect/inspect';
import { errorNamed } from '../n8n/requestErrors';

export interface ServiceCall {
	activity: Activity;
	method: IHttpRequestMethods;
	path: string;
	jobId?: number;
	query?: IDataObject;
	body?: IDataObject;
	fileName?: string;
	/** Whether the call may be sent again while it is in doubt. */
	repeatable: boolean;
}

export interface VerbitResponse extends Pick<TextResponse, 'status' | 'headers'> {
	/** Verbit's fields, with `error` called `verbit_error`: Retry On Fail repeats a node whose first item has a field `error`. */
	data: IDataObject;
	/** `ErrorType` of Verbit's error envelope, at any HTTP status: some calls return an envelope with 200. */
	errorType?: string;
	body: Body;
	/** Describes a body that looks right but isn't what the call asked for, such as a body that is too long. */
	unexpectedBody?: string;
	summary: string;
}

export function readResponse(
	{ status, headers, text }: TextResponse,
	unexpectedBody?: string,
): VerbitResponse {
	const body = readBody(text, headers['content-type']);
	const { error, ...fields } = fieldsOf(body.json);
	const data = error === undefined ? fields : { ...fields, verbit_error: error };
	const envelope = readEnvelope(body.json);
	const { code: errorType } = envelope;
	const summary = describeResponse(status, body, envelope, unexpectedBody);
	return { status, headers, data, errorType, body, unexpectedBody, summary };
}

function mayBeOfVerbit({ kind, json }: Body): boolean {
	// Any other body comes from a proxy or gateway.
	return kind === 'nothing' || json !== undefined;
}

/** HTTP status of a call that was carried out and whose result is at another URL. */
const SEE_OTHER = 303;

export function isErrorResponse({ status, errorType }: VerbitResponse): boolean {
	return errorType !== undefined || !(isSuccessStatus(status) || status === SEE_OTHER);
}

export function isSuccess(response: VerbitResponse): boolean {
	const { status, errorType, unexpectedBody, body } = response;
	const isWhole = unexpectedBody === undefined && mayBeOfVerbit(body);
	return isSuccessStatus(status) && errorType === undefined && isWhole;
}

/**
 * Returns whether a response refuses the token or key, for which Verbit documents only an error type. A 401 is always about the
 * token; a 403 with another error type means something else.
 */
export function refusesToken({ status, errorType }: VerbitResponse): boolean {
	if (status === 401 || errorType === BAD_TOKEN_TYPE) return true;
	return status === 403 && errorType === undefined;
}

export function responseError(call: ServiceCall, response: VerbitResponse): StepError {
	const { status, errorType, body, unexpectedBody, summary } = response;
	const received = detailsOf(call, response);
	const values = { host: 'Verbit', response: summary };
	if (status === PROXY_LOGIN_REQUIRED) return createError('PROXY_LOGIN_REQUIRED', values, received);
	const details = { ...received, ...outcomeOf(call, response) };
	const refusal = createError('CALL_REFUSED', { ...values, variant: errorType }, details);
	// Repeating the call can't help for this job.
	const isLasting = errorType === 'ITEM_NOT_FOUND' || errorType === 'INVALID_QUERY';
	if (isLasting) return refusal.with({ advisedTry: 'none' });
	if (hasVariant('CALL_REFUSED', errorType)) return refusal;
	if (details.retriable || isRetriableStatus(status))
		return createError('HOST_BUSY', values, details);
	if (unexpectedBody === undefined) {
		const isOther = !mayBeOfVerbit(body) || (status >= 300 && status < 400);
		if (isOther) return createError('NOT_VERBIT', values, details);
		if (isErrorResponse(response)) return refusal;
	}
	const missing = unexpectedBody === undefined ? 'a clear result' : 'what was asked for';
	return createError('RESPONSE_INCOMPLETE', { ...values, missing }, details);
}

/** Returns what became of a call by a response that isn't its success: whether it is in doubt, and may be repeated. */
function outcomeOf({ jobId, repeatable }: ServiceCall, response: VerbitResponse) {
	const { status, errorType, body } = response;
	const namedJobId = jobId === undefined ? jobNamedBy(response) : undefined;
	// The assumed error type of a race of two creations: nothing was done, and a repeat is allowed.
	const isRace = namedJobId === undefined && /^UUID_ALREADY_EXISTS?$/i.test(errorType ?? '');
	// A documented error type is a refusal at any status, even 500: the call wasn't carried out, and won't be.
	const isDocumented = hasVariant('CALL_REFUSED', errorType);
	const isFault = !isRace && !isDocumented && (status === 408 || status >= 500);
	// A success was carried out, even if it doesn't say what was done. Only a web page comes from a proxy or gateway.
	const isDone = !isErrorResponse(response) && (status === SEE_OTHER || body.kind !== 'a web page');
	const isInDoubt = isDone || isFault || namedJobId !== undefined;
	const isBusy = !isDocumented && isRetriableStatus(status);
	const retriable = isRace || (isBusy && (repeatable || !isInDoubt));
	return { isInDoubt, retriable, namedJobId, jobId: namedJobId ?? jobId };
}

function jobNamedBy({ status, data, body, headers }: VerbitResponse): number | undefined {
	const inLocation = /(?:\bjob_id=|\/jobs?\/)(\d+)/.exec(headers.location ?? '')?.[1];
	const inner = valuesIn(body.json).map((value) => fieldsOf(value).job_id);
	const ids = [data.job_id, ...inner, inLocation].map(jobIdOf);
	const isAccepted = isSuccessStatus(status) || status === SEE_OTHER;
	return isAccepted ? ids.find((id) => id !== undefined) : undefined;
}

export function incompleteError(call: ServiceCall, response: VerbitResponse, missing: string) {
	const values = { response: response.summary, missing };
	return createError('RESPONSE_INCOMPLETE', values, detailsOf(call, response));
}

export function tokenRefusedError(call: ServiceCall, response: VerbitResponse, isKey: boolean) {
	const details = detailsOf({ ...call, activity: 'Authenticate' }, response);
	const values = { host: 'Verbit', response: response.summary };
	// A proxy, from which a web page most likely comes, can't judge a token.
	if (response.body.kind === 'a web page') return createError('NOT_VERBIT', values, details);
	if (!isKey) return createError('TOKEN_REFUSED', values, details);
	const refused = { key: 'original API token', response: `it returned ${response.summary}` };
	return createError('API_KEY_REFUSED', refused, details);
}

export function noResponseError(
	{ activity, jobId, fileName, repeatable }: ServiceCall,
	error: unknown,
	options: { host?: string; isFile?: boolean; deadline?: AbortSignal },
): StepError {
	const { host = 'Verbit', isFile, deadline } = options;
	const failure = readNetworkFailure(error, deadline);
	const details = { activity, jobId, fileName };
	const values = { host, reason: failure.reason };
	if (failure.isNotSent) return unreachableError(failure, host, details);
	if (isFile) return createError('DOWNLOAD_INTERRUPTED', { ...values, source: host }, details);
	const sent = { ...details, retriable: repeatable, isInDoubt: true };
	return createError('CONNECTION_DROPPED', values, sent);
}

export function authenticationErrorIn(error: unknown): StepError | undefined {
	const refusal = errorNamed<AuthenticationError>(/^AuthenticationError$/, error);
	if (refusal !== undefined) return new StepError(refusal.failure.details);
	if (errorNamed(/^AccessTokenExpired$/, error) === undefined) return undefined;
	const values = { response: 'the same token again' };
	return createError('TOKEN_REFUSED', values, { activity: 'Authenticate' });
}

function detailsOf(
	{ activity, jobId, fileName }: ServiceCall,
	{ status, headers, errorType, summary, body }: VerbitResponse,
): ErrorDetails {
	const isFromProxy = !mayBeOfVerbit(body) || status === PROXY_LOGIN_REQUIRED;
	const response = { status, summary, isFromProxy, retryAfterMs: retryAfterMs(headers) };
	return { activity, jobId, fileName, errorType, response };
}
