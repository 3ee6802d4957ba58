import type { IExecuteFunctions } from 'n8n-workflow';

import { addAsset } from '../api/addAsset';
import type { ServiceClient } from '../api/client';
import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { withRetries } from '../http/retry';
import { lowerCaseQuery, readSignedUrl, signedHeaders } from '../http/signedUrl';
import { logOf } from '../secrets/secrets';
import { type OpenMedia, put } from './put';
import { checkStored, type Target } from './storedFile';
import type { TransferOptions } from './transferOptions';

export interface MediaSource {
	fileName: string;
	/** Bytes, more than 0. Undefined if unknown before the file is opened. */
	size?: number;
	/** Identifies the file between two tries of the node: see `journal/hashes.ts`. May contain secrets: keep only a hash of it. */
	identity: string;
	transfer: TransferOptions;
	/** What it is instead of a recording: an error where one is wanted. */
	notARecording?: StepError;
	/**
	 * Opens a URL before a job is created for it: `fileName` is then the host's, and the first `open` goes on reading.
	 * @returns what must be closed if no job is created
	 */
	prepare?(signal: AbortSignal): Promise<OpenMedia>;
	open(signal: AbortSignal): Promise<OpenMedia>;
}

/** A URL that Verbit downloads, or files, which are merged when there are several. */
export type Recording = string | MediaSource[];

/** How many new URLs replace expired ones. If more expire, time isn't the reason. */
const MAX_NEW_URLS = 2;

const ASSET_LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface FileToUpload {
	jobId: number;
	source: MediaSource;
	/** The upload URL that the user entered. */
	uploadUrl?: string;
}

interface Upload extends FileToUpload {
	context: IExecuteFunctions;
	client: ServiceClient;
	signal: AbortSignal;
	began: number;
	target?: Target;
	newUrls: number;
}

/**
 * Each attempt has a new stream, and a new URL if the old one expired.
 * @throws StepError; the storage may have kept something of the file where the file came with another checksum, or the
 *   response got lost
 */
export async function uploadFile(
	tools: Pick<Upload, 'context' | 'client' | 'signal'>,
	file: FileToUpload,
) {
	const upload: Upload = { ...tools, ...file, began: Date.now(), newUrls: 0 };
	const maxNewUrls = file.uploadUrl === undefined ? MAX_NEW_URLS : 0;
	return await withRetries(attempt.bind(undefined, upload), {
		maxAttempts: file.source.transfer.maxAttempts,
		signal: tools.signal,
		// Calls to Verbit have already been retried, and a user's URL can't be replaced.
		isRetriable: ({ details: { step, retriable } }) =>
			['Upload', 'Open URL'].includes(step) && retriable === true && upload.newUrls <= maxNewUrls,
		onRetry: ({ message }, number, delayMs) => {
			const seconds = (delayMs / 1000).toFixed(1);
			const text = `attempt ${number} failed, retrying in ${seconds} s. ${message}`;
			logOf(tools.context).warn(logLine(upload, text));
		},
	});
}

function logLine({ source, jobId }: Upload, text: string): string {
	return `Upload of "${source.fileName}" for job ${jobId}: ${text}`;
}

async function attempt(upload: Upload, attempts: number) {
	const { context, client, signal, jobId, source, uploadUrl, began } = upload;
	const media = await source.open(signal);
	const { fileName, contentType, size } = media;
	try {
		// Requested right before its PUT, so none of its lifetime passes in a queue.
		upload.target ??= await requestTarget(client, { jobId, fileName, size, uploadUrl });
		const { url, assetId } = upload.target;
		const mib = `${(size / 1024 ** 2).toFixed(1)} MiB`;
		const again = attempts > 1 ? ` (attempt ${attempts})` : '';
		logOf(context).info(logLine(upload, `started${again}, ${mib}`));
		const { stallTimeout, verifyIntegrity } = source.transfer;
		const result = await put(context, { url, media, stallTimeout, signal });
		const stored = checkStored(upload.target, result, verifyIntegrity);
		const now = Date.now();
		const seconds = ((now - began) / 1000).toFixed(1);
		logOf(context).info(logLine(upload, `done, ${mib} in ${seconds} s`));
		return {
			...(assetId !== undefined && { asset_id: assetId }),
			file_name: fileName,
			content_type: contentType,
			bytes: size,
			...stored,
			attempts,
			duration_ms: now - began,
			uploaded_at: new Date(now).toISOString(),
			use_before: new Date(now + ASSET_LIFETIME_MS).toISOString(),
		};
	} catch (error) {
		throw noteFailure(upload, fileName, error);
	} finally {
		await media.close();
	}
}

function noteFailure(upload: Upload, fileName: string, error: unknown): unknown {
	if (!(error instanceof StepError)) return error;
	if (error.details.code === 'UPLOAD_URL_EXPIRED') {
		upload.newUrls++;
		upload.target = undefined;
	}
	return error.with({ fileName, jobId: upload.jobId });
}

const MAX_S3_BYTES = 5 * 1024 ** 3;

/**
 * Creates an asset with its pre-signed URL, or takes the user's URL.
 * @throws StepError when Verbit returns no URL, or the file is too large for one PUT
 */
export async function requestTarget(
	client: ServiceClient,
	file: { jobId: number; fileName: string; size: number; uploadUrl?: string },
): Promise<Target> {
	const { fileName, jobId, size } = file;
	const askedAt = Date.now();
	const { assetId, uploadUrl: url } =
		file.uploadUrl === undefined
			? await addAsset(client, jobId, { file_name: fileName })
			: { uploadUrl: file.uploadUrl };
	if (url === undefined) {
		const values = { response: `asset ${assetId}`, missing: 'an upload URL' };
		throw createError('RESPONSE_INCOMPLETE', values, { fileName, jobId });
	}
	checkUploadUrl(url, file);
	if (size > MAX_S3_BYTES && readSignedUrl(url).kind.startsWith('s3-')) {
		const values = { reason: `${size} bytes of at most 5 GiB` };
		throw createError('FILE_TOO_LARGE', values, { fileName, jobId });
	}
	return { assetId, url, askedAt };
}

/** Signed headers that the node sends. The values of others are known to nobody but who has signed them. */
const SENT_HEADERS = /^(content-length|content-type|x-(amz|goog)-content-sha256|x-ms-blob-type)$/;

/** Checksums of no bytes, as Amazon's SDKs sign them by default: CRC32, CRC64, SHA-1, SHA-256. */
const EMPTY_CHECKSUM = /^(AAAAAA==|AAAAAAAAAAA=|2jmj7l5rSw0yVb\/vlWAYkK\/YBwk=|47DEQpj8HBSa.*FU=)$/;

/** Reads what a signed URL says of the upload itself. Throws a StepError that names what the node can't send. */
export function checkUploadUrl(
	url: string,
	{ size, ...context }: { size?: number; fileName?: string; jobId?: number } = {},
): void {
	const query = lowerCaseQuery(url);
	const refuse = (need: string) => {
		const { fileName, jobId } = context;
		throw createError('UPLOAD_URL_UNUSABLE', { need }, { fileName, jobId });
	};
	for (const [name, value] of signedHeaders(url))
		if (value === undefined && !SENT_HEADERS.test(name)) refuse(`the header ${name}`);
	const checksums = [...query].filter(([name]) => name.startsWith('x-amz-checksum-'));
	const emptyChecksum = checksums.find(([, value]) => EMPTY_CHECKSUM.test(value));
	if (emptyChecksum !== undefined) refuse(`the checksum of an empty file (${emptyChecksum[0]})`);
	const algorithm = query.get('x-amz-sdk-checksum-algorithm');
	if (algorithm !== undefined && checksums.length === 0)
		refuse(`a checksum (x-amz-sdk-checksum-algorithm=${algorithm})`);
	const length = query.get('content-length');
	if (length !== undefined && size !== undefined && Number(length) !== size)
		refuse(`a file of ${Number(length)} bytes (this one has ${size})`);
}
