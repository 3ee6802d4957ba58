import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { MediaSource } from '../media/source';
import { addAsset, type JobCall } from '../service/calls';
import type { ServiceClient } from '../service/client';
import { StepError } from '../errors';
import { withRetries } from '../transport/retry';
import { judge, type UploadPlace } from './judge';
import { putOnce } from './put';
import type { TransferOptions } from './transferOptions';

/** An uploaded asset that is not used is deleted after this long, ms. */
const ASSET_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** New URLs that are asked for in place of ended ones. More than that is no matter of time any more. */
const MAX_NEW_URLS = 2;

export interface FileToUpload extends JobCall {
	source: MediaSource;
	transfer: TransferOptions;
	/** A pre-signed URL that the user has, in place of a new asset's. */
	uploadUrl?: string;
}

export interface UploadedFile extends IDataObject {
	/** Not there when the file went to a URL that the user gave. */
	asset_id?: string;
	file_name: string;
	content_type: string;
	bytes: number;
	/** Hexadecimal, of what was sent. */
	md5: string;
	/** Whether the store's own MD5 is the same, or the store gives none. */
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

interface Target {
	assetId?: string;
	url: string;
}

/**
 * One file's way: ask for a URL, PUT the file, with a new stream for every attempt and a new URL where the old one ended.
 * @throws StepError; the store then has nothing of the file
 */
export async function uploadFile(tools: Tools, file: FileToUpload): Promise<UploadedFile> {
	const began = Date.now();
	let target: Target | undefined;
	let newUrls = 0;
	let attempts = 0;
	const upload = async (attemptNumber: number) => {
		attempts = attemptNumber;
		// Asked for right before its PUT, so that none of its life is spent in a queue.
		target ??= await findTarget(tools.client, file);
		const outcome = await putOnce(tools.context, {
			url: target.url,
			source: file.source,
			stallTimeout: file.transfer.stallTimeout,
			signal: tools.signal,
		});
		const verdict = judge(placeOf(file, target), outcome, file.transfer.verifyIntegrity);
		if (verdict.next === 'done') return describe(file, target, verdict, { attempts, began });
		if (verdict.next === 'new URL') {
			newUrls++;
			target = undefined;
		}
		throw verdict.error;
	};
	return await withRetries(upload, {
		maxAttempts: file.transfer.maxAttempts,
		signal: tools.signal,
		isRetriable: ({ details }) =>
			// Calls of the service have been repeated already.
			details.step === 'Upload' && details.retriable === true && newUrls <= newUrlsFor(file),
	});
}

function newUrlsFor({ uploadUrl }: FileToUpload): number {
	return uploadUrl === undefined ? MAX_NEW_URLS : 0;
}

async function findTarget(client: ServiceClient, file: FileToUpload): Promise<Target> {
	if (file.uploadUrl !== undefined) return { url: file.uploadUrl };
	const { fileName } = file.source;
	const { assetId, uploadUrl } = await addAsset(client, file, { file_name: fileName });
	if (uploadUrl !== undefined) return { assetId, url: uploadUrl };
	throw new StepError({
		kind: 'answer',
		step: 'Add asset',
		fileName,
		jobId: file.jobId,
		what: `the service made asset ${assetId}, but answered no upload_url for it`,
		remedy: 'Check the Base URL of the credential and the option API Version.',
	});
}

function placeOf(file: FileToUpload, target: Target): UploadPlace {
	return { fileName: file.source.fileName, jobId: file.jobId, host: new URL(target.url).host };
}

function describe(
	{ source }: FileToUpload,
	{ assetId }: Target,
	{ md5, integrity }: { md5: string; integrity: UploadedFile['integrity'] },
	{ attempts, began }: { attempts: number; began: number },
): UploadedFile {
	const now = Date.now();
	return {
		...(assetId === undefined ? {} : { asset_id: assetId }),
		file_name: source.fileName,
		content_type: source.contentType,
		bytes: source.size,
		md5,
		integrity,
		attempts,
		duration_ms: now - began,
		uploaded_at: new Date(now).toISOString(),
		use_before: new Date(now + ASSET_LIFETIME_MS).toISOString(),
	};
}
