import type { IExecuteFunctions } from 'n8n-workflow';

import { advise, createError, hasCode } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { describeBody, readBody } from '../http/body';
import { contentTypeOf, decodeText, encodingOf, retryAfterMs } from '../http/headers';
import {
	isRetriableStatus,
	isSuccessStatus,
	openResponse,
	type OpenResponse,
	PLAIN_CONTENT,
	PROXY_LOGIN_REQUIRED,
} from '../http/openResponse';
import { secretsOf } from '../secrets/secrets';
import { readNetworkFailure, unreachable, withRetries } from '../http/retry';
import { followRedirects } from '../http/redirects';
import { StallWatch } from '../http/stallWatch';
import { urlIdentity } from '../http/signedUrl';
import { streamOf } from '../n8n/streamOf';
import { dispositionFileName, mediaFileName } from './fileName';
import { type OpenMedia, WrongLength } from './put';
import type { MediaSource } from './uploadFile';
import type { TransferOptions } from './transferOptions';

/** Streams a file from a URL: it never gets on n8n's disk, and the URL is called once for each attempt. */
export function urlSource(
	context: IExecuteFunctions,
	url: string,
	transfer: TransferOptions,
): MediaSource {
	/** An earlier call may have used up a one-time URL. */
	let wasCalled = false;
	let prepared: OpenMedia | undefined;
	const open = async (signal: AbortSignal) => {
		const isRepeat = wasCalled;
		wasCalled = true;
		return await openRecording(context, url, source, signal).catch((error: StepError) => {
			const { code } = error.details;
			wasCalled = isRepeat || !hasCode(error, 'HOST_UNREACHABLE');
			const named = error.with({ step: 'Open URL', fileName: source.fileName });
			const mayBeOneTime = isRepeat && code.startsWith('URL_') && !error.details.retriable;
			throw mayBeOneTime ? advise(named, 'ONE_TIME_URL', {}) : named;
		});
	};
	const source: MediaSource = {
		fileName: mediaFileName({
			fileName: transfer.fileName ?? new URL(url).href,
			mimeType: transfer.contentType,
		}),
		identity: urlIdentity(url),
		transfer,
		async prepare(signal) {
			const { maxAttempts } = transfer;
			const media = await withRetries(async () => await open(signal), { maxAttempts, signal });
			source.fileName = media.fileName;
			const close = async () => {
				prepared = undefined;
				await media.close();
			};
			return (prepared = { ...media, close });
		},
		async open(signal) {
			const media = prepared ?? (await open(signal));
			prepared = undefined;
			return media;
		},
	};
	return source;
}

/** Max time until a URL responds with its first bytes, ms. The rest of the download doesn't count. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** n8n's rules on outgoing requests (proxy, SSRF protection) apply. @throws nothing but StepErrors */
async function openRecording(
	context: IExecuteFunctions,
	start: string,
	source: MediaSource,
	signal: AbortSignal,
): Promise<OpenMedia> {
	let url = start;
	let response: OpenResponse | undefined;
	const watch = new StallWatch({ bytesMoved: () => 0, stallMs: RESPONSE_TIMEOUT_MS });
	const ends = AbortSignal.any([signal, watch.signal]);
	const request = async (next: string) => {
		url = next;
		secretsOf(context).addUrlsIn(url);
		// The time limit of n8n's client would go on in the download: it closes a connection that rests for that long,
		// while the storage is slow or Verbit is asked for its URL.
		const options = { url, headers: PLAIN_CONTENT, timeout: 0 };
		return await openResponse(context.helpers, options, { signal: ends, maxBytes: FIRST_BYTES });
	};
	const openMedia = async () => {
		response = await followRedirects(start, {}, request, { mayLoseEncryption: true });
		const media = await asMedia(response, start, source);
		return { ...media, fileName: secretsOf(context).redact(media.fileName) };
	};
	return await openMedia()
		.catch(async (error: unknown) => {
			await response?.close();
			if (error instanceof StepError) throw error;
			const cause = watch.hasStalled ? { code: 'ETIMEDOUT' } : error;
			const failure = readNetworkFailure(cause);
			if (!failure.isNotSent) throw interruption(cause, url);
			throw unreachable(failure, new URL(url).host, {});
		})
		.finally(() => watch.stop());
}

/** @throws StepError for what isn't a recording, before an asset or a job is made for it */
async function asMedia(
	response: OpenResponse,
	url: string,
	{ fileName, transfer }: MediaSource,
): Promise<OpenMedia> {
	const { headers, head, chunks, close } = response;
	checkStatus(response, url);
	const isTypeSetByUser = transfer.contentType !== undefined;
	checkContent(head, headers, url, isTypeSetByUser);
	const given = transfer.fileName ?? dispositionFileName(headers['content-disposition']);
	return {
		content: streamOf(chunks),
		fileName: mediaFileName({ fileName: given ?? fileName, property: fileName }),
		contentType: transfer.contentType ?? contentTypeOf(headers['content-type']),
		isTypeSetByUser,
		size: Number(headers['content-length']),
		ownsChunks: true,
		brokenOff: (error) => interruption(error, url).with({ fileName }),
		close,
	};
}

function checkStatus({ status, headers }: OpenResponse, url: string): void {
	const { 'content-range': range, 'content-length': length } = headers;
	if (status === 200 || (status === 206 && String(range).endsWith(`/${length}`))) return;
	const { host } = new URL(url);
	const response = { status, text: `${status}`, retryAfterMs: retryAfterMs(headers) };
	const later = { response, retriable: true };
	if (status === PROXY_LOGIN_REQUIRED) throw createError('PROXY_LOGIN_REQUIRED', { host });
	if (isRetriableStatus(status)) throw createError('HOST_BUSY', { host, response: status }, later);
	if (!isSuccessStatus(status)) throw createError('URL_REFUSED', { url, status });
	if (status === 202) {
		const values = { cause: 'preparing', url, returned: 'no file yet' };
		throw createError('URL_NOT_A_FILE', values, later);
	}
	const returned = status === 206 ? 'only a part of the file' : `status ${status}`;
	throw createError('URL_NOT_A_FILE', { cause: 'status', url, returned });
}

/** Recordings have bytes in their first kilobyte that no text has. */
const FIRST_BYTES = 1000;

/** What other files begin with, in hexadecimal. */
const OTHER_FILES: Array<[returned: string, beginning: RegExp]> = [
	[
		// JPEG, PNG, GIF, BMP, PSD, TIFF, JPEG 2000, JPEG XL, WebP; and HEIF and AVIF, which share the container of MP4.
		'a picture',
		/^(ffd8ff|89504e47|47494638|424d.{8}00000000|38425053|49492a00|4d4d002a|0000000c(6a502020|4a584c20)|52494646.{8}57454250|.{8}66747970(6865|617669|6d696631|6d736631))/,
	],
	[
		// ZIP, gzip, bzip2, XZ, 7-Zip, RAR, Zstandard, LZ4, lzip, Microsoft's and Apple's, and tar.
		'an archive',
		/^(504b0[357]0[468]|1f8b08|425a683|fd377a58|377abcaf|52617221|28b52ffd|04224d18|4c5a4950|4d534346|78617221|.{514}7573746172)/,
	],
	// PDF, and the formats of Microsoft Office before 2007.
	['a document', /^(25504446|d0cf11e0)/],
];

const PLAYLIST = /^\s*(#EXTM3U|\[playlist\])|<(MPD|SmoothStreamingMedia|asx|smil)[\s>]/i;

const FEED = /<(rss|feed|rdf:RDF)[\s>]/i;

/** Types that no recording has, whatever its first bytes. A host that knows no type sends `application/octet-stream`. */
const OTHER_TYPE =
	/^(text|image|font|message|model|multipart)\/|^application\/([\w.-]+\+)?(json|xml)\b|^application\/(pdf|rtf|msword|vnd\.(ms-(excel|power|word)|openxml)|(x-)?(zip|gzip|tar|rar|7z|bzip))|mpegurl|x-scpls/i;

/** What came instead of a recording, by its first bytes and its type; nothing for what may be one. */
export function insteadOfRecording(
	head: Buffer,
	type: string,
): { returned: string; cause?: 'feed' | 'playlist' } | undefined {
	const first = head.subarray(0, FIRST_BYTES);
	const other = OTHER_FILES.find(([, beginning]) => beginning.test(first.toString('hex')));
	if (other !== undefined) return { returned: other[0] };
	const body = readBody(decodeText(first));
	if (body.kind === 'binary data') {
		const [name] = type.split(';');
		return OTHER_TYPE.test(type) ? { returned: `a file of the type ${name}` } : undefined;
	}
	if (PLAYLIST.test(body.text)) {
		return { returned: 'a playlist (a list of pieces)', cause: 'playlist' };
	}
	if (FEED.test(body.text)) return { returned: 'a feed (a list of episodes)', cause: 'feed' };
	return { returned: body.kind === 'nothing' ? 'a file of blanks' : describeBody(body) };
}

/** @param isTypeSetByUser lets any content through */
function checkContent(
	head: Buffer,
	headers: OpenResponse['headers'],
	url: string,
	isTypeSetByUser: boolean,
): void {
	const ofUnknownLength = (returned: string) =>
		createError('URL_LENGTH_UNKNOWN', { url, returned });
	const encoding = encodingOf(headers['content-encoding']);
	if (encoding !== undefined) throw ofUnknownLength(`a compressed file (${encoding})`);
	if (head.length === 0) {
		throw createError('URL_NOT_A_FILE', { cause: 'empty', url, returned: 'an empty file' });
	}
	const other = isTypeSetByUser
		? undefined
		: insteadOfRecording(head, String(headers['content-type']));
	if (other !== undefined) throw createError('URL_NOT_A_FILE', { ...other, url });
	if (headers['content-length'] === undefined) throw ofUnknownLength('a file without its length');
}

/** n8n's client unpacks these, though plain content was asked for, and hides that it did. Only the length shows it. */
const COMPRESSED = 'a compressed file (gzip, deflate, br or zstd)';

/** A dropped connection reports an error. A complete response with another length was unpacked on the way. */
function interruption(error: unknown, url: string): StepError {
	if (error instanceof WrongLength) {
		return createError('URL_LENGTH_UNKNOWN', { url, returned: COMPRESSED });
	}
	return createError('URL_INTERRUPTED', { url, reason: readNetworkFailure(error).reason });
}
