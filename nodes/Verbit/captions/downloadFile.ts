import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { noResponseError, responseError } from '../api/refusals';
import { type FetchedFile, readResponse } from '../api/response';
import type { ServiceCall } from '../api/serviceCall';
import { createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { PAGE_BEGINNING_BYTES } from '../http/headers';
import { PLAIN_CONTENT, type StreamedResponse, streamResponse } from '../http/openResponse';
import { followRedirects } from '../http/redirects';
import { isRetriableStatus, isSuccessStatus, PROXY_LOGIN_REQUIRED } from '../http/status';
import { describeStorageResponse, readStorageResponse } from '../upload/put';
import { secretsOf } from '../secrets/secrets';
import { type FileKind, isSilent, unexpectedBodyOf } from './fileResponse';

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
 * reaches the end that its length or its last chunk announces; one that announces no end counts when it ends.
 */
export async function downloadFile<T>(
	tools: DownloadTools,
	call: ServiceCall,
	kind: FileKind,
	receive: (opened: OpenFile) => Promise<T>,
): Promise<T> {
	return await tools.client.retry(async () => {
		const response = await openFile(tools, call);
		try {
			checkFile(call, response, kind);
			return await receiveWhole(tools.client, call, response, receive);
		} finally {
			await response.close();
		}
	}, tools.signal);
}

async function openFile(
	{ context, client, signal }: DownloadTools,
	call: ServiceCall,
): Promise<FetchedFile> {
	const start = `${await client.findBaseUrl()}${call.path}`;
	const { step, jobId } = call;
	return await followRedirects(start, { step, jobId }, async (url, withToken) => {
		if (!withToken) return await openStorage(context, call, url, signal);
		const response = await client.openFile(call, url === start ? undefined : url, signal);
		if (response.status < 400 && response.errorType === undefined) return response;
		await response.close();
		throw responseError(call, response);
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
	if (response.status < 400) return { ...readResponse(response), ...response };
	await response.close();
	throw storageRefusal(call, response, url);
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

function checkFile(call: ServiceCall, response: FetchedFile, kind: FileKind): void {
	const { status } = response;
	const unexpectedBody = unexpectedBodyOf(response, kind);
	if (unexpectedBody !== undefined || !isSuccessStatus(status)) {
		throw responseError(call, { ...response, unexpectedBody });
	}
}

async function receiveWhole<T>(
	{ secrets }: ServiceClient,
	call: ServiceCall,
	response: FetchedFile,
	receive: (opened: OpenFile) => Promise<T>,
): Promise<T> {
	const { headers, text, isWhole, chunks } = response;
	let interruption: StepError | undefined;
	const untilBreak = (async function* () {
		let end = Buffer.alloc(0);
		try {
			for await (const chunk of chunks) {
				const seen = Buffer.concat([end, chunk]);
				if (secrets.areQuotedIn(seen)) {
					const unexpectedBody = 'a text with the access token instead of the file';
					interruption = responseError(call, { ...response, unexpectedBody });
				}
				if (interruption !== undefined) throw interruption;
				end = seen.subarray(-LONGEST_SECRET);
				yield chunk;
			}
		} catch (error) {
			throw (interruption ??= noResponseError(call, error, { isFile: true }));
		}
	})();
	const opened = { headers, isSilent: isWhole && isSilent(text), chunks: untilBreak };
	// Whatever n8n's storage makes of an interruption.
	const received = await receive(opened).catch((error: unknown) => {
		throw interruption ?? error;
	});
	if (interruption !== undefined) throw interruption;
	return received;
}
