import { StepError } from '../errors/stepError';
import { isRetriableStatus, readNetworkFailure } from '../http/network';
import { redactUrls } from '../http/redact';
import type { PutOutcome } from './put';
import { describeStoreAnswer, type StoreAnswer } from './storeAnswer';

/** What a file and its destination are called in messages. */
export interface UploadPlace {
	fileName: string;
	jobId: number;
	/** Of the pre-signed URL. */
	host: string;
	/** Whether the URL has been in use for so long that its signature may have ended. */
	urlIsOld: boolean;
	/** Whether the file may be readable at the next attempt. */
	sourceMayRecover: boolean;
}

/** What an attempt has come to, and what comes after it. */
export type Verdict =
	| { next: 'done'; md5: string; integrity: 'verified' | 'unverified' }
	| { next: 'give up' | 'same URL' | 'new URL'; error: StepError };

export function judge(place: UploadPlace, outcome: PutOutcome, verifyIntegrity: boolean): Verdict {
	switch (outcome.kind) {
		case 'answered':
			if (outcome.answer.status > 299) return judgeRefusal(place, outcome.answer);
			return judgeStored(place, outcome.answer, outcome.sentMd5, verifyIntegrity);
		case 'sourceFailed':
			return verdict(place, place.sourceMayRecover ? 'same URL' : 'give up', {
				what: `the file could not be read: ${redactUrls(outcome.error.message)}`,
				remedy:
					'Check the node that made the file, and run the workflow again. The store has kept nothing of it.',
			});
		case 'stalled':
			return verdict(place, 'same URL', {
				what: `no byte moved to ${place.host} for as long as the option Stall Timeout allows`,
				remedy: 'Check the network, or raise the option Stall Timeout.',
			});
		case 'cut':
			return verdict(place, 'same URL', {
				what: `the connection to ${place.host} ended without an answer (${readNetworkFailure(outcome.error).reason})`,
				remedy: 'Check the network and the proxy, and try again.',
			});
	}
}

function judgeStored(
	place: UploadPlace,
	{ storedMd5 }: StoreAnswer,
	sentMd5: string | undefined,
	verifyIntegrity: boolean,
): Verdict {
	if (sentMd5 === undefined) {
		return verdict(place, 'same URL', {
			what: 'the store answered before it had the whole file',
			remedy: 'Try again. If it comes back, the proxy in between is to be looked at.',
		});
	}
	if (!verifyIntegrity || storedMd5 === undefined) {
		return { next: 'done', md5: sentMd5, integrity: 'unverified' };
	}
	if (storedMd5 === sentMd5) return { next: 'done', md5: sentMd5, integrity: 'verified' };
	return verdict(place, 'same URL', {
		what: `the store has other bytes (MD5 ${storedMd5}) than were sent (MD5 ${sentMd5})`,
		remedy:
			'Try again. If it comes back, and the store is known to give no MD5 as its ETag, switch off the option Verify Integrity.',
	});
}

function judgeRefusal(place: UploadPlace, answer: StoreAnswer): Verdict {
	const what = `the store answered ${describeStoreAnswer(answer)}`;
	const { status, code, retryAfterMs } = answer;
	const about = { what, httpCode: String(status), errorType: code, retryAfterMs };
	if (saysExpired(answer) || (place.urlIsOld && status === 403)) {
		return verdict(place, 'new URL', {
			...about,
			remedy: 'The upload URL has ended. Ask for a new one right before the upload.',
		});
	}
	if (isRetriableStatus(status) && status !== 501) {
		return verdict(place, 'same URL', {
			...about,
			remedy: 'The store is busy or down. Try again later, or raise the option Max Attempts.',
		});
	}
	return verdict(place, 'give up', { ...about, remedy: remedyForRefusal(answer) });
}

function saysExpired({ status, code, message }: StoreAnswer): boolean {
	if (status !== 400 && status !== 403) return false;
	return code === 'ExpiredToken' || /expired/i.test(message ?? '');
}

function remedyForRefusal({ status, code }: StoreAnswer): string {
	if (status < 400) {
		return 'A redirect is not followed: the URL is signed for one host. Try again later; a new bucket redirects for a while.';
	}
	if (code === 'SignatureDoesNotMatch') {
		return 'The URL is signed for another request. If it is signed for a Content-Type, set that type in the option Content Type.';
	}
	if (code === 'EntityTooLarge' || status === 413) {
		return 'One upload carries at most 5 GiB. Split or compress the recording.';
	}
	return 'The store does not take this upload. Check that nothing between n8n and the store changes requests.';
}

function verdict(
	{ fileName, jobId }: UploadPlace,
	next: 'give up' | 'same URL' | 'new URL',
	about: Pick<StepError['details'], 'what' | 'remedy' | 'httpCode' | 'errorType' | 'retryAfterMs'>,
): Verdict {
	const error = new StepError({
		...about,
		kind: 'answer',
		step: 'Upload',
		fileName,
		jobId,
		retriable: next !== 'give up',
	});
	return { error, next };
}
