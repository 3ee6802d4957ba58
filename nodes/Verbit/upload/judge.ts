import { type ErrorContext, createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { MAX_RETRY_AFTER_MS, readNetworkFailure, unreachable } from '../http/retry';
import { isRetriableStatus, isSuccessStatus, PROXY_LOGIN_REQUIRED } from '../http/status';
import { durationInWords } from '../http/url';
import { describeStorageResponse, type PutOutcome, type StorageResponse } from './put';
import type { MediaSource } from './source';

interface UploadContext {
	fileName: string;
	jobId: number;
	host: string;
	isSigned: boolean;
	/** The URL has been in use for so long that its signature may have expired. */
	urlIsOld: boolean;
	earlierCuts: number;
	source: Pick<MediaSource, 'brokenOff'>;
}

const NO_DATA = "no data within 'Stall Timeout'";

type Done = { next: 'done'; md5: string; integrity: 'verified' | 'unverified' };

type Verdict = Done | { next: 'give up' | 'same URL' | 'new URL'; error: StepError };

/**
 * Decides what comes after an attempt to upload a file: done, another attempt, another URL, or an error.
 * @param verifyIntegrity whether a different stored checksum is a failure
 */
export function judge(
	upload: UploadContext,
	outcome: PutOutcome,
	verifyIntegrity: boolean,
): Verdict {
	const found = readOutcome(upload, outcome, verifyIntegrity);
	if ('next' in found) return found;
	const { fileName, jobId, earlierCuts } = upload;
	const { code, retriable } = found.details;
	// A refusal that is sent before the body was read can get lost with the connection, especially over TLS.
	const mayBeUrl = code === 'UPLOAD_CUT' && earlierCuts === 1;
	const another = retriable ? 'same URL' : 'give up';
	const next = code === 'UPLOAD_URL_EXPIRED' || mayBeUrl ? 'new URL' : another;
	return { error: found.with({ fileName, jobId }), next };
}

function readOutcome(
	upload: UploadContext,
	outcome: PutOutcome,
	verifyIntegrity: boolean,
): StepError | Done {
	const { source, host } = upload;
	switch (outcome.kind) {
		case 'response':
			if (!isSuccessStatus(outcome.response.status)) return refusalOf(upload, outcome.response);
			return readStored(upload, outcome.response, outcome.sentMd5, verifyIntegrity);
		case 'sourceFailed':
			return source.brokenOff(outcome.error);
		case 'sourceStalled':
			return source.brokenOff(new Error(NO_DATA)).with({ retriable: true });
		case 'stalled':
			return createError('UPLOAD_STALLED', { host });
		case 'cut':
			return cutOf(upload, outcome.error);
	}
}

function cutOf({ host, earlierCuts }: UploadContext, error: unknown): StepError {
	const failure = readNetworkFailure(error);
	if (failure.notSent) return unreachable(failure, host, { step: 'Upload' });
	const cause = earlierCuts > 0 ? 'again' : 'other';
	return createError('UPLOAD_CUT', { cause, host, reason: failure.reason });
}

/** What a storage returns to a PUT that has created or replaced a file. */
const STORED = [200, 201, 204];

/** What isn't known to be right is no success: behind a signed URL is a storage, which names what it has stored. */
function readStored(
	{ isSigned }: UploadContext,
	response: StorageResponse,
	sentMd5: string | undefined,
	verifyIntegrity: boolean,
): StepError | Done {
	const { status, body, hasStrongETag, storedMd5 } = response;
	const isProved = storedMd5 !== undefined && storedMd5 === sentMd5;
	const isNamed = isProved || hasStrongETag;
	const isEmpty = body.kind === 'nothing';
	const isStored = isEmpty && (!isSigned || (isNamed && STORED.includes(status)));
	if (sentMd5 === undefined || !isStored) {
		const lack = isSigned && isEmpty && !isNamed ? ' without an ETag' : '';
		const when = sentMd5 === undefined ? ' before all was sent' : lack;
		return createError('UPLOAD_NOT_STORED', { response: describeStorageResponse(response) + when });
	}
	if (verifyIntegrity && storedMd5 !== undefined && !isProved) {
		return createError('CHECKSUM_MISMATCH', { sent: sentMd5, stored: storedMd5 });
	}
	const integrity = verifyIntegrity && isProved ? 'verified' : 'unverified';
	return { next: 'done', md5: sentMd5, integrity };
}

function refusalOf({ host, urlIsOld }: UploadContext, refusal: StorageResponse): StepError {
	const { status, code, retryAfterMs } = refusal;
	const response = describeStorageResponse(refusal);
	const context = {
		step: 'Upload',
		httpCode: String(status),
		errorType: code,
		retryAfterMs,
	} as const;
	if (saysExpired(refusal) || (urlIsOld && status === 403)) {
		return createError('UPLOAD_URL_EXPIRED', { response }, context);
	}
	if (status === PROXY_LOGIN_REQUIRED)
		return createError('PROXY_LOGIN_REQUIRED', { host }, context);
	if (!isRetriableStatus(status) || status === 501) return finalRefusal(refusal, response, context);
	const isLong = retryAfterMs !== undefined && retryAfterMs > MAX_RETRY_AFTER_MS;
	const wait = isLong ? ` and asks to wait ${durationInWords(retryAfterMs)}` : '';
	const values = { host, response: response + wait };
	return createError('HOST_BUSY', values, { ...context, retriable: true });
}

/**
 * S3 returns these with the statuses 400 and 409 for a body that arrived too late or incomplete, or while another
 * request for the file was under way. The next attempt may work.
 */
const MAY_WORK_LATER = ['IncompleteBody', 'OperationAborted', 'RequestTimeout'];

function saysExpired({ status, code, message }: StorageResponse): boolean {
	if (status !== 400 && status !== 403) return false;
	return code === 'ExpiredToken' || /expired/i.test(message ?? '');
}

function finalRefusal(
	{ status, code }: StorageResponse,
	response: string,
	context: ErrorContext,
): StepError {
	if (MAY_WORK_LATER.includes(code ?? '')) {
		return createError('UPLOAD_NOT_STORED', { response }, context);
	}
	if (code === 'EntityTooLarge' || status === 413) {
		return createError('FILE_TOO_LARGE', { reason: response }, context);
	}
	const ofRequest = code === 'SignatureDoesNotMatch' ? 'signature' : 'other';
	const cause = status < 400 ? 'redirect' : ofRequest;
	return createError('UPLOAD_REFUSED', { cause, response }, context);
}
