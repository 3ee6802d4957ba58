import type { IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { UNKNOWN_FORMAT } from '../errors/messages/files';
import { StepError } from '../errors/stepError';
import { encodingOf, retryAfterMs } from '../http/headers';
import { hostError, readNetworkFailure, unreachableError } from '../http/networkFailure';
import { openResponse, type OpenResponse, PLAIN_CONTENT_HEADERS } from '../http/openResponse';
import { followRedirects } from '../http/redirects';
import { withRetries } from '../http/retry';
import { watchForStall } from '../http/stallWatch';
import { urlIdentity } from '../http/urlIdentity';
import { streamOf } from '../n8n/streamOf';
import { secretsOf } from '../secrets/secrets';
import { type OpenSourceFile, type SourceFile, WrongLength } from '../upload/sourceFile';
import type { TransferOptions } from '../upload/transferOptions';
import { dispositionFileName, safeFileName } from './fileName';
import {
	extensionOfRecording,
	HEAD_BYTES,
	isTextFile,
	kindOfFile,
	typeOfFile,
} from './recordingFormat';

/** Max time until a URL responds with its first bytes, ms. The rest of the download doesn't count. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** Streams a file from a URL. `takesAnyFile` accepts other files than recordings, too, but no text. */
export function urlSource(
	context: IExecuteFunctions,
	source: { url: string; transfer: TransferOptions; takesAnyFile?: boolean },
): SourceFile {
	const { transfer } = source;
	const { fileName: nameByUser, contentType: mimeType, maxAttempts } = transfer;
	const fileName = safeFileName({ fileName: nameByUser ?? source.url, mimeType });
	const open = async (signal: AbortSignal) => {
		let { url } = source;
		let response: OpenResponse | undefined;
		const watch = watchForStall({ bytesMoved: () => 0, stallMs: RESPONSE_TIMEOUT_MS });
		const limits = { signal: AbortSignal.any([signal, watch.signal]), maxBytes: HEAD_BYTES };
		const request = async (next: string) => {
			url = next;
			secretsOf(context).addUrlsIn(url);
			// `watch` limits the time until the first bytes. A limit of n8n's client may include the download, which pauses.
			const options = { url, headers: PLAIN_CONTENT_HEADERS, timeout: 0 };
			return await openResponse(context.helpers, options, limits);
		};
		try {
			response = await followRedirects(url, {}, request, { mayLoseEncryption: true });
			const opened = openedFile(response, { ...source, fileName });
			return { ...opened, fileName: secretsOf(context).redactFileName(opened.fileName) };
		} catch (error) {
			await response?.close();
			const failure = readNetworkFailure(error, watch.signal);
			const noResponse = failure.isNotSent
				? unreachableError(failure, new URL(url).host, {})
				: createError('DOWNLOAD_INTERRUPTED', { source: url, reason: failure.reason });
			const refusal = error instanceof StepError ? error : noResponse;
			throw refusal.with({ activity: 'Open URL', fileName });
		} finally {
			watch.stop();
		}
	};
	let opened: OpenSourceFile | undefined;
	return {
		fileName,
		subject: urlIdentity(source.url),
		transfer,
		async openEarly(signal) {
			opened ??= await withRetries(async () => await open(signal), { maxAttempts, signal });
			return opened;
		},
		async discard() {
			await opened?.close();
			opened = undefined;
		},
		async open(signal) {
			const file = opened ?? (await open(signal));
			opened = undefined;
			return file;
		},
	};
}

function openedFile(
	response: OpenResponse,
	file: { url: string; fileName: string; transfer: TransferOptions; takesAnyFile?: boolean },
): OpenSourceFile {
	const { url, fileName, transfer, takesAnyFile } = file;
	const { headers, head, chunks, close } = response;
	refuseUnusableResponse(response, url);
	const { 'content-length': length, 'content-disposition': disposition } = headers;
	const recordingExtension = extensionOfRecording(head, Number(length ?? Infinity));
	const isTypeSetByUser = transfer.contentType !== undefined;
	// A text may be the host's error message instead of the file.
	const isWanted = recordingExtension !== undefined || (takesAnyFile && !isTextFile(head));
	if (!isWanted && !isTypeSetByUser) {
		// A text isn't quoted, because whoever enters a URL may not be allowed to see what n8n's network has there.
		const returned = kindOfFile(head);
		const variant = takesAnyFile ? UNKNOWN_FORMAT : returned;
		throw createError('URL_NOT_A_FILE', { variant, url, returned });
	}
	if (length === undefined) throw lengthError(url, 'a file without its length');
	const nameParts = { fileName: dispositionFileName(disposition) ?? fileName, fallback: fileName };
	const isNamedByUser = transfer.fileName !== undefined;
	return {
		content: streamOf(chunks),
		fileName: isNamedByUser ? fileName : safeFileName({ ...nameParts, recordingExtension }),
		contentType: transfer.contentType ?? typeOfFile(headers['content-type'], head),
		isTypeSetByUser,
		size: Number(length),
		ownsChunks: true,
		errorOfReading(error) {
			const { reason } = readNetworkFailure(error);
			// n8n's client has unpacked a compressed file, although plain content was asked for, without saying so.
			const failure =
				error instanceof WrongLength
					? lengthError(url, 'a compressed file (gzip, deflate, br or zstd)')
					: createError('DOWNLOAD_INTERRUPTED', { source: url, reason });
			return failure.with({ activity: 'Open URL', fileName });
		},
		close,
	};
}

function refuseUnusableResponse({ status, headers, head }: OpenResponse, url: string): void {
	const { 'content-range': range, 'content-length': length } = headers;
	const isAll = range === `bytes 0-${Number(length) - 1}/${length}`;
	if (status !== 200 && !(status === 206 && isAll)) throw statusError(status, headers, url);
	const encoding = encodingOf(headers['content-encoding']);
	if (encoding !== undefined) throw lengthError(url, `a compressed file (${encoding})`);
	if (head.length > 0) return;
	throw createError('URL_NOT_A_FILE', { variant: 'empty', url, returned: 'an empty file' });
}

function statusError(status: number, headers: OpenResponse['headers'], url: string): StepError {
	const response = { status, summary: `${status}`, retryAfterMs: retryAfterMs(headers) };
	const failure = hostError(status, { host: new URL(url).host, response: status }, { response });
	if (failure !== undefined) return failure;
	if (status !== 202) return createError('URL_REFUSED', { url, status });
	const values = { variant: 'preparing', url, returned: 'no file yet' };
	return createError('URL_NOT_A_FILE', values, { response, retriable: true });
}

function lengthError(url: string, returned: string): StepError {
	return createError('URL_LENGTH_UNKNOWN', { url, returned });
}
