import type { AuthenticationError } from '../../../credentials/verbitApi/authenticationError';
import type { Code } from '../errors/catalogue';
import { advise, type ErrorContext, fault } from '../errors/fault';
import type { Step, StepError } from '../errors/stepError';
import {
	isRetriableStatus,
	isSuccessStatus,
	type NetworkFailure,
	PROXY_LOGIN_REQUIRED,
	readNetworkFailure,
} from '../http/retry';
import { describeResponse, type VerbitResponse } from './response';

interface Call {
	step: Step;
	jobId?: number;
	fileName?: string;
	repeatable: boolean;
	raceType?: string;
}

/** The message for each `ErrorType` that Verbit documents. */
const CODES = {
	INVALID_OPTION: 'INVALID_OPTION',
	INVALID_QUERY: 'INVALID_QUERY',
	INVALID_URL: 'INVALID_URL',
	ITEM_NOT_FOUND: 'ITEM_NOT_FOUND',
	MISSING_PARAMETER: 'MISSING_PARAMETER',
} as const;

/**
 * The error for a response of Verbit that isn't a success: its code by `ErrorType` and HTTP status, whether a
 * repeat may help, and whether the call may have been carried out.
 */
export function responseError(call: Call, response: VerbitResponse): StepError {
	const { status, errorType, isPage, retryAfterMs, isForeign } = response;
	const isRace = errorType !== undefined && errorType === call.raceType;
	// A 2xx says that the call was carried out, though not with what: only a web page comes from somebody else.
	const isDone = isSuccessStatus(status) && errorType === undefined && isPage !== true;
	const mayHaveArrived = isDone || (!isRace && (status === 408 || status >= 500));
	if (status === PROXY_LOGIN_REQUIRED) {
		const about = { ...circumstancesOf(call), httpCode: String(status), isForeign: true };
		return fault('PROXY_LOGIN_REQUIRED', { target: 'Verbit' }, about);
	}
	return fault(
		isRace ? 'VERBIT_UNAVAILABLE' : codeFor(response),
		{ response: describeResponse(response) },
		{
			...circumstancesOf(call),
			httpCode: String(status),
			isForeign,
			errorType,
			retryAfterMs,
			retriable: isRace || (isRetriableStatus(status) && (call.repeatable || !mayHaveArrived)),
			mayHaveArrived,
		},
	);
}

function codeFor({ errorType, status, isForeign, inPlace }: VerbitResponse) {
	const known = Object.entries(CODES).find(([type]) => type === errorType)?.[1];
	if (known !== undefined) return known;
	if (status >= 300 && status < 400) return 'VERBIT_REDIRECTED';
	if (isRetriableStatus(status)) return 'VERBIT_UNAVAILABLE';
	if (inPlace !== undefined) return 'RESPONSE_UNUSABLE';
	return isForeign ? 'NOT_VERBIT' : 'CALL_REFUSED';
}

/**
 * The error for a token that Verbit refused, also after a renewal, or for a key that was sent itself. A web page
 * most likely comes from a proxy, which knows nothing of either, and gets a code of its own.
 */
export function tokenRefusedError(
	call: Call,
	response: VerbitResponse,
	code: 'TOKEN_REFUSED' | 'API_TOKEN_REFUSED',
): StepError {
	const { status, isForeign, isPage } = response;
	const about = { ...circumstancesOf(call), httpCode: String(status), isForeign };
	if (isPage === true) return fault('CALL_BLOCKED', { status }, about);
	return fault(code, { response: describeResponse(response) }, about);
}

/**
 * The error for a call without a response, such as a dropped connection. Its `mayHaveArrived` is false only where
 * the call certainly wasn't sent.
 */
export function noResponseError(call: Call, error: unknown): StepError {
	return withoutResponse(call, readNetworkFailure(error));
}

/**
 * The error for a call whose response wasn't complete in time. Whether the call may have arrived is taken from the
 * error that ended it.
 */
export function timedOutError(call: Call, { details }: StepError): StepError {
	const notSent = details.mayHaveArrived === false;
	return withoutResponse(call, { reason: 'ETIMEDOUT', notSent, isCertificate: false, isBlocked: false });
}

function withoutResponse(
	call: Call,
	{ reason, notSent, isCertificate }: NetworkFailure,
): StepError {
	const mayHaveArrived = !notSent;
	const about = { ...circumstancesOf(call), mayHaveArrived };
	if (isCertificate) return fault('CERTIFICATE_INVALID', { reason }, about);
	if (notSent) return fault('VERBIT_UNREACHABLE', { reason }, about);
	return fault('CONNECTION_DROPPED', { reason }, { ...about, retriable: call.repeatable });
}

/**
 * Finds the credential's error in what n8n's request helper threw, which wraps it; nothing for any other error. It
 * is recognized by name, not by class: n8n may load the credential apart from the node.
 */
export function authenticationErrorIn(error: unknown): StepError | undefined {
	const causes = [error, (error as { cause?: unknown } | undefined)?.cause];
	const failure = causes.find((cause) => nameOf(cause) === 'AuthenticationError');
	if (failure !== undefined) return exchangeFailed(failure as AuthenticationError);
	const isExpired = causes.some((cause) => nameOf(cause) === 'AccessTokenExpired');
	return isExpired ? fault('SAME_TOKEN_RETURNED', {}) : undefined;
}

function exchangeFailed({ messageCode, values, returned }: AuthenticationError): StepError {
	const { retryAfterMs, isPage: isForeign } = returned;
	const about: ErrorContext = {
		httpCode: values.status === undefined ? undefined : String(values.status),
		retryAfterMs,
		isForeign,
	};
	// The credential has filled its message in with the same values.
	return fault(messageCode as Code, values as never, about);
}

function nameOf(error: unknown): unknown {
	return (error as { name?: unknown } | undefined)?.name;
}

function circumstancesOf({ step, jobId, fileName }: Call) {
	return { step, jobId, fileName };
}

/**
 * Marks the last error of a call in doubt: an attempt before it may have arrived, and the next try of the node has
 * to know.
 */
export function unclear(error: StepError): StepError {
	const open = error.with({ mayHaveArrived: true });
	// An error without a response says so itself.
	return error.details.httpCode === undefined ? open : advise(open, 'EARLIER_ATTEMPT_UNCLEAR', {});
}
