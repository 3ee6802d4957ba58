import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { StallWatch } from '../http/cancellation';
import { type Body, describeBody, readBody } from '../http/body';
import { retryAfterMs } from '../http/headers';
import { openResponse, readText, type TextResponse } from '../http/openResponse';
import { cut } from '../secrets/shownValue';
import {
	readSignedUrl,
	signedHeaders,
	type SignedUrl,
	type SignedUrlKind,
} from '../http/signedUrl';
import { type BinaryStream, closeContent } from '../http/streams';
import { freeWhenSent } from '../n8n/freeWhenSent';
import { Meter } from './meter';
import type { OpenMedia } from './source';
import { secretsOf } from '../secrets/secrets';

/**
 * These signatures name the headers they cover, or cover none, so a Content-Type does no harm. Version 2 always
 * covers the Content-Type and doesn't say which: the node sends none there, nor to a URL of an unknown kind.
 */
const KINDS_THAT_TAKE_ANY_TYPE: SignedUrlKind[] = ['s3-v4', 'google-v4', 'azure-sas', 'cloudfront'];

/** The payload's hash, as the signature has it where the file isn't known yet. */
const CONTENT_HASH = /^x-(amz|goog)-content-sha256$/;

export function putHeaders(
	signedUrl: SignedUrl,
	media: OpenMedia,
	signed: ReturnType<typeof signedHeaders> = [],
): IDataObject {
	const ofUrl = signed.flatMap(([name, value]) => {
		const sent = CONTENT_HASH.test(name) ? (value ?? 'UNSIGNED-PAYLOAD') : value;
		return sent === undefined ? [] : [[name, sent]];
	});
	const takesType = media.typeIsSetByUser || KINDS_THAT_TAKE_ANY_TYPE.includes(signedUrl.kind);
	return {
		...Object.fromEntries(ofUrl),
		// Without it the body would go out in chunks, which object stores refuse (411, 501).
		'Content-Length': media.size,
		// `false` keeps n8n's client from adding a type of its own.
		'Content-Type': takesType ? media.contentType : false,
		...(signedUrl.kind === 'azure-sas' ? { 'x-ms-blob-type': 'BlockBlob' } : {}),
	};
}

/** A storage's response to a PUT is flat XML of a few hundred bytes. */
const MAX_RESPONSE_BYTES = 64 * 1024;

interface PutRequest {
	url: string;
	/** Always read to its end or closed. */
	media: OpenMedia;
	stallTimeout: number;
	/** Aborts the transfer: n8n's cancel, or another file's failure. */
	signal: AbortSignal;
	onBytes?: (bytes: number) => void;
}

/** `sentMd5` is set if all bytes had been sent when the response came. */
export type PutOutcome =
	| { kind: 'response'; response: StorageResponse; sentMd5?: string }
	| { kind: 'sourceFailed'; error: Error }
	| { kind: 'sourceStalled' }
	| { kind: 'stalled' }
	| { kind: 'cut'; error: unknown };

/** Sends the whole file once. The URL carries its own signature: an access token beside it would be refused. */
export async function putOnce(
	context: IExecuteFunctions,
	{ url, media, stallTimeout, signal, onBytes }: PutRequest,
): Promise<PutOutcome> {
	secretsOf(context).addUrlsIn(url);
	const meter = new Meter(media.size, onBytes);
	const body = meter.measure(media.content);
	if (body === undefined) {
		await media.close();
		return failureOf(meter, undefined);
	}
	if (media.ownsChunks) freeWhenSent(body);
	const watch = new StallWatch({
		size: media.size,
		bytesMoved: () => meter.bytes,
		stallMs: stallTimeout * 1000,
	});
	try {
		const ends = AbortSignal.any([signal, watch.signal]);
		const opened = await openResponse(context.helpers, requestFor({ url, media, body }), ends);
		// A response that comes earlier says nothing about the file.
		const sentMd5 = meter.md5();
		const received = await readText(opened, MAX_RESPONSE_BYTES).finally(opened.close);
		return { kind: 'response', response: readStorageResponse(received), sentMd5 };
	} catch (error) {
		return failureOf(meter, watch.hasStalled ? undefined : error);
	} finally {
		watch.stop();
		// n8n's client leaves the source open when it is refused early.
		await Promise.all([closeContent(body), media.close()]);
	}
}

/** @param error undefined if a stall ended the request */
function failureOf(meter: Meter, error: unknown): PutOutcome {
	if (meter.sourceError !== undefined) return { kind: 'sourceFailed', error: meter.sourceError };
	if (error !== undefined) return { kind: 'cut', error };
	return { kind: meter.isWaitingForSource ? 'sourceStalled' : 'stalled' };
}

function requestFor({
	url,
	media,
	body,
}: Pick<PutRequest, 'url' | 'media'> & { body: BinaryStream }): IHttpRequestOptions {
	return {
		method: 'PUT',
		url,
		body,
		headers: putHeaders(readSignedUrl(url), media, signedHeaders(url)),
		// n8n's default of 300 s counts from the start: it would cut off a slow upload that keeps moving.
		timeout: 0,
	};
}

export interface StorageResponse {
	status: number;
	code?: string;
	message?: string;
	retryAfterMs?: number;
	/** A storage that has stored a file sends none: what has one comes from something in between. */
	body: Body;
	/** A weak one is made by servers in between, of their own responses. */
	hasStrongETag: boolean;
	/** MD5 of the stored content in hexadecimal, if the response contains it. */
	storedMd5?: string;
}

export function readStorageResponse({
	status,
	headers,
	text,
}: Omit<TextResponse, 'isWhole'>): StorageResponse {
	return {
		status,
		retryAfterMs: retryAfterMs(headers),
		code: element('Code', text),
		message: element('Message', text),
		body: readBody(text, headers),
		hasStrongETag: /^(?!W\/)./i.test(headers.etag ?? ''),
		storedMd5: md5InHash(headers) ?? md5InETag(headers),
	};
}

export function describeStorageResponse({ status, code, message, body }: StorageResponse): string {
	if (code === undefined && message === undefined) {
		return body.kind === 'nothing' ? String(status) : `${status} and ${describeBody(body)}`;
	}
	const type = code ? ` ${code}` : '';
	return `${status}${type}${message ? ` (${message})` : ''}`;
}

/** S3, Google and Azure return flat XML, which n8n's client passes on as text. */
function element(name: string, xml: string): string | undefined {
	const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
	return cut(content.trim(), 300) || undefined;
}

/** Google's storage and Azure's name it in base64. */
function md5InHash(headers: TextResponse['headers']): string | undefined {
	const hash = /(?:^|,\s*)md5=([^,\s]+)/i.exec(headers['x-goog-hash'] ?? '')?.[1];
	const base64 = hash ?? headers['content-md5'] ?? '';
	return /^[\w+/]{22}==$/.test(base64) ? Buffer.from(base64, 'base64').toString('hex') : undefined;
}

/** The ETag of a PUT is the content's MD5, except where the storage encrypts with a key of KMS or of the customer. */
function md5InETag(headers: TextResponse['headers']): string | undefined {
	const encryption = headers['x-amz-server-side-encryption'] ?? '';
	const customerKey = headers['x-amz-server-side-encryption-customer-algorithm'];
	if (encryption.startsWith('aws:kms') || customerKey !== undefined) return undefined;
	return /^(?:W\/)?"?([0-9a-f]{32})"?$/i.exec(headers.etag ?? '')?.[1].toLowerCase();
}
