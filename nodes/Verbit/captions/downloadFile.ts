import { createHash, type Hash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { noResponseError, responseError } from '../api/refusals';
import { type FetchedFile, readResponse } from '../api/response';
import type { ServiceCall } from '../api/serviceCall';
import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { PAGE_BEGINNING_BYTES } from '../http/headers';
import { PLAIN_CONTENT, type StreamedResponse, streamResponse } from '../http/openResponse';
import { followRedirects } from '../http/redirects';
import { isRetriableStatus, isSuccessStatus, PROXY_LOGIN_REQUIRED } from '../http/status';
import { describeStorageResponse, readStorageResponse } from '../upload/storageResponse';
import { type Secrets, secretsOf } from '../secrets/secrets';
import { CLOSING_BRACKET, knownFormat } from './captionFormats';
import { isSilent, unexpectedBodyOf } from './fileResponse';

/** Longest pause of a storage, before the first byte or between two, ms. The total time doesn't count. */
const STALL_MS = 60_000;

/** A secret may begin in one chunk and end in the next, bytes. */
const LONGEST_SECRET = 16 * 1024;

export interface OpenFile {
	headers: StreamedResponse['headers'];
	/** Whether it holds nothing that somebody said. */
	isSilent: boolean;
	/** Can be read once. A reader that stops ends the download. */
	chunks: AsyncIterable<Buffer>;
	/** Bytes that were read. */
	size: () => number;
}

export interface DownloadTools {
	context: {
		helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'prepareBinaryData'>;
	} & Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	client: ServiceClient;
	signal: AbortSignal;
}

/**
 * Streams a file of Verbit to `receive`. After an interruption it starts over with a new URL, because the old one
 * expires within minutes, and calls `receive` again. It never continues in the middle. A body counts only if it
 * reaches the end that its length or its last chunk announces, and the end of its format. If neither can be known, it is
 * downloaded until it came twice.
 */
export async function downloadFile<T>(
	tools: DownloadTools,
	call: ServiceCall,
	format: string,
	receive: (opened: OpenFile) => Promise<T>,
): Promise<T> {
	const digests = new Set<string>();
	return await tools.client.retry(async () => {
		const response = await openFile(tools, call);
		try {
			const unexpectedBody = unexpectedBodyOf(response, format);
			if (unexpectedBody !== undefined || !isSuccessStatus(response.status)) {
				throw responseError(call, readResponse(response, unexpectedBody));
			}
			return await receiveWhole(tools.client, call, response, { format, digests }, receive);
		} finally {
			await response.close();
		}
	}, tools.signal);
}

async function openFile(
	{ context, client, signal }: DownloadTools,
	call: ServiceCall,
): Promise<FetchedFile> {
	const { step, jobId, path } = call;
	const start = `${(await client.findAccount()).baseUrl}${path}`;
	return await followRedirects(start, { step, jobId }, async (url, withToken) => {
		const response = withToken
			? await client.openFile(call, url === start ? undefined : url, signal)
			: await openStorage(context, call, url, signal);
		const { status, errorType } = response;
		if (status < 400 && errorType === undefined) return response;
		await response.close();
		if (withToken || errorType !== undefined) throw responseError(call, response);
		throw storageRefusal(call, response, url);
	});
}

/** Sends no token: the URL carries its own signature, or needs none. */
async function openStorage(
	context: DownloadTools['context'],
	call: ServiceCall,
	url: string,
	signal: AbortSignal,
): Promise<FetchedFile> {
	secretsOf(context).addUrlsIn(url);
	const options = { url, headers: PLAIN_CONTENT, timeout: STALL_MS };
	const limits = { signal, stallMs: STALL_MS, maxBytes: PAGE_BEGINNING_BYTES };
	const response = await streamResponse(context.helpers, options, limits).catch(
		(error: unknown) => {
			throw noResponseError(call, error, { host: new URL(url).host, isFile: true });
		},
	);
	return { ...readResponse(response), ...response };
}

/** A storage refuses its own URL, not the access token: a new token wouldn't help. */
function storageRefusal(
	{ step, jobId }: ServiceCall,
	{ status, headers, text }: StreamedResponse,
	url: string,
): StepError {
	const context = { step, jobId, httpCode: String(status) };
	if (status === PROXY_LOGIN_REQUIRED) {
		return createError('PROXY_LOGIN_REQUIRED', { host: new URL(url).host }, context);
	}
	const refusal = readStorageResponse({ status, headers, text });
	const values = { refusal: describeStorageResponse(refusal), url };
	return createError('DOWNLOAD_URL_REFUSED', values, {
		...context,
		errorType: refusal.code,
		retryAfterMs: refusal.retryAfterMs,
		retriable: isRetriableStatus(status),
	});
}

/** What was read of a file so far. */
interface Seen {
	size: number;
	last: Buffer;
	hash: Hash;
}

async function receiveWhole<T>(
	{ secrets }: ServiceClient,
	call: ServiceCall,
	response: FetchedFile,
	{ format, digests }: { format: string; digests: Set<string> },
	receive: (opened: OpenFile) => Promise<T>,
): Promise<T> {
	const { headers, text, isWhole } = response;
	const silent = isWhole && isSilent(text);
	const seen: Seen = { size: 0, last: Buffer.alloc(0), hash: createHash('sha256') };
	let interruption: StepError | undefined;
	const chunks = (async function* () {
		try {
			yield* withoutKeys(secrets, call, response, seen);
			const reason = faultOf(seen, headers, silent ? '' : format, digests);
			if (reason === undefined) return;
			throw createError('DOWNLOAD_INTERRUPTED', { reason }, { jobId: call.jobId });
		} catch (error) {
			const isKnown = error instanceof StepError;
			throw (interruption = isKnown ? error : noResponseError(call, error, { isFile: true }));
		}
	})();
	const opened = { headers, isSilent: silent, chunks, size: () => seen.size };
	// n8n's storage wraps the interruption in an error of its own.
	const received = await receive(opened).catch((error: unknown) => {
		throw interruption ?? error;
	});
	if (interruption !== undefined) throw interruption;
	return received;
}

async function* withoutKeys(
	secrets: Secrets,
	call: ServiceCall,
	response: FetchedFile,
	seen: Seen,
): AsyncGenerator<Buffer> {
	for await (const chunk of response.chunks) {
		const joined = Buffer.concat([seen.last, chunk]);
		if (secrets.areQuotedIn(joined)) {
			const unexpectedBody = 'a text with the access token instead of the file';
			throw responseError(call, readResponse(response, unexpectedBody));
		}
		seen.last = joined.subarray(-LONGEST_SECRET);
		seen.size += chunk.length;
		seen.hash.update(chunk);
		yield chunk;
	}
}

/** The end of a format is in its last bytes. A PDF may have some behind it, and an archive a comment. */
const END_BYTES = 4096;

/**
 * Why a file may not be whole. n8n's client unpacks what comes packed, and doesn't notice that it was cut.
 * @param digests hashes of earlier downloads, to which this one is added
 */
function faultOf(
	{ size, last, hash }: Seen,
	headers: OpenFile['headers'],
	format: string,
	digests: Set<string>,
): string | undefined {
	const ends = knownFormat(format)?.ends;
	const end = last
		.toString('latin1', last.length - END_BYTES)
		.replace(/\0/g, '')
		.trim();
	if (ends !== undefined && !ends.test(end)) return 'the file is cut off';
	// Any other transfer encoding ends with the connection.
	const isChunked = /chunked\s*$/i.test(headers['transfer-encoding'] ?? '');
	const isAnnounced = isChunked || Number(headers['content-length']) === size;
	if (isAnnounced || (ends !== undefined && ends !== CLOSING_BRACKET)) return undefined;
	const digest = hash.digest('hex');
	if (digests.has(digest)) return undefined;
	digests.add(digest);
	return 'the file came without its length, and not yet twice alike';
}
