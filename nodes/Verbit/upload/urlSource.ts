import type { IExecuteFunctions } from 'n8n-workflow';

import { advise, createError } from '../errors/createError';
import type { Code } from '../errors/catalogue';
import { StepError } from '../errors/stepError';
import { StallWatch } from '../http/cancellation';
import { contentTypeOf, dispositionFileName, retryAfterMs } from '../http/headers';
import { decode } from '../http/url';
import { openResponse, type OpenResponse, PLAIN_CONTENT } from '../http/openResponse';
import { secretsOf } from '../secrets/secrets';
import { readNetworkFailure, unreachable, withRetries } from '../http/retry';
import { isRetriableStatus, isSuccessStatus, PROXY_LOGIN_REQUIRED } from '../http/status';
import { followRedirects } from '../http/redirects';
import { urlIdentity } from '../http/signedUrl';
import { peek } from '../http/streams';
import { streamOf } from '../n8n/streamOf';
import { mediaFileName } from './fileName';
import { WrongLength } from './meter';
import { FIRST_BYTES, insteadOfRecording } from './recording';
import type { MediaOverrides, MediaSource, OpenMedia } from './source';

/** Errors of a host that was never reached. */
const NOT_CALLED: string[] = ['CERTIFICATE_INVALID', 'HOST_UNREACHABLE'] satisfies Code[];

/** Max time until a URL responds with its first bytes, ms. The rest of the download doesn't count. */
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
	let firstSize: number | undefined;
	/** An earlier call may have used a one-time URL up. */
	let wasCalled = false;
	let prepared: OpenMedia | undefined;
	const open = async (signal: AbortSignal) => {
		const media = await openRecording(context, { url, fileName, overrides }, signal);
		wasCalled = true;
		media.fileName = secretsOf(context).redact(media.fileName);
		firstSize ??= media.size;
		if (media.size === firstSize) return media;
		await media.close();
		const values = { url, bytes: media.size, before: firstSize };
		throw createError('URL_SIZE_CHANGED', values, { fileName });
	};
	const openAgain = async (signal: AbortSignal) => {
		const isRepeat = wasCalled;
		return await open(signal).catch((error: StepError) => {
			const { code = '', retriable } = error.details;
			wasCalled ||= !NOT_CALLED.includes(code);
			const mayBeOneTime = isRepeat && code.startsWith('URL_') && !retriable;
			throw mayBeOneTime ? advise(error, 'ONE_TIME_URL', {}) : error;
		});
	};
	return {
		fileName,
		identity: urlIdentity(url),
		brokenOff: (error) => interruption(error, { url, fileName }),
		async prepare(maxAttempts, signal) {
			const isRetriable = ({ details }: StepError) => details.retriable === true;
			const opening = async () => await openAgain(signal);
			prepared = await withRetries(opening, { maxAttempts, signal, isRetriable });
			this.fileName = prepared.fileName;
		},
		async abandon() {
			await prepared?.close();
		},
		async open(_attempt, signal) {
			const media = prepared ?? (await openAgain(signal));
			prepared = undefined;
			return media;
		},
	};
}

interface FileUrl {
	url: string;
	fileName: string;
}

function interruption(error: unknown, { url, fileName }: FileUrl): StepError {
	const shown = { url };
	// A dropped connection reports an error. A complete response with another length was unpacked on the way.
	if (error instanceof WrongLength) {
		return createError('URL_LENGTH_UNKNOWN', { ...shown, returned: COMPRESSED }, { fileName });
	}
	const { reason } = readNetworkFailure(error);
	return createError('URL_INTERRUPTED', { ...shown, reason }, { fileName });
}

/** n8n's rules on outgoing requests (proxy, SSRF protection) apply. */
async function openRecording(
	context: IExecuteFunctions,
	file: FileUrl & { overrides: MediaOverrides },
	signal: AbortSignal,
): Promise<OpenMedia> {
	const { url: start, fileName } = file;
	const call = { step: 'Open URL' as const, fileName };
	const watch = new StallWatch({ bytesMoved: () => 0, stallMs: RESPONSE_TIMEOUT_MS });
	const ends = AbortSignal.any([signal, watch.signal]);
	const asFailure = (error: unknown, url: string) => {
		const cause = watch.hasStalled ? { code: 'ETIMEDOUT' } : error;
		const failure = readNetworkFailure(cause);
		if (!failure.notSent) return interruption(cause, { url, fileName });
		return unreachable(failure, new URL(url).host, call);
	};
	const open = async (url: string) => {
		secretsOf(context).addUrlsIn(url);
		// The time limit of n8n's client would go on in the download: it closes a connection that rests for that long,
		// while the storage is slow or Verbit is asked for its URL.
		const options = { url, headers: PLAIN_CONTENT, timeout: 0 };
		return await openResponse(context.helpers, options, ends).catch((error: unknown) => {
			throw asFailure(error, url);
		});
	};
	try {
		const response = await followRedirects(start, call, open, true);
		return await read(response, file).catch(async (error: unknown) => {
			await response.close();
			throw error instanceof StepError ? error : asFailure(error, start);
		});
	} finally {
		watch.stop();
	}
}

/** @throws StepError for what isn't a recording, before an asset or a job is made for it */
async function read(
	response: OpenResponse,
	{ overrides, ...file }: FileUrl & { overrides: MediaOverrides },
): Promise<OpenMedia> {
	const { headers, content, close } = response;
	checkStatus(response, file);
	const { head, chunks } = await peek(content as AsyncIterable<Buffer>, FIRST_BYTES);
	const typeIsSetByUser = overrides.contentType !== undefined;
	checkContent(head, headers, { ...file, typeIsSetByUser });
	return {
		content: streamOf(chunks),
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

function checkStatus({ status, headers }: OpenResponse, { url, fileName }: FileUrl): void {
	if (status === 200 || (status === 206 && isWhole(headers))) return;
	const shown = { url };
	const context = { step: 'Open URL' as const, fileName };
	const later = { ...context, retryAfterMs: retryAfterMs(headers), retriable: true };
	if (status === 202) {
		const values = { ...shown, cause: 'preparing', returned: 'no file yet' } as const;
		throw createError('URL_NOT_A_FILE', values, later);
	}
	if (isSuccessStatus(status)) {
		const returned = status === 206 ? 'only a part of the file' : `status ${status}`;
		throw createError('URL_NOT_A_FILE', { ...shown, cause: 'status', returned }, context);
	}
	const { host } = new URL(url);
	if (status === PROXY_LOGIN_REQUIRED) throw createError('PROXY_LOGIN_REQUIRED', { host }, context);
	if (isRetriableStatus(status)) throw createError('HOST_BUSY', { host, response: status }, later);
	throw createError('URL_REFUSED', { ...shown, status }, context);
}

/** The user's own type lets any content through. */
function checkContent(
	head: Buffer,
	headers: OpenResponse['headers'],
	{ url, fileName, typeIsSetByUser }: FileUrl & { typeIsSetByUser: boolean },
): void {
	const shown = { url };
	const isNot = (returned: string, cause: 'empty' | 'feed' | 'playlist' | 'other') =>
		createError('URL_NOT_A_FILE', { ...shown, returned, cause }, { fileName });
	const isOfUnknownLength = (returned: string) =>
		createError('URL_LENGTH_UNKNOWN', { ...shown, returned }, { fileName });
	const encoding = encodingOf(headers['content-encoding']);
	if (encoding !== undefined) throw isOfUnknownLength(`a compressed file (${encoding})`);
	const size = Number(headers['content-length'] ?? NaN);
	if (head.length === 0 || size === 0) {
		throw isNot('an empty file', 'empty');
	}
	const other = insteadOfRecording(head, headers['content-type'] ?? '');
	if (other !== undefined && !typeIsSetByUser) {
		throw isNot(other.returned, other.cause ?? 'other');
	}
	if (!Number.isSafeInteger(size) || size < 0) throw isOfUnknownLength('a file without its length');
}

function isWhole({
	'content-range': range = '',
	'content-length': length,
}: OpenResponse['headers']): boolean {
	const [, last, total] = /^bytes 0-(\d+)\/(\d+)$/i.exec(range.trim()) ?? [];
	return total !== undefined && Number(last) + 1 === Number(total) && length === total;
}

export function encodingOf(header: string | undefined): string | undefined {
	const foreign = (header ?? '')
		.toLowerCase()
		.split(',')
		.map((name) => name.trim())
		.filter((name) => !PLAIN_ENCODINGS.includes(name));
	return foreign.length > 0 ? foreign.join(', ').slice(0, 50) : undefined;
}
