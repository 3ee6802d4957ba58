import type { IExecuteFunctions } from 'n8n-workflow';

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

export type UploadedFile = Awaited<ReturnType<typeof uploadFile>>;

interface Tools {
	context: IExecuteFunctions;
	client: ServiceClient;
	signal: AbortSignal;
}

interface Progress {
	began: number;
	target?: Target;
	newUrls: number;
}

/**
 * Each attempt has a new stream, and a new URL if the old one expired.
 * @throws StepError; the storage may have kept something of the file where the file came with another checksum, or the
 *   response got lost
 */
export async function uploadFile(tools: Tools, file: FileToUpload) {
	const progress: Progress = { began: Date.now(), newUrls: 0 };
	const maxNewUrls = file.uploadUrl === undefined ? MAX_NEW_URLS : 0;
	return await withRetries(async (number) => await sendOnce(tools, file, progress, number), {
		maxAttempts: file.transfer.maxAttempts,
		signal: tools.signal,
		// Calls to Verbit have already been retried, and a user's URL can't be replaced.
		isRetriable: ({ details: { step, retriable } }) =>
			['Upload', 'Open URL'].includes(String(step)) &&
			retriable === true &&
			progress.newUrls <= maxNewUrls,
		onRetry: ({ message }, attempt, delayMs) => {
			const seconds = (delayMs / 1000).toFixed(1);
			const text = `attempt ${attempt} failed, retrying in ${seconds} s. ${message}`;
			logOf(tools.context).warn(about(file, text));
		},
	});
}

function about({ source, jobId }: FileToUpload, text: string): string {
	return `Upload of "${source.fileName}" for job ${jobId}: ${text}`;
}

async function sendOnce(tools: Tools, file: FileToUpload, progress: Progress, attempts: number) {
	const media = await file.source.open(tools.signal);
	return await sendMedia(tools, file, media, progress, attempts)
		.catch((error: unknown) => {
			if (!(error instanceof StepError)) throw error;
			if (error.details.code === 'UPLOAD_URL_EXPIRED') {
				progress.newUrls++;
				progress.target = undefined;
			}
			throw error.with({ fileName: media.fileName, jobId: file.jobId });
		})
		.finally(media.close);
}

async function sendMedia(
	{ context, client, signal }: Tools,
	file: FileToUpload,
	media: OpenMedia,
	progress: Progress,
	attempts: number,
) {
	const { fileName, contentType, size } = media;
	const { stallTimeout, verifyIntegrity } = file.transfer;
	// Requested right before its PUT, so none of its lifetime passes in a queue.
	const target = (progress.target ??= await findTarget(client, { ...file, fileName, size }));
	const mib = `${(size / 1024 ** 2).toFixed(1)} MiB`;
	const again = attempts > 1 ? ` (attempt ${attempts})` : '';
	logOf(context).info(about(file, `started${again}, ${mib}`));
	const put = await putOnce(context, { url: target.url, media, stallTimeout, signal });
	const stored = judge(target, put, verifyIntegrity);
	const now = Date.now();
	const duration = now - progress.began;
	logOf(context).info(about(file, `done, ${mib} in ${(duration / 1000).toFixed(1)} s`));
	return {
		...(target.assetId !== undefined && { asset_id: target.assetId }),
		file_name: fileName,
		content_type: contentType,
		bytes: size,
		...stored,
		attempts,
		duration_ms: duration,
		uploaded_at: new Date(now).toISOString(),
		use_before: new Date(now + ASSET_LIFETIME_MS).toISOString(),
	};
}
