import { createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { MAX_RETRY_AFTER_MS } from '../http/retry';
import { readSignedUrl } from '../http/signedUrl';
import { isRetriableStatus, isSuccessStatus, PROXY_LOGIN_REQUIRED } from '../http/status';
import { durationInWords } from '../http/url';
import { describeStorageResponse, type StorageResponse } from './storageResponse';
import { isOld, type Target } from './target';

/** What a storage returns to a PUT that has created or replaced a file. */
const STORED = [200, 201, 204];

/**
 * Decides whether a storage has stored a file. What isn't known to be right is no success: behind a signed URL is a
 * storage, which names what it has stored.
 * @param sentMd5 of the whole file; undefined if the response came before all was sent
 * @param verifyIntegrity whether a different stored checksum is a failure
 * @throws StepError
 */
export function judge(
	target: Target,
	{ response, sentMd5 }: { response: StorageResponse; sentMd5?: string },
	verifyIntegrity: boolean,
): { md5: string; integrity: 'verified' | 'unverified' } {
	const { status, body, hasStrongETag, storedMd5 } = response;
	if (!isSuccessStatus(status)) throw refusalOf(target, response);
	const isSigned = readSignedUrl(target.url).kind !== 'unsigned';
	const isProved = storedMd5 !== undefined && storedMd5 === sentMd5;
	const isNamed = isProved || hasStrongETag;
	const isEmpty = body.kind === 'nothing';
	const isStored = isEmpty && (!isSigned || (isNamed && STORED.includes(status)));
	if (sentMd5 === undefined || !isStored) {
		const lack = isSigned && isEmpty && !isNamed ? ' without an ETag' : '';
		const when = sentMd5 === undefined ? ' before all was sent' : lack;
		throw createError('UPLOAD_NOT_STORED', { response: describeStorageResponse(response) + when });
	}
	if (verifyIntegrity && storedMd5 !== undefined && !isProved) {
		throw createError('CHECKSUM_MISMATCH', { sent: sentMd5, stored: storedMd5 });
	}
	return { md5: sentMd5, integrity: verifyIntegrity && isProved ? 'verified' : 'unverified' };
}

/**
 * S3 returns these with the statuses 400 and 409 for a body that arrived too late or incomplete, or while another
 * request for the file was under way. The next attempt may work.
 */
const MAY_WORK_LATER = ['IncompleteBody', 'OperationAborted', 'RequestTimeout'];

function refusalOf(target: Target, refusal: StorageResponse): StepError {
	const { status, code = '', retryAfterMs = 0 } = refusal;
	const { host } = new URL(target.url);
	const response = describeStorageResponse(refusal);
	const context = {
		step: 'Upload',
		httpCode: String(status),
		errorType: refusal.code,
		retryAfterMs: refusal.retryAfterMs,
	} as const;
	if (saysExpired(refusal) || (status === 403 && isOld(target))) {
		return createError('UPLOAD_URL_EXPIRED', { response }, context);
	}
	if (status === PROXY_LOGIN_REQUIRED)
		return createError('PROXY_LOGIN_REQUIRED', { host }, context);
	if (isRetriableStatus(status) && status !== 501) {
		const isLong = retryAfterMs > MAX_RETRY_AFTER_MS;
		const wait = isLong ? ` and asks to wait ${durationInWords(retryAfterMs)}` : '';
		const values = { host, response: response + wait };
		return createError('HOST_BUSY', values, { ...context, retriable: true });
	}
	if (MAY_WORK_LATER.includes(code)) return createError('UPLOAD_NOT_STORED', { response }, context);
	if (code === 'EntityTooLarge' || status === 413) {
		return createError('FILE_TOO_LARGE', { reason: response }, context);
	}
	const ofRequest = code === 'SignatureDoesNotMatch' ? 'signature' : 'other';
	const cause = status < 400 ? 'redirect' : ofRequest;
	return createError('UPLOAD_REFUSED', { cause, response }, context);
}

function saysExpired({ status, code, message = '' }: StorageResponse): boolean {
	return [400, 403].includes(status) && (code === 'ExpiredToken' || /expired/i.test(message));
}
