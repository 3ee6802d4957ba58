import type { AuthenticationError } from '../../../credentials/verbitApi/hosts';
import { advise, causeOf, createError } from '../errors/createError';
import { type ErrorContext, type Step, StepError } from '../errors/stepError';
import { retryAfterMs } from '../http/headers';
import { readNetworkFailure, unreachable } from '../http/retry';
import { isRetriableStatus, isSuccessStatus, PROXY_LOGIN_REQUIRED } from '../http/status';
import { errorNamed } from '../n8n/tokenRenewal';
import { jobIdOf, type ServiceCall, type VerbitResponse } from './serviceCall';

export function responseError(call: ServiceCall, response: VerbitResponse): StepError {
	const { status, errorType, body, isNotJson, unexpectedBody, described } = response;
	const created = call.jobId === undefined ? createdJob(response) : undefined;
	const isRace = created === undefined && errorType !== undefined && errorType === call.raceType;
	const cause = causeOf('CALL_REFUSED', errorType);
	const isDocumented = cause !== 'other';
	// A documented type is a refusal at any status, 500 included: the call wasn't carried out, and won't be.
	const isUnclear = !isRace && !isDocumented && (status === 408 || status >= 500);
	// A 2xx says that the call was carried out, though not with what: only a web page comes from somebody else.
	const isDone = isSuccessStatus(status) && errorType === undefined && body.kind !== 'a web page';
	const mayHaveArrived = isDone || isUnclear || created !== undefined || status === SEE_OTHER;
	const isBusy = !isDocumented && isRetriableStatus(status);
	const retriable = isRace || (isBusy && (call.repeatable || !mayHaveArrived));
	const received = contextOf(call, response);
	const values = { host: 'Verbit', response: described };
	if (status === PROXY_LOGIN_REQUIRED) return createError('PROXY_LOGIN_REQUIRED', values, received);
	const context = { ...received, jobId: created ?? call.jobId, retriable, mayHaveArrived };
	if (isDocumented) return createError('CALL_REFUSED', { ...values, cause }, context);
	if (isRace || isRetriableStatus(status)) return createError('HOST_BUSY', values, context);
	if (unexpectedBody !== undefined) return createError('RESPONSE_UNUSABLE', values, context);
	const isOther = isNotJson || (status >= 300 && status < 400);
	return createError(isOther ? 'NOT_VERBIT' : 'CALL_REFUSED', values, context);
}

/** A redirect to what a call has made. */
const SEE_OTHER = 303;

/** The job that the response to a creation names, be it no success. */
export function createdJob({ status, data, headers }: VerbitResponse): number | undefined {
	const inLocation = /(?:\bjob_id=|\/jobs?\/)(\d+)/.exec(headers.location ?? '')?.[1];
	if (isSuccessStatus(status)) return jobIdOf(data.job_id ?? inLocation);
	return status === SEE_OTHER ? jobIdOf(inLocation) : undefined;
}

/** Whether a success came with a body that says neither that the call was carried out nor that it wasn't. */
export function saysNeither({ details: { response, errorType } }: StepError): boolean {
	return response !== undefined && isSuccessStatus(response.status) && errorType === undefined;
}

export function incompleteError(
	call: ServiceCall,
	response: VerbitResponse,
	missing: string,
): StepError {
	const values = { response: response.described, missing };
	return createError('RESPONSE_INCOMPLETE', values, contextOf(call, response));
}

/** The error for a refused token or key. A web page most likely comes from a proxy, which knows nothing of either. */
export function tokenRefusedError(
	call: ServiceCall,
	response: VerbitResponse,
	isKey: boolean,
): StepError {
	const context = contextOf(call, response);
	const values = { host: 'Verbit', response: response.described };
	if (response.body.kind === 'a web page') return createError('NOT_VERBIT', values, context);
	if (!isKey) return createError('TOKEN_REFUSED', values, context);
	const ofKey = { cause: 'originalToken', response: `it returned ${response.described}` } as const;
	return createError('API_KEY_REFUSED', ofKey, context);
}

/** `mayHaveArrived` is false only if the request certainly wasn't sent. `host` is a storage's; Verbit if left out. */
export function noResponseError(
	{ step, jobId, fileName, repeatable }: ServiceCall,
	error: unknown,
	{ host, isFile }: { host?: string; isFile?: boolean },
): StepError {
	const failure = readNetworkFailure(error);
	const context = { step, jobId, fileName };
	const values = { host: host ?? 'Verbit', reason: failure.reason };
	if (failure.notSent) return unreachable(failure, values.host, context, host ? 'other' : 'verbit');
	if (isFile) return createError('DOWNLOAD_INTERRUPTED', values, context);
	const sent = { ...context, retriable: repeatable, mayHaveArrived: true };
	return createError('CONNECTION_DROPPED', values, sent);
}

/** The credential's error in what n8n's request helper threw. */
export function authenticationErrorIn(error: unknown): StepError | undefined {
	const refusal = errorNamed('AuthenticationError', error);
	if (refusal !== undefined) return new StepError((refusal as AuthenticationError).failure.details);
	if (errorNamed('AccessTokenExpired', error) === undefined) return undefined;
	const values = { response: 'the same token again' };
	return createError('TOKEN_REFUSED', values, { step: 'Authenticate' });
}

function contextOf(
	{ step, jobId, fileName }: ServiceCall,
	{ status, headers, errorType, described, isNotJson }: VerbitResponse,
): ErrorContext & { step: Step } {
	const isFromProxy = isNotJson || status === PROXY_LOGIN_REQUIRED;
	const response = { status, text: described, isFromProxy, retryAfterMs: retryAfterMs(headers) };
	return { step, jobId, fileName, errorType, response };
}

/**
 * Marks the last error of a call in doubt: an earlier attempt may have arrived, and the next try of the node must
 * know.
 */
export function unclear(error: StepError): StepError {
	const open = error.with({ mayHaveArrived: true });
	// An error without a response says so itself.
	return error.details.response === undefined ? open : advise(open, 'EARLIER_ATTEMPT_UNCLEAR', {});
}
