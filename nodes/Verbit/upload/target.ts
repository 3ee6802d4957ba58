import { addAsset } from '../api/addAsset';
import type { ServiceClient } from '../api/client';
import type { JobCall } from '../api/serviceCall';
import { fault } from '../errors/fault';
import { readSignedUrl } from '../http/signedUrl';

/** One PUT carries at most this to S3, bytes. Other storages accept more. */
const MAX_S3_BYTES = 5 * 1024 ** 3;

/** A signature may expire before the URL says so, as that of a temporary credential does. ms */
const OLD_URL_MS = 15 * 60 * 1000;

/** Where a file is uploaded to: its pre-signed URL and, for one that Verbit gave, the asset. */
export interface Target {
	/** Not there for a URL that the user has given. */
	assetId?: string;
	url: string;
	/** ms since 1970 */
	askedAt: number;
}

interface FileFacts extends JobCall {
	fileName: string;
	size: number;
	uploadUrl?: string;
}

/**
 * A new asset with its pre-signed URL, or the URL that the user has.
 * @throws StepError when Verbit gives none, or the file is larger than one PUT to it can be
 */
export async function findTarget(client: ServiceClient, file: FileFacts): Promise<Target> {
	const target = await askForTarget(client, file);
	const { kind } = readSignedUrl(target.url);
	if (file.size <= MAX_S3_BYTES || (kind !== 's3-v4' && kind !== 's3-v2')) return target;
	const { fileName, jobId, size } = file;
	throw fault('FILE_TOO_LARGE', { reason: `${size} bytes of at most 5 GiB` }, { fileName, jobId });
}

async function askForTarget(client: ServiceClient, file: FileFacts): Promise<Target> {
	const { fileName, jobId } = file;
	const askedAt = Date.now();
	if (file.uploadUrl !== undefined) return { url: file.uploadUrl, askedAt };
	const { assetId, uploadUrl } = await addAsset(client, file, { file_name: fileName });
	if (uploadUrl !== undefined) return { assetId, url: uploadUrl, askedAt };
	const values = { response: `asset ${assetId}`, missing: 'an upload URL' };
	throw fault('RESPONSE_INCOMPLETE', values, { fileName, jobId });
}

/**
 * Whether a failure may mean that an upload URL expired: it was requested long ago, or the user has given it and it says so
 * itself. Azure and CloudFront don't name the reason.
 */
export function isOld({ assetId, url, askedAt }: Target): boolean {
	const now = Date.now();
	if (now - askedAt > OLD_URL_MS) return true;
	const { expiresAt = Infinity } = readSignedUrl(url);
	return assetId === undefined && now >= expiresAt;
}
