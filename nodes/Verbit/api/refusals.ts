import type { AuthenticationError } from '../../../credentials/verbitApi/authenticationError';
import { StepError, type Step } from '../errors/stepError';
import { isRetriableStatus, readNetworkFailure } from '../http/network';
import { redactUrls } from '../http/redact';
import { type VerbitResponse, describeResponse } from './response';

interface Call {
	step: Step;
	jobId?: number;
	fileName?: string;
	repeatable: boolean;
}

/** What to do about each `ErrorType` that the vendor documents. */
const REMEDIES: Record<string, string> = {
	INVALID_OPTION:
		'The service does not know one of the values. Check the parameters of this operation.',
	INVALID_QUERY:
		'The service can not do this for the job as it is now. Check the status of the job.',
	INVALID_URL: 'Check that the link works without a login and answers a GET request.',
	ITEM_NOT_FOUND:
		'Check the job ID, the asset IDs and the Environment of the credential. An uploaded asset is deleted when it has not been used for 24 hours.',
	MISSING_PARAMETER:
		'The service misses a value. Check the parameters of this operation and the option API Version.',
};

/** The service answered, and it is no success. */
export function responseError(call: Call, answer: VerbitResponse): StepError {
	const mayHaveArrived = answer.status === 408 || answer.status >= 500;
	return new StepError({
		...placeOf(call),
		kind: 'answer',
		what: `the service answered ${describeResponse(answer)}`,
		remedy: remedyFor(answer),
		httpCode: String(answer.status),
		isForeign: answer.isForeign,
		errorType: answer.errorType,
		retryAfterMs: answer.retryAfterMs,
		retriable: isRetriableStatus(answer.status) && (call.repeatable || !mayHaveArrived),
		mayHaveArrived,
	});
}

function remedyFor({ errorType, status, isForeign }: VerbitResponse): string {
	if (errorType !== undefined && errorType in REMEDIES) return REMEDIES[errorType];
	if (status >= 300 && status < 400) {
		return 'A redirect is not followed, so that the token stays with this host. Check the Base URL of the credential.';
	}
	if (isRetriableStatus(status)) return 'The service is busy or down. Try again later.';
	if (isForeign)
		return 'This is not the Verbit API. Check the Base URL of the credential and the proxy in between.';
	return 'Check the parameters of this operation.';
}

/** The service refused the token or the key, also after a renewal. */
export function tokenRefusedError(call: Call, answer: VerbitResponse): StepError {
	return new StepError({
		...placeOf(call),
		kind: 'answer',
		what: `the service did not accept the access token, nor a new one: ${describeResponse(answer)}`,
		remedy:
			'Check that the API Key, the Authentication and the Environment of the credential belong together, and that the account may use this operation.',
		httpCode: String(answer.status),
		isForeign: answer.isForeign,
	});
}

/** There was no answer: it is not always known whether the call arrived. */
export function noAnswerError(call: Call, error: unknown): StepError {
	const { reason, notSent } = readNetworkFailure(error);
	return new StepError({
		...placeOf(call),
		kind: 'answer',
		what: notSent
			? `the service could not be reached (${reason})`
			: `the connection ended without an answer (${reason})`,
		remedy:
			'Check the network, the proxy and the Base URL of the credential, and try again.' +
			(notSent ? '' : ' It is not known whether the call arrived: look at the job before that.'),
		retriable: notSent || call.repeatable,
		mayHaveArrived: !notSent,
	});
}

/**
 * Reads what the credential threw inside n8n's request helper, which wraps it.
 * By name, not by class: n8n may load the credential apart from the node.
 */
export function authenticationErrorIn(error: unknown): StepError | undefined {
	const { cause } = error as { cause?: unknown };
	if (nameOf(cause) === 'AuthenticationError') return exchangeFailed(cause as AuthenticationError);
	if (nameOf(cause) === 'AccessTokenExpired') return sameTokenAgain();
	return undefined;
}

function exchangeFailed(error: AuthenticationError): StepError {
	const { message, description, retriable, answer } = error;
	const isStatus = /^\d{3}$/.test(answer);
	return new StepError({
		kind: 'answer',
		step: 'Authenticate',
		what: isStatus ? message : `${message} (${redactUrls(answer)})`,
		remedy: description,
		httpCode: isStatus ? answer : undefined,
		retriable,
	});
}

function sameTokenAgain(): StepError {
	return new StepError({
		kind: 'answer',
		step: 'Authenticate',
		what: 'the service did not accept the access token, and the exchange gave the same one again',
		remedy: 'Check that the Base URL and the Authentication URL of the credential belong together.',
	});
}

function nameOf(error: unknown): unknown {
	return (error as { name?: unknown } | undefined)?.name;
}

function placeOf({ step, jobId, fileName }: Call) {
	return { step, jobId, fileName };
}
