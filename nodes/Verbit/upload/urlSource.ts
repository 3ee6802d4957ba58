import type { IExecuteFunctions } from 'n8n-workflow';

import { advise, createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { type Body, readBody } from '../http/body';
import { StallWatch } from '../http/cancellation';
import {
	contentTypeOf,
	decodeText,
	dispositionFileName,
	PAGE_BEGINNING_BYTES,
	retryAfterMs,
} from '../http/headers';
import { decode } from '../http/url';
import { openResponse, type OpenResponse, PLAIN_CONTENT } from '../http/openResponse';
import { redactUrls } from '../http/redact';
import { readNetworkFailure, unreachable } from '../http/retry';
import { isRetriableStatus, isSuccessStatus, PROXY_LOGIN_REQUIRED } from '../http/status';
import { followRedirects } from '../http/redirects';
import { fixForWebPage } from '../http/shareLinks';
import { urlIdentity } from '../http/signedUrl';
import { type BinaryStream, peek, streamOf } from '../http/streams';
import { mediaFileName } from './fileName';
import { WrongLength } from './meter';
import type { MediaOverrides, MediaSource, OpenMedia } from './source';

/** Max time until a URL responds, ms. The rest of the download doesn't count. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** Streams a file from a URL: it never gets on n8n's disk, and the URL is called once for each attempt. */
export function urlSource(
	context: IExecuteFunctions,
	url: string,
	overrides: MediaOverrides,
): MediaSource {
	const fileName = mediaFileName({
		fileName: overrides.fileName ?? nameInPath(url),
		mimeType: overrides.contentType,
		property: 'recording',
	});
	const shown = { url: redactUrls(url) };
	let firstSize: number | undefined;
	const open = async (signal: AbortSignal) => {
		const response = await openUrl(context, { url, fileName }, signal);
		const media = await read(response, { url, fileName }, overrides);
		firstSize ??= media.size;
		if (media.size === firstSize) return media;
		await media.close();
		const values = { ...shown, bytes: media.size, before: firstSize };
		throw createError('URL_SIZE_CHANGED', values, { fileName });
	};
	return {
		fileName,
		identity: urlIdentity(url),
		brokenOff: (error) => interruption(error, { url, fileName }),
		open: async (attempt, signal) =>
			await open(signal).catch((error: StepError) => {
				throw attempt > 1 ? advise(error, 'ONE_TIME_URL', {}) : error;
			}),
	};
}

interface FileUrl {
	url: string;
	fileName: string;
}

function interruption(error: Error, { url, fileName }: FileUrl): StepError {
	const shown = { url: redactUrls(url) };
	// A dropped connection reports an error. A complete response with another length was unpacked on the way.
	if (error instanceof WrongLength) {
		return createError('URL_LENGTH_UNKNOWN', { ...shown, returned: COMPRESSED }, { fileName });
	}
	if (error instanceof NotAFile) {
		const values = { ...shown, returned: error.message, fix: fixOf(url) };
		return createError('URL_NOT_A_FILE', values, { fileName });
	}
	const { reason } = readNetworkFailure(error);
	return createError('URL_INTERRUPTED', { ...shown, reason }, { fileName });
}

/** n8n's rules on outgoing requests (proxy, SSRF protection) apply. */
async function openUrl(
	{ helpers }: IExecuteFunctions,
	{ url: start, fileName }: FileUrl,
	signal: AbortSignal,
): Promise<OpenResponse> {
	const context = { step: 'Open URL' as const, fileName };
	const watch = new StallWatch({ bytesMoved: () => 0, stallMs: RESPONSE_TIMEOUT_MS });
	const ends = AbortSignal.any([signal, watch.signal]);
	const open = async (url: string) => {
		// The time limit of n8n's client would go on in the download: it closes a connection that rests for that long,
		// while the storage is slow or Verbit is asked for its URL.
		const options = { url, headers: PLAIN_CONTENT, timeout: 0 };
		return await openResponse(helpers, options, ends).catch((error: unknown) => {
			const failure = readNetworkFailure(watch.hasStalled ? { code: 'ETIMEDOUT' } : error);
			throw unreachable(failure, new URL(url).host, context);
		});
	};
	try {
		return await followRedirects(start, context, open, true);
	} finally {
		watch.stop();
	}
}

async function read(
	response: OpenResponse,
	file: FileUrl,
	overrides: MediaOverrides,
): Promise<OpenMedia> {
	const typeIsSetByUser = overrides.contentType !== undefined;
	const refusal = refusalOf(response, file, typeIsSetByUser);
	if (refusal !== undefined) {
		await response.close();
		throw refusal;
	}
	const { headers, close } = response;
	return {
		content: typeIsSetByUser ? response.content : streamOf(onlyFile(response.content)),
		fileName: mediaFileName({
			fileName:
				overrides.fileName ?? dispositionFileName(headers['content-disposition']) ?? file.fileName,
			property: file.fileName,
		}),
		contentType: overrides.contentType ?? contentTypeOf(headers['content-type']),
		typeIsSetByUser,
		size: Number(headers['content-length']),
		ownsChunks: true,
		close,
	};
}

/** Its message says what came instead. */
class NotAFile extends Error {}

/** Enough to tell a recording from markup, bytes: a slow host isn't waited for until more arrives. */
const FIRST_BYTES = 1000;

/** Fails if the content begins like a web page or an error: the storage then keeps nothing of it. */
async function* onlyFile(content: BinaryStream): AsyncGenerator<Buffer> {
	let { head, chunks } = await peek(content as AsyncIterable<Buffer>, FIRST_BYTES);
	if (/^[\s\0]*([<{]|$)/.test(decodeText(head))) {
		({ head, chunks } = await peek(chunks, PAGE_BEGINNING_BYTES));
		const other = otherThanFile(decodeText(head));
		if (other !== undefined) throw new NotAFile(other);
	}
	yield* chunks;
}

function otherThanFile(beginning: string): string | undefined {
	const { kind } = readBody(beginning);
	return NO_RECORDING.includes(kind) ? kind : undefined;
}

const NO_RECORDING: Array<Body['kind']> = ['a web page', 'XML', 'JSON'];

function nameInPath(url: string): string {
	return decode(new URL(url).pathname.split('/').pop() as string);
}

/**
 * n8n's client unpacks these and removes the header that says so, although plain content was requested. Only the
 * length shows it.
 */
const COMPRESSED = 'a compressed file (gzip, deflate, br or zstd)';

/** Encodings that leave the content unchanged. Some hosts send S3's upload encoding. */
const PLAIN_ENCODINGS = ['', 'identity', 'none', 'aws-chunked', 'binary'];

const PAGE_TYPES = /^(text\/html|application\/xhtml\+xml)\b/i;

/** An API reports errors with these, some with the status 200, or describes a file instead of sending it. */
const JSON_TYPES = /^(application|text)\/([\w.-]+\+)?json\b/i;

/** Undefined if the response can be uploaded. Reads none of the content. */
function refusalOf(
	response: Pick<OpenResponse, 'status' | 'headers'>,
	{ url, fileName }: FileUrl,
	hasSetType: boolean,
): StepError | undefined {
	const { status, headers } = response;
	if (isSuccessStatus(status)) return notAFile(response, { url, fileName }, hasSetType);
	const context = { step: 'Open URL' as const, fileName };
	const { host } = new URL(url);
	if (status === PROXY_LOGIN_REQUIRED)
		return createError('PROXY_LOGIN_REQUIRED', { host }, context);
	if (!isRetriableStatus(status))
		return createError('URL_REFUSED', { url: redactUrls(url), status }, context);
	const wait = { retryAfterMs: retryAfterMs(headers), retriable: true };
	return createError('HOST_BUSY', { host, response: status }, { ...context, ...wait });
}

/** @param hasSetType the user has set the file's type, so it may be HTML or JSON */
function notAFile(
	{ status, headers }: Pick<OpenResponse, 'status' | 'headers'>,
	{ url, fileName }: FileUrl,
	hasSetType: boolean,
): StepError | undefined {
	const shown = { url: redactUrls(url) };
	const isNot = (returned: string, fix: string) =>
		createError('URL_NOT_A_FILE', { ...shown, returned, fix }, { fileName });
	const isOfUnknownLength = (returned: string) =>
		createError('URL_LENGTH_UNKNOWN', { ...shown, returned }, { fileName });
	if (status === 206 && !isWhole(headers)) {
		return isNot('only a part of the file', 'Check any proxy between n8n and its host.');
	}
	const { 'content-type': type = '' } = headers;
	if (!hasSetType && PAGE_TYPES.test(type)) return isNot('a web page', fixOf(url));
	if (!hasSetType && JSON_TYPES.test(type)) return isNot('JSON', fixOf(url));
	const encoding = encodingOf(headers['content-encoding']);
	if (encoding !== undefined) return isOfUnknownLength(`a compressed file (${encoding})`);
	const size = Number(headers['content-length'] ?? NaN);
	if (size === 0) return isNot('an empty file', 'Check that the URL leads to the right file.');
	const isKnown = Number.isSafeInteger(size) && size > 0;
	return isKnown ? undefined : isOfUnknownLength('a file without its length');
}

function fixOf(url: string): string {
	return `${fixForWebPage(url)} If it is the right file, set its type in 'Content Type'.`;
}

function isWhole({
	'content-range': range = '',
	'content-length': length,
}: OpenResponse['headers']): boolean {
	const [, last, total] = /^bytes 0-(\d+)\/(\d+)$/i.exec(range.trim()) ?? [];
	return total !== undefined && Number(last) + 1 === Number(total) && length === total;
}

function encodingOf(header: string | undefined): string | undefined {
	const foreign = (header ?? '')
		.toLowerCase()
		.split(',')
		.map((name) => name.trim())
		.filter((name) => !PLAIN_ENCODINGS.includes(name));
	return foreign.length > 0 ? foreign.join(', ').slice(0, 50) : undefined;
}
