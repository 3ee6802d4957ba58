import { createError } from '../errors/createError';
import type { ErrorDetails, StepError } from '../errors/stepError';
import { describeResponse, readBody } from '../http/body';
import { hostError } from '../http/networkFailure';
import { isSuccessStatus, type TextResponse } from '../http/openResponse';
import { readSignedUrl } from '../http/signedUrl';
import { readStorageError } from '../http/storageError';

/** Where a file is uploaded to. `askedAt` is when the URL was requested, ms since 1970; a user's own URL has no asset ID. */
export interface UploadTarget {
	url: string;
	assetId?: string;
	askedAt: number;
}

/**
 * Checks that a storage has stored a file. Success is a known status without a body, and for a signed URL an ETag or the right MD5;
 * only the MD5 proves that the storage has read the file, because the operating system accepts megabytes that may never arrive.
 */
export function checkStored(
	target: UploadTarget,
	{ response, sentMd5 }: { response: TextResponse; sentMd5?: string },
	verifyIntegrity: boolean,
): { md5: string; integrity: 'verified' | 'unverified' } {
	const { status, headers, text } = response;
	if (!isSuccessStatus(status)) throw uploadError(target, response);
	const body = readBody(text, headers['content-type']);
	const notStored = (fault = '', variant?: 'md5') =>
		createError('UPLOAD_NOT_STORED', { response: describeResponse(status, body) + fault, variant });
	if (sentMd5 === undefined) throw notStored(' before all was sent');
	if (body.kind !== 'nothing' || ![200, 201, 204].includes(status)) throw notStored();
	const stored = storedMd5(target.url, headers);
	if (stored === sentMd5)
		return { md5: sentMd5, integrity: verifyIntegrity ? 'verified' : 'unverified' };
	const { kind } = readSignedUrl(target.url);
	// A weak ETag (`W/`) comes from a proxy, not from the storage.
	if (kind !== 'unsigned' && !/^(?!W\/)./i.test(headers.etag ?? ''))
		throw notStored(' without an ETag');
	if (verifyIntegrity && stored !== undefined)
		throw createError('CHECKSUM_MISMATCH', { sent: sentMd5, stored });
	if (verifyIntegrity && kind.startsWith('s3-') && !hasOtherETag(target.url, headers))
		throw notStored(' without the MD5 of the file', 'md5');
	return { md5: sentMd5, integrity: 'unverified' };
}

/** S3's codes, with 400 and 409, for a body that came late or incomplete, or during another upload to the same URL. */
const MAY_WORK_LATER = ['IncompleteBody', 'OperationAborted', 'RequestTimeout'];

function uploadError(target: UploadTarget, refused: TextResponse): StepError {
	const { code, comment, response } = readStorageError(refused);
	const { status, summary } = response;
	const values = { host: new URL(target.url).host, response: summary };
	const details: ErrorDetails = { activity: 'Upload', errorType: code, response };
	const saysExpired = code === 'ExpiredToken' || /expired/i.test(String(comment));
	const isExpired =
		([400, 403].includes(status) && saysExpired) ||
		// Swift returns 401.
		([401, 403].includes(status) && mayHaveExpired(target));
	if (isExpired) return createError('UPLOAD_URL_EXPIRED', values, details);
	// 501 isn't an outage: the storage doesn't support such an upload.
	const failure = status === 501 ? undefined : hostError(status, values, details);
	if (failure !== undefined) return failure;
	if (MAY_WORK_LATER.includes(String(code)))
		return createError('UPLOAD_NOT_STORED', values, details);
	if (code === 'EntityTooLarge' || status === 413)
		return createError('FILE_TOO_LARGE', { reason: summary }, details);
	const variant = status < 400 ? `redirect ${status}` : code;
	return createError('UPLOAD_REFUSED', { ...values, variant }, details);
}

/** Returns whether an upload URL may have expired: by its age, or by the time in a URL that the user entered. */
export function mayHaveExpired({ url, assetId, askedAt }: UploadTarget): boolean {
	const now = Date.now();
	// A signature may expire before the URL says so, for example with a temporary credential.
	if (now - askedAt > 15 * 60_000) return true;
	const { expiresAt = Infinity } = readSignedUrl(url);
	return assetId === undefined && now >= expiresAt;
}

export function storedMd5(url: string, headers: TextResponse['headers']): string | undefined {
	// Google's and Azure's storages return the MD5 in base64.
	const hash = headers['x-goog-hash']?.match(/(?:^|,\s*)md5=([^,\s]+)/i)?.[1];
	const base64 = String(hash ?? headers['content-md5']);
	if (/^[\w+/]{22}==$/.test(base64)) return Buffer.from(base64, 'base64').toString('hex');
	if (hasOtherETag(url, headers)) return undefined;
	return headers.etag?.match(/^(?:W\/)?"?([0-9a-f]{32})"?$/i)?.[1].toLowerCase();
}

/** Returns whether S3's ETag isn't an MD5: with a key of KMS or the customer, or in a directory bucket (S3 Express One Zone). */
function hasOtherETag(url: string, headers: TextResponse['headers']): boolean {
	const isOfKms = headers['x-amz-server-side-encryption']?.startsWith('aws:kms') === true;
	const customerKey = headers['x-amz-server-side-encryption-customer-algorithm'];
	return isOfKms || customerKey !== undefined || /--x-s3\./.test(new URL(url).host);
}
