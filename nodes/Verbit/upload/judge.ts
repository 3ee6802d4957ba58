import { type ErrorContext, createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { MAX_RETRY_AFTER_MS, readNetworkFailure, unreachable } from '../http/retry';
import { isRetriableStatus, isSuccessStatus, PROXY_LOGIN_REQUIRED } from '../http/status';
import { durationInWords } from '../http/url';
import { describeStorageResponse, type PutOutcome, type StorageResponse } from './put';
import type { MediaSource } from './source';

interface UploadPlace {
	fileName: string;
	jobId: number;
	host: string;
	isSigned?: boolean;
	/** The URL has been in use for so long that its signature may have expired. */
	urlIsOld: boolean;
	earlierCuts: number;
	source: Pick<MediaSource, 'brokenOff'>;
}

const NO_DATA = "no data within 'Stall Timeout'";

type Verdict =
	| { next: 'done'; md5: string; integrity: 'verified' | 'unverified' }
	| { next: 'give up' | 'same URL' | 'new URL'; error: StepError };

/**
 * Decides what comes after an attempt to upload a file: done, another attempt, another URL, or an error.
 * @param verifyIntegrity whether a different stored checksum is a failure
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
			return verdict(place, source.brokenOff(new Error(NO_DATA)).with({ retriable: true }));
		case 'stalled':
			return verdict(place, createError('UPLOAD_STALLED', { host }));
		case 'cut':
			return judgeCut(place, outcome.error);
	}
}

/**
 * A refusal that is sent before the body was read can get lost with the connection, especially over TLS. So after
 * the second cut the URL itself may be refused, and a new one is worth a try.
 */
function judgeCut(place: UploadPlace, error: unknown): Verdict {
	const { host } = place;
	const failure = readNetworkFailure(error);
	if (failure.notSent) return verdict(place, unreachable(failure, host, { step: 'Upload' }));
	const cut = createError('UPLOAD_CUT', {
		host,
		reason: failure.reason,
		...(place.earlierCuts > 0 ? CUT_AGAIN : CUT_ONCE),
	});
	return verdict(place, cut, place.earlierCuts === 1 ? 'new URL' : 'same URL');
}

const CUT_ONCE = {
	when: 'before the storage replied',
	fix: 'Check the network and any proxy between n8n and the storage, then run again.',
};

const CUT_AGAIN = {
	when: 'at each attempt',
	fix: "The storage may have refused the upload before reading it: check that 'Content Type' fits the upload URL. Otherwise check the network and any proxy.",
};

function judgeStored(
	place: UploadPlace,
	response: StorageResponse,
	sentMd5: string | undefined,
	verifyIntegrity: boolean,
): Verdict {
	const { storedMd5, isPage, isError, code, isTextOnly } = response;
	if (sentMd5 !== undefined && storedMd5 === sentMd5) {
		return { next: 'done', md5: sentMd5, integrity: verifyIntegrity ? 'verified' : 'unverified' };
	}
	const isRefusal = isPage || isError || code !== undefined || (isTextOnly && place.isSigned);
	if (sentMd5 === undefined || isRefusal) return verdict(place, notStored(response));
	if (!verifyIntegrity || storedMd5 === undefined) {
		return { next: 'done', md5: sentMd5, integrity: 'unverified' };
	}
	return verdict(place, createError('CHECKSUM_MISMATCH', { sent: sentMd5, stored: storedMd5 }));
}

function notStored(response: StorageResponse): StepError {
	return createError('UPLOAD_NOT_STORED', { response: describeStorageResponse(response) });
}

function judgeRefusal(place: UploadPlace, refusal: StorageResponse): Verdict {
	const { status, code, retryAfterMs } = refusal;
	const response = describeStorageResponse(refusal);
	const about = { httpCode: String(status), errorType: code, retryAfterMs };
	if (saysExpired(refusal) || (place.urlIsOld && status === 403)) {
		return verdict(place, createError('UPLOAD_URL_EXPIRED', { response }, about), 'new URL');
	}
	if (status === PROXY_LOGIN_REQUIRED) {
		return verdict(
			place,
			createError('PROXY_LOGIN_REQUIRED', { host: place.host }, { ...about, step: 'Upload' }),
		);
	}
	if (isRetriableStatus(status) && status !== 501) {
		const isLong = retryAfterMs !== undefined && retryAfterMs > MAX_RETRY_AFTER_MS;
		const wait = isLong ? ` and asks to wait ${durationInWords(retryAfterMs)}` : '';
		const busy = { ...about, step: 'Upload' as const, retriable: true };
		return verdict(
			place,
			createError('HOST_BUSY', { host: place.host, response: response + wait }, busy),
		);
	}
	return verdict(place, finalRefusal(refusal, response, about));
}

/** S3 returns these with status 400 for a body that arrived too late or incomplete. The next attempt may work. */
const CUT_ON_THE_WAY = ['IncompleteBody', 'RequestTimeout'];

function saysExpired({ status, code, message }: StorageResponse): boolean {
	if (status !== 400 && status !== 403) return false;
	return code === 'ExpiredToken' || /expired/i.test(message ?? '');
}

function finalRefusal(
	{ status, code }: StorageResponse,
	response: string,
	about: ErrorContext,
): StepError {
	if (CUT_ON_THE_WAY.includes(code ?? ''))
		return createError('UPLOAD_NOT_STORED', { response }, about);
	if (code === 'EntityTooLarge' || status === 413) {
		return createError('FILE_TOO_LARGE', { reason: response }, about);
	}
	if (status < 400)
		return createError(
			'UPLOAD_REFUSED',
			{ verb: 'redirected', response, fix: FOLLOW_NO_REDIRECT },
			about,
		);
	const fix = code === 'SignatureDoesNotMatch' ? MATCH_SIGNATURE : CHECK_PROXY;
	return createError('UPLOAD_REFUSED', { verb: 'refused', response, fix }, about);
}

const FOLLOW_NO_REDIRECT =
	"Run again later: a new storage bucket redirects for a while. A signed upload can't follow a redirect.";

const MATCH_SIGNATURE =
	"If the URL is signed for a content type, enter that type in 'Content Type'.";

const CHECK_PROXY = 'Check that no proxy between n8n and the storage changes requests.';

/** @param next if left out, the error itself says whether a repeat may help */
function verdict(
	{ fileName, jobId }: UploadPlace,
	error: StepError,
	next: 'give up' | 'same URL' | 'new URL' = error.details.retriable ? 'same URL' : 'give up',
): Verdict {
	return { error: error.with({ fileName, jobId }), next };
}
