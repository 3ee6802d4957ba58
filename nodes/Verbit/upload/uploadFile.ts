import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { StepError } from '../errors/stepError';
import { withRetries } from '../http/retry';
import { logOf } from '../secrets/secrets';
import { judge } from './judge';
import { putOnce } from './put';
import type { MediaSource, OpenMedia } from './source';
import type { TransferOptions } from './transferOptions';
import { findTarget, type Target } from './target';

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

interface UploadTools {
	context: IExecuteFunctions;
	client: ServiceClient;
	signal: AbortSignal;
}

/**
 * Each attempt has a new stream, and a new URL if the old one expired.
 * @throws StepError; the storage then keeps nothing of the file
 */
export async function uploadFile(tools: UploadTools, file: FileToUpload): Promise<UploadedFile> {
	const upload = new Upload(tools, file);
	return await withRetries(upload.attempt, {
		maxAttempts: file.transfer.maxAttempts,
		signal: tools.signal,
		isRetriable: upload.isRetriable,
		onRetry: ({ message }, attempt, delayMs) => {
			const seconds = (delayMs / 1000).toFixed(1);
			upload.log('warn', `attempt ${attempt} failed, retrying in ${seconds} s. ${message}`);
		},
	});
}

class Upload {
	private readonly began = Date.now();

	private target?: Target;

	private newUrls = 0;

	private cuts = 0;

	constructor(
		private readonly tools: UploadTools,
		private readonly file: FileToUpload,
	) {}

	log(level: 'info' | 'warn', text: string): void {
		const { source, jobId } = this.file;
		logOf(this.tools.context)[level](`Upload of "${source.fileName}" for job ${jobId}: ${text}`);
	}

	readonly attempt = async (attempts: number): Promise<UploadedFile> => {
		const { client, signal } = this.tools;
		const media = await this.file.source.open(signal);
		try {
			const { fileName, contentType, size } = media;
			// Requested right before its PUT, so none of its lifetime passes in a queue.
			this.target ??= await findTarget(client, { ...this.file, fileName, size });
			const { assetId } = this.target;
			const mib = `${(size / 1024 ** 2).toFixed(1)} MiB`;
			this.log('info', `started${attempts > 1 ? ` (attempt ${attempts})` : ''}, ${mib}`);
			const stored = await this.send(media, this.target);
			const now = Date.now();
			this.log('info', `done, ${mib} in ${((now - this.began) / 1000).toFixed(1)} s`);
			return {
				...(assetId === undefined ? {} : { asset_id: assetId }),
				file_name: fileName,
				content_type: contentType,
				bytes: size,
				...stored,
				attempts,
				duration_ms: now - this.began,
				uploaded_at: new Date(now).toISOString(),
				use_before: new Date(now + ASSET_LIFETIME_MS).toISOString(),
			};
		} finally {
			await media.close();
		}
	};

	private async send(media: OpenMedia, target: Target): Promise<ReturnType<typeof judge>> {
		const { context, signal } = this.tools;
		const { jobId, transfer, uploadUrl } = this.file;
		const { stallTimeout, verifyIntegrity } = transfer;
		const isCutAgain = this.cuts > 0;
		const request = { url: target.url, media, stallTimeout, signal, isCutAgain };
		const put = async () => judge(target, await putOnce(context, request), verifyIntegrity);
		return await put().catch((error: unknown) => {
			if (!(error instanceof StepError)) throw error;
			const { code } = error.details;
			if (code === 'UPLOAD_CUT') this.cuts++;
			// A refusal that is sent before the body was read can get lost with the connection, especially over TLS.
			const mayBeRefused = code === 'UPLOAD_CUT' && this.cuts === 2 && uploadUrl === undefined;
			if (code === 'UPLOAD_URL_EXPIRED' || mayBeRefused) {
				this.newUrls++;
				this.target = undefined;
			}
			throw error.with({ fileName: media.fileName, jobId });
		});
	}

	/** Calls to Verbit have already been retried, and a user's URL can't be replaced. */
	readonly isRetriable = ({ details }: StepError): boolean => {
		const newUrlsAllowed = this.file.uploadUrl === undefined ? MAX_NEW_URLS : 0;
		const isOurs = details.step === 'Upload' || details.step === 'Open URL';
		return isOurs && details.retriable === true && this.newUrls <= newUrlsAllowed;
	};
}
