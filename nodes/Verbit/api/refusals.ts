import type { AuthenticationError } from '../../../credentials/verbitApi/hosts';
import { advise, causeOf, type ErrorContext, createError } from '../errors/createError';
import { type Step, StepError } from '../errors/stepError';
import { retryAfterMs } from '../http/headers';
import { readNetworkFailure, unreachable } from '../http/retry';
import { isRetriableStatus, isSuccessStatus, PROXY_LOGIN_REQUIRED } from '../http/status';
import { errorNamed } from '../n8n/tokenRenewal';
import { jobIdOf, type VerbitResponse } from './response';
import type { ServiceCall } from './serviceCall';

export function responseError(call: ServiceCall, response: VerbitResponse): StepError {
	const { status, headers, errorType, body, isNotJson } = response;
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
	const values = { host: 'Verbit', response: response.described };
	if (status === PROXY_LOGIN_REQUIRED)
		return createError('PROXY_LOGIN_REQUIRED', values, { ...received, isFromProxy: true });
	const context = {
		...received,
		jobId: created ?? call.jobId,
		errorType,
		retryAfterMs: retryAfterMs(headers),
		retriable,
		mayHaveArrived,
	};
	if (isDocumented) return createError('CALL_REFUSED', { ...values, cause }, context);
	if (isRace || isRetriableStatus(status)) return createError('HOST_BUSY', values, context);
	if (response.unexpectedBody !== undefined)
		return createError('RESPONSE_UNUSABLE', values, context);
	if (isNotJson || (status >= 300 && status < 400))
		return createError('NOT_VERBIT', values, context);
	return createError('CALL_REFUSED', values, context);
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
export function saysNeither({ details: { httpCode = '', errorType } }: StepError): boolean {
	return httpCode.startsWith('2') && errorType === undefined;
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
	isKey = false,
): StepError {
	const context = contextOf(call, response);
	const { status, body, errorType, described } = response;
	if (body.kind === 'a web page') return createError('CALL_BLOCKED', { status }, context);
	if (!isKey) return createError('TOKEN_REFUSED', { response: described }, context);
	const values = { cause: 'originalToken', response: `it returned ${described}` } as const;
	// With an `ErrorType` it is Verbit itself that refuses it, whatever the status.
	return createError('API_KEY_REFUSED', values, { ...context, errorType });
}

/** `mayHaveArrived` is false only if the request certainly wasn't sent. `host` is a storage's; Verbit if left out. */
export function noResponseError(
	{ step, jobId, fileName, repeatable }: ServiceCall,
	error: unknown,
	{ host, isFile }: { host?: string; isFile?: boolean } = {},
): StepError {
	const failure = readNetworkFailure(error);
	const { notSent, reason, isStopped } = failure;
	const context = { step, jobId, fileName, mayHaveArrived: !notSent, isStopped };
	const values = { host: host ?? 'Verbit', reason };
	if (notSent) return unreachable(failure, values.host, context, host ? 'other' : 'verbit');
	if (isFile) return createError('DOWNLOAD_INTERRUPTED', values, context);
	return createError('CONNECTION_DROPPED', values, { ...context, retriable: repeatable });
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
	{ status, described: response, isNotJson: isFromProxy }: VerbitResponse,
): ErrorContext & { step: Step } {
	return { step, jobId, fileName, httpCode: String(status), response, isFromProxy };
}

/**
 * Marks the last error of a call in doubt: an earlier attempt may have arrived, and the next try of the node must
 * know.
 */
export function unclear(error: StepError): StepError {
	const open = error.with({ mayHaveArrived: true });
	// An error without a response says so itself.
	return error.details.httpCode === undefined ? open : advise(open, 'EARLIER_ATTEMPT_UNCLEAR', {});
}
