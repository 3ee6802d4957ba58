import { addAsset } from '../api/addAsset';
import type { ServiceClient } from '../api/client';
import { createError } from '../errors/createError';
import { lowerCaseQuery, readSignedUrl, signedHeaders } from '../http/signedUrl';

/** The limit of S3 for one PUT, bytes. Other storages accept more. */
const MAX_S3_BYTES = 5 * 1024 ** 3;

/** A signature may expire before the URL says so, e.g. with a temporary credential. ms */
const OLD_URL_MS = 15 * 60 * 1000;

export interface Target {
	assetId?: string;
	url: string;
	/** ms since 1970 */
	askedAt: number;
}

/**
 * Creates an asset with its pre-signed URL, or takes the user's URL.
 * @throws StepError when Verbit returns no URL, or the file is too large for one PUT
 */
export async function findTarget(
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
	if (size > MAX_S3_BYTES && /^s3-/.test(readSignedUrl(url).kind)) {
		const values = { reason: `${size} bytes of at most 5 GiB` };
		throw createError('FILE_TOO_LARGE', values, { fileName, jobId });
	}
	return { assetId, url, askedAt };
}

/** Signed headers that the node sends. The values of others are known to nobody but who has signed them. */
const SENT = /^(content-length|content-type|x-(amz|goog)-content-sha256|x-ms-blob-type)$/;

/** Checksums of no bytes, as Amazon's SDKs sign them by default: CRC32, CRC64, SHA-1, SHA-256. */
const OF_NO_BYTES = /^(AAAAAA==|AAAAAAAAAAA=|2jmj7l5rSw0yVb\/vlWAYkK\/YBwk=|47DEQpj8HBSa.*FU=)$/;

/**
 * Reads what a signed URL says of the upload itself, before a byte is sent.
 * @throws StepError for what the node can't send, by name
 */
export function checkUploadUrl(
	url: string,
	{ size, ...context }: { size?: number; fileName?: string; jobId?: number } = {},
): void {
	const query = lowerCaseQuery(url);
	const refuse = (need: string) => {
		const { fileName, jobId } = context;
		throw createError('UPLOAD_URL_UNUSABLE', { need }, { fileName, jobId });
	};
	for (const [name, value] of signedHeaders(url)) {
		if (value === undefined && !SENT.test(name)) refuse(`the header ${name}`);
	}
	const checksums = [...query].filter(([name]) => name.startsWith('x-amz-checksum-'));
	const empty = checksums.find(([, value]) => OF_NO_BYTES.test(value));
	if (empty !== undefined) refuse(`the checksum of an empty file (${empty[0]})`);
	const algorithm = query.get('x-amz-sdk-checksum-algorithm');
	if (algorithm !== undefined && checksums.length === 0) {
		refuse(`a checksum (x-amz-sdk-checksum-algorithm=${algorithm})`);
	}
	const length = query.get('content-length');
	if (length !== undefined && size !== undefined && Number(length) !== size) {
		refuse(`a file of ${Number(length)} bytes (this one has ${size})`);
	}
}

/**
 * Whether an upload URL may have expired: it was requested long ago, or it is the user's and says so itself. Azure
 * and CloudFront don't name the reason of a refusal.
 */
export function isOld({ assetId, url, askedAt }: Target): boolean {
	const now = Date.now();
	if (now - askedAt > OLD_URL_MS) return true;
	const { expiresAt = Infinity } = readSignedUrl(url);
	return assetId === undefined && now >= expiresAt;
}
