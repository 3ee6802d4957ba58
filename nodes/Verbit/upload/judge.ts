import { fault } from '../errors/fault';
import type { StepError } from '../errors/stepError';
import {
	isRetriableStatus,
	isSuccessStatus,
	MAX_RETRY_AFTER_MS,
	PROXY_LOGIN_REQUIRED,
	readNetworkFailure,
} from '../http/retry';
import { durationInWords } from '../http/url';
import { describeStorageResponse, type PutOutcome, type StorageResponse } from './put';
import type { MediaSource } from './source';

/** What a file and its destination are called in messages. */
export interface UploadPlace {
	fileName: string;
	jobId: number;
	/** Of the pre-signed URL. */
	host: string;
	/** Whether the URL has been in use for so long that its signature may have expired. */
	urlIsOld: boolean;
	/** How many attempts before this one ended with a cut connection. */
	earlierCuts: number;
	source: Pick<MediaSource, 'brokenOff' | 'stalled'>;
}

/** What an attempt has come to, and what comes after it. */
export type Verdict =
	| { next: 'done'; md5: string; integrity: 'verified' | 'unverified' }
	| { next: 'give up' | 'same URL' | 'new URL'; error: StepError };

/**
 * Decides what comes after an attempt to upload a file: done, another attempt, another URL, or an error.
 * @param verifyIntegrity whether a stored checksum that differs is a failure
 */
export function judge(place: UploadPlace, outcome: PutOutcome, verifyIntegrity: boolean): Verdict {
	const { source, host } = place;
	switch (outcome.kind) {
		case 'response':
			if (!isSuccessStatus(outcome.response.status)) return judgeRefusal(place, outcome.response);
			return judgeStored(place, outcome.response, outcome.sentMd5, verifyIntegrity);
		case 'sourceFailed':
			return verdict(place, source.brokenOff(outcome.error));
		case 'sourceStalled':
			return verdict(place, source.stalled());
		case 'stalled':
			return verdict(place, fault('UPLOAD_STALLED', { host }));
		case 'cut':
			return judgeCut(place, outcome.error);
	}
}

/**
 * A refusal that comes before the body was read can be lost with the connection, over TLS in particular: at the second
 * cut it may be the URL that is refused, and a new one is worth a try.
 */
function judgeCut(place: UploadPlace, error: unknown): Verdict {
	const { reason, notSent, isCertificate } = readNetworkFailure(error);
	const values = { host: place.host, reason };
	if (isCertificate) return verdict(place, fault('UPLOAD_CERTIFICATE_INVALID', values));
	if (notSent) return verdict(place, fault('STORAGE_UNREACHABLE', values));
	if (place.earlierCuts === 0) return verdict(place, fault('UPLOAD_CUT', values));
	const again = fault('UPLOAD_CUT_AGAIN', values);
	return verdict(place, again, place.earlierCuts === 1 ? 'new URL' : 'same URL');
}

function judgeStored(
	place: UploadPlace,
	response: StorageResponse,
	sentMd5: string | undefined,
	verifyIntegrity: boolean,
): Verdict {
	const { storedMd5, isPage, code } = response;
	if (sentMd5 !== undefined && storedMd5 === sentMd5) {
		return { next: 'done', md5: sentMd5, integrity: verifyIntegrity ? 'verified' : 'unverified' };
	}
	if (sentMd5 === undefined || isPage || code !== undefined) {
		return verdict(place, notStored(response));
	}
	if (!verifyIntegrity || storedMd5 === undefined) {
		return { next: 'done', md5: sentMd5, integrity: 'unverified' };
	}
	return verdict(place, fault('CHECKSUM_MISMATCH', { sent: sentMd5, stored: storedMd5 }));
}

function notStored(response: StorageResponse): StepError {
	return fault('UPLOAD_NOT_STORED', { response: describeStorageResponse(response) });
}

function judgeRefusal(place: UploadPlace, refusal: StorageResponse): Verdict {
	const { status, code, retryAfterMs } = refusal;
	const response = describeStorageResponse(refusal);
	const about = { httpCode: String(status), errorType: code, retryAfterMs };
	if (saysExpired(refusal) || (place.urlIsOld && status === 403)) {
		return verdict(place, fault('UPLOAD_URL_EXPIRED', { response }, about), 'new URL');
	}
	if (status === PROXY_LOGIN_REQUIRED) {
		return verdict(
			place,
			fault('PROXY_LOGIN_REQUIRED', { host: place.host }, { ...about, step: 'Upload' }),
		);
	}
	if (isRetriableStatus(status) && status !== 501) {
		if ((retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS) {
			return verdict(place, fault('STORAGE_BUSY', { response }, about));
		}
		const wait = durationInWords(retryAfterMs as number);
		return verdict(place, fault('STORAGE_ASKS_TO_WAIT', { response, wait }, about));
	}
	return verdict(place, fault(refusalCode(refusal), { response }, about));
}

/** What S3 says, with 400, of a body that did not reach it in time or not to its end. The next one may. */
const CUT_ON_THE_WAY = ['IncompleteBody', 'RequestTimeout'];

function saysExpired({ status, code, message }: StorageResponse): boolean {
	if (status !== 400 && status !== 403) return false;
	return code === 'ExpiredToken' || /expired/i.test(message ?? '');
}

function refusalCode({ status, code }: StorageResponse) {
	if (status < 400) return 'STORAGE_REDIRECTED';
	if (CUT_ON_THE_WAY.includes(code ?? '')) return 'UPLOAD_NOT_STORED';
	if (code === 'SignatureDoesNotMatch') return 'UPLOAD_SIGNATURE_REFUSED';
	if (code === 'EntityTooLarge' || status === 413) return 'UPLOAD_TOO_LARGE';
	return 'UPLOAD_REFUSED';
}

/** @param next the way on; left out where the error itself says whether a repeat may help */
function verdict(
	{ fileName, jobId }: UploadPlace,
	error: StepError,
	next: 'give up' | 'same URL' | 'new URL' = error.details.retriable ? 'same URL' : 'give up',
): Verdict {
	return { error: error.with({ fileName, jobId }), next };
}
