import { addAsset } from '../api/addAsset';
import type { ServiceClient } from '../api/client';
import { createError, hasCode } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { FORM_TYPE } from '../http/headers';
import { withRetries } from '../http/retry';
import { lowerCaseQuery, readSignedUrl, signedHeaders } from '../http/signedUrl';
import type { UploadedFile } from '../journal/saved';
import type { Tools } from '../run/operation';
import { logOf } from '../secrets/secrets';
import { put } from './put';
import type { OpenSourceFile, SourceFile } from './sourceFile';
import { checkStored, type UploadTarget } from './storedFile';

/** Time after which Verbit deletes an asset that isn't used, ms. */
const ASSET_LIFETIME_MS = 24 * 60 * 60_000;

/**
 * Uploads a file. Each attempt has a new stream, and a new URL if the old one expired, and may leave data in the storage.
 * @param uploadUrl the user's own upload URL. Without it, the file gets an asset
 */
export async function uploadFile(
	{ context, client, signal }: Pick<Tools, 'client' | 'context' | 'signal'>,
	jobId: number,
	source: SourceFile,
	uploadUrl?: string,
): Promise<UploadedFile> {
	const { maxAttempts, stallTimeout, verifyIntegrity } = source.transfer;
	const began = Date.now();
	let target: UploadTarget | undefined;
	let expiredUrls = 0;
	// If a third URL is refused as expired, a fourth would be, too. A user's URL can't be replaced.
	const maxExpiredUrls = uploadUrl === undefined ? 2 : 0;
	const log = (text: string, level: 'info' | 'warn' = 'info') =>
		logOf(context)[level](`Upload of "${source.fileName}" for job ${jobId}: ${text}`);
	const attempt = async (attempts: number) => {
		const opened = await source.open(signal);
		try {
			// The URL is requested right before its PUT, so none of its lifetime passes in a queue.
			target ??= await requestTarget(client, jobId, opened, uploadUrl);
			const mib = `${(opened.size / 1024 ** 2).toFixed(1)} MiB`;
			log(`started${attempts > 1 ? ` (attempt ${attempts})` : ''}, ${mib}`);
			const result = await put(context, { url: target.url, file: opened, stallTimeout, signal });
			const stored = checkStored(target, result, verifyIntegrity);
			const ended = Date.now();
			const duration_ms = ended - began;
			log(`done, ${mib} in ${(duration_ms / 1000).toFixed(1)} s`);
			return {
				asset_id: target.assetId,
				file_name: opened.fileName,
				content_type: opened.contentType,
				bytes: opened.size,
				...stored,
				attempts,
				duration_ms,
				uploaded_at: new Date(ended).toISOString(),
				use_before: new Date(ended + ASSET_LIFETIME_MS).toISOString(),
			};
		} catch (error) {
			if (hasCode(error, 'UPLOAD_URL_EXPIRED')) {
				expiredUrls++;
				target = undefined;
			}
			throw error instanceof StepError ? error.with({ fileName: opened.fileName, jobId }) : error;
		} finally {
			// n8n's client leaves the source open if the storage refuses the upload early.
			await opened.close();
		}
	};
	return await withRetries(attempt, {
		maxAttempts,
		signal,
		// Calls to Verbit have already been retried.
		isRetriable: ({ details: { activity, retriable } }) =>
			['Upload', 'Open URL'].includes(activity) &&
			retriable === true &&
			expiredUrls <= maxExpiredUrls,
		onRetry: ({ message }, number, delayMs) => {
			const seconds = (delayMs / 1000).toFixed(1);
			log(`attempt ${number} failed, retrying in ${seconds} s. ${message}`, 'warn');
		},
	});
}

export async function requestTarget(
	client: ServiceClient,
	jobId: number,
	{ fileName, size }: Pick<OpenSourceFile, 'fileName' | 'size'>,
	uploadUrl?: string,
): Promise<UploadTarget> {
	const askedAt = Date.now();
	const { assetId, uploadUrl: url } =
		uploadUrl === undefined
			? await addAsset(client, jobId, { file_name: fileName })
			: { uploadUrl };
	if (url === undefined) {
		const values = { response: `asset ${assetId}`, missing: 'an upload URL' };
		throw createError('RESPONSE_INCOMPLETE', values);
	}
	refuseUnusableUrl(url, size);
	return { assetId, url, askedAt };
}

/** Signed headers that the node sends. The value of any other header is known only to the signer of the URL. */
const SENT_HEADERS = /^(content-length|content-type|x-(amz|goog)-content-sha256|x-ms-blob-type)$/;

/** Checksums of no bytes, as Amazon's SDKs sign them by default: CRC32, CRC64, SHA-1, SHA-256. */
const EMPTY_CHECKSUM = /^(AAAAAA==|AAAAAAAAAAA=|2jmj7l5rSw0yVb\/vlWAYkK\/YBwk=|47DEQpj8HBSa.*FU=)$/;

/** Throws for a signed URL that needs a header, checksum or length that the node doesn't send, or, at S3, for too large a file. */
export function refuseUnusableUrl(url: string, size = 0): void {
	const query = lowerCaseQuery(url);
	const refuse = (need: string) => {
		throw createError('UPLOAD_URL_UNUSABLE', { need });
	};
	for (const [name, value] of signedHeaders(url))
		if (value === undefined && !SENT_HEADERS.test(name)) refuse(`the header ${name}`);
	const checksums = [...query].filter(([name]) => name.startsWith('x-amz-checksum-'));
	const emptyChecksum = checksums.find(([, value]) => EMPTY_CHECKSUM.test(value));
	if (emptyChecksum !== undefined) refuse(`the checksum of an empty file (${emptyChecksum[0]})`);
	const algorithm = query.get('x-amz-sdk-checksum-algorithm');
	if (algorithm !== undefined && checksums.length === 0)
		refuse(`a checksum (x-amz-sdk-checksum-algorithm=${algorithm})`);
	if (query.get('content-type') === FORM_TYPE) refuse(`a body of the type ${FORM_TYPE}`);
	const length = query.get('content-length');
	if (length !== undefined && size > 0 && Number(length) !== size)
		refuse(`a file of ${Number(length)} bytes (this one has ${size})`);
	if (size > 5 * 1024 ** 3 && readSignedUrl(url).kind.startsWith('s3-'))
		throw createError('FILE_TOO_LARGE', { reason: `${size} bytes of at most 5 GiB` });
}
