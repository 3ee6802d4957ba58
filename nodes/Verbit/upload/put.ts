import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { closeContent, openResponse, readBeginning, type TextResponse } from '../http/openResponse';
import { readNetworkFailure, unreachable } from '../http/retry';
import { readSignedUrl, signedHeaders, type SignedUrlKind } from '../http/signedUrl';
import { StallWatch } from '../http/stallWatch';
import { freeWhenSent } from '../n8n/freeWhenSent';
import type { BinaryStream } from '../n8n/streamOf';
import { secretsOf } from '../secrets/secrets';
import { Meter } from './meter';
import type { OpenMedia } from './source';

/** A storage's response to a PUT is flat XML of a few hundred bytes. */
const MAX_RESPONSE_BYTES = 64 * 1024;

interface PutRequest {
	url: string;
	/** Always read to its end or closed. */
	media: OpenMedia;
	/** Seconds. */
	stallTimeout: number;
	/** Aborts the transfer: n8n's cancel, or another file's failure. */
	signal: AbortSignal;
}

/**
 * Sends the whole file once. The URL carries its own signature: an access token beside it would be refused.
 * @returns the response, and the MD5 of the file if all of it had been sent when the response came
 * @throws StepError for a file that can't be read, and where no response came
 */
export async function putOnce(
	context: IExecuteFunctions,
	request: PutRequest,
): Promise<{ response: TextResponse; sentMd5?: string }> {
	const { url, media, stallTimeout, signal } = request;
	secretsOf(context).addUrlsIn(url);
	const meter = new Meter(media.size);
	const watch = new StallWatch({
		size: media.size,
		bytesMoved: () => meter.bytes,
		stallMs: stallTimeout * 1000,
	});
	let body: BinaryStream | undefined;
	try {
		body = meter.measure(media.content);
		if (media.ownsChunks) freeWhenSent(body);
		// n8n's default timeout of 300 s counts from the start: it would cut off a slow upload that keeps moving.
		const options = { url, body, headers: putHeaders(url, media), timeout: 0 };
		const ends = AbortSignal.any([signal, watch.signal]);
		const opened = await openResponse(context.helpers, { method: 'PUT', ...options }, ends);
		// A response that comes earlier says nothing about the file.
		const sentMd5 = meter.md5();
		const response = await readBeginning(opened, MAX_RESPONSE_BYTES).finally(opened.close);
		return { response, sentMd5 };
	} catch (error) {
		throw failureOfUpload(request, meter, watch.hasStalled ? undefined : error);
	} finally {
		watch.stop();
		// n8n's client leaves the source open when it is refused early.
		await Promise.all([body && closeContent(body), media.close()]);
	}
}

/**
 * These signatures name the headers they cover, or cover none, so a Content-Type does no harm. Version 2 always
 * covers the Content-Type and doesn't say which: the node sends none there, nor to a URL of an unknown kind.
 */
const KINDS_THAT_TAKE_ANY_TYPE: SignedUrlKind[] = ['s3-v4', 'google-v4', 'azure-sas', 'cloudfront'];

/** The payload's hash, as the signature has it where the file isn't known yet. */
const CONTENT_HASH = /^x-(amz|goog)-content-sha256$/;

export function putHeaders(url: string, media: OpenMedia): IDataObject {
	const { kind } = readSignedUrl(url);
	const ofUrl = signedHeaders(url).flatMap(([name, value]) => {
		const sent = CONTENT_HASH.test(name) ? (value ?? 'UNSIGNED-PAYLOAD') : value;
		return sent === undefined ? [] : [[name, sent]];
	});
	const takesType = media.typeIsSetByUser || KINDS_THAT_TAKE_ANY_TYPE.includes(kind);
	return {
		...Object.fromEntries(ofUrl),
		// Without it the body would go out in chunks, which object stores refuse (411, 501).
		'Content-Length': media.size,
		// `false` keeps n8n's client from adding a type of its own.
		'Content-Type': takesType ? media.contentType : false,
		...(kind === 'azure-sas' ? { 'x-ms-blob-type': 'BlockBlob' } : {}),
	};
}

/** @param error undefined if a stall ended the request */
function failureOfUpload(
	{ url, media }: PutRequest,
	{ sourceError, isWaitingForSource }: Meter,
	error: unknown,
): StepError {
	const { host } = new URL(url);
	if (sourceError !== undefined) return media.brokenOff(sourceError);
	if (error === undefined) {
		if (!isWaitingForSource) return createError('UPLOAD_STALLED', { host });
		return media.brokenOff(new Error("no data within 'Stall Timeout'")).with({ retriable: true });
	}
	const failure = readNetworkFailure(error);
	if (failure.notSent) return unreachable(failure, host, { step: 'Upload' });
	return createError('UPLOAD_CUT', { host, reason: failure.reason });
}
