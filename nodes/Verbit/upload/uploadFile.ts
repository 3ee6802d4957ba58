import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { StepError } from '../errors/stepError';
import { withRetries } from '../http/retry';
import { readSignedUrl } from '../http/signedUrl';
import { judge } from './judge';
import { putOnce, type PutOutcome } from './put';
import type { MediaSource, OpenMedia, TransferOptions } from './source';
import { findTarget, isOld, type Target } from './target';
import { TransferLog } from './transferLog';
import { logOf } from '../secrets/secrets';

/** How many new URLs replace expired ones. If more expire, time isn't the reason. */
const MAX_NEW_URLS = 2;

export interface FileToUpload {
	jobId: number;
	source: MediaSource;
	transfer: TransferOptions;
	uploadUrl?: string;
}

/** Verbit deletes an unused asset after this long, ms. */
const ASSET_LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface UploadedFile extends IDataObject {
	asset_id?: string;
	file_name: string;
	content_type: string;
	bytes: number;
	md5: string;
	/** `verified` if the storage returned the same MD5, `unverified` if it returned none or wasn't compared. */
	integrity: 'verified' | 'unverified';
	attempts: number;
	duration_ms: number;
	/** ISO 8601. */
	uploaded_at: string;
	/** ISO 8601. */
	use_before: string;
}

interface Tools {
	context: IExecuteFunctions;
	client: ServiceClient;
	signal: AbortSignal;
}

/**
 * Each attempt has a new stream, and a new URL if the old one expired.
 * @throws StepError; the storage then keeps nothing of the file
 */
export async function uploadFile(tools: Tools, file: FileToUpload): Promise<UploadedFile> {
	const upload = new Upload(tools, file);
	const uploaded = await withRetries(upload.attempt, {
		maxAttempts: file.transfer.maxAttempts,
		signal: tools.signal,
		isRetriable: (error) => upload.isRetriable(error),
		onRetry: (error, attempt, delayMs) => upload.log.retrying(error, attempt, delayMs),
	});
	upload.log.ended();
	return uploaded;
}

class Upload {
	private readonly began = Date.now();

	readonly log: TransferLog;

	private target?: Target;

	private newUrls = 0;

	private cuts = 0;

	constructor(
		private readonly tools: Tools,
		private readonly file: FileToUpload,
	) {
		const { source, jobId } = file;
		this.log = new TransferLog(logOf(tools.context), `"${source.fileName}" for job ${jobId}`);
	}

	readonly attempt = async (attempt: number): Promise<UploadedFile> => {
		const { context, client, signal } = this.tools;
		const { source, transfer } = this.file;
		const media = await source.open(attempt, signal);
		try {
			const { fileName, size } = media;
			// Requested right before its PUT, so none of its lifetime passes in a queue.
			this.target ??= await findTarget(client, { ...this.file, fileName, size });
			this.log.started(size, attempt);
			const outcome = await putOnce(context, {
				url: this.target.url,
				media,
				stallTimeout: transfer.stallTimeout,
				signal,
				onBytes: (bytes) => this.log.moved(bytes),
			});
			return this.uploadedOrError(outcome, media, this.target, attempt);
		} finally {
			await media.close();
		}
	};

	private uploadedOrError(
		outcome: PutOutcome,
		media: OpenMedia,
		target: Target,
		attempts: number,
	): UploadedFile {
		const { source, jobId, transfer } = this.file;
		const upload = {
			fileName: media.fileName,
			jobId,
			host: new URL(target.url).host,
			isSigned: readSignedUrl(target.url).kind !== 'unsigned',
			urlIsOld: isOld(target),
			earlierCuts: this.cuts,
			source,
		};
		if (outcome.kind === 'cut') this.cuts++;
		const verdict = judge(upload, outcome, transfer.verifyIntegrity);
		if (verdict.next === 'done') {
			return describeUpload(media, target, verdict, { attempts, began: this.began });
		}
		if (verdict.next === 'new URL') this.giveUpTarget(outcome.kind === 'cut');
		throw verdict.error;
	}

	/** @param isGuess whether something else may be the cause: a user's URL is then tried again */
	private giveUpTarget(isGuess: boolean): void {
		if (isGuess && this.file.uploadUrl !== undefined) return;
		this.newUrls++;
		this.target = undefined;
	}

	/** Calls to Verbit have already been retried, and a user's URL can't be replaced. */
	isRetriable({ details }: StepError): boolean {
		const newUrlsAllowed = this.file.uploadUrl === undefined ? MAX_NEW_URLS : 0;
		const isOurs = details.step === 'Upload' || details.step === 'Open URL';
		return isOurs && details.retriable === true && this.newUrls <= newUrlsAllowed;
	}
}

function describeUpload(
	{ fileName, contentType, size }: OpenMedia,
	{ assetId }: Target,
	{ md5, integrity }: Pick<UploadedFile, 'md5' | 'integrity'>,
	{ attempts, began }: { attempts: number; began: number },
): UploadedFile {
	const now = Date.now();
	return {
		...(assetId === undefined ? {} : { asset_id: assetId }),
		file_name: fileName,
		content_type: contentType,
		bytes: size,
		md5,
		integrity,
		attempts,
		duration_ms: now - began,
		uploaded_at: new Date(now).toISOString(),
		use_before: new Date(now + ASSET_LIFETIME_MS).toISOString(),
	};
}
