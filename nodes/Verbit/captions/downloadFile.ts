import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import {
	type OpenVerbitResponse,
	noResponseError,
	readResponse,
	responseError,
	type ServiceCall,
} from '../api/serviceCall';
import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { PAGE_BEGINNING_BYTES } from '../http/headers';
import {
	isRetriableStatus,
	isSuccessStatus,
	openResponse,
	PLAIN_CONTENT,
	PROXY_LOGIN_REQUIRED,
	type TextResponse,
} from '../http/openResponse';
import { followRedirects } from '../http/redirects';
import { StallWatch } from '../http/stallWatch';
import { readRefusal } from '../upload/judge';
import { secretsOf } from '../secrets/secrets';
import { CLOSING_BRACKET, isSilent, knownFormat, unexpectedBodyOf } from './captionFormats';

/** Longest pause of a storage, before the first byte or between two, ms. The total time doesn't count. */
const STALL_MS = 60_000;

/** A secret may begin in one chunk and end in the next, bytes. */
const LONGEST_SECRET = 16 * 1024;

/** The end of a format is in its last bytes. A PDF may have some behind it, and an archive a comment. */
const END_BYTES = 4096;

export interface DownloadTools {
	context: {
		helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'prepareBinaryData'>;
	} & Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	client: ServiceClient;
	signal: AbortSignal;
}

/**
 * Streams a file of Verbit to `receive`. After an interruption it starts over with a new URL, as the old one expires soon,
 * and calls `receive` again. A body counts only if it reaches the end that its length or its last chunk announces, and the
 * end of its format. If neither can be known, it is downloaded until it came twice.
 */
export async function downloadFile<T>(
	tools: DownloadTools,
	call: ServiceCall,
	format: string,
	receive: (file: OpenFile) => Promise<T>,
): Promise<T> {
	const digests = new Set<string>();
	return await tools.client.retry(async () => {
		const download = new DownloadAttempt(tools, call);
		try {
			const response = await download.open();
			const unexpectedBody = unexpectedBodyOf(response, format);
			if (unexpectedBody !== undefined || !isSuccessStatus(response.status)) {
				throw responseError(call, readResponse(response, unexpectedBody));
			}
			const silent = response.isWhole && isSilent(response.text);
			const chunks = download.read(response, silent ? '' : format, digests);
			const size = () => download.size;
			const file = { headers: response.headers, isSilent: silent, chunks, size };
			// n8n's storage wraps the interruption in an error of its own.
			const received = await receive(file).catch((error: unknown) => {
				throw download.interruption ?? error;
			});
			if (download.interruption !== undefined) throw download.interruption;
			return received;
		} finally {
			await download.close();
		}
	}, tools.signal);
}

export interface OpenFile {
	headers: TextResponse['headers'];
	isSilent: boolean;
	/** Can be read once. A reader that stops ends the download. */
	chunks: AsyncIterable<Buffer>;
	size: () => number;
}

class DownloadAttempt {
	size = 0;

	interruption?: StepError;

	private last = Buffer.alloc(0);

	private readonly hash = createHash('sha256');

	private readonly watch = new StallWatch({ bytesMoved: () => this.size, stallMs: STALL_MS });

	private response?: OpenVerbitResponse;

	constructor(
		private readonly tools: DownloadTools,
		private readonly call: ServiceCall,
	) {}

	async open(): Promise<OpenVerbitResponse> {
		const { step, jobId, path } = this.call;
		const { client, signal } = this.tools;
		const stall = this.watch.signal;
		const start = `${(await client.findAccount()).baseUrl}${path}`;
		return await followRedirects(start, { step, jobId }, async (url, withToken) => {
			const fileUrl = url === start ? undefined : url;
			const response = withToken
				? await client.sendAuthorized(this.call, { file: { url: fileUrl, stall }, signal })
				: await this.openStorage(url);
			this.response = response;
			const { status, errorType } = response;
			if (status < 400 && errorType === undefined) return response;
			if (withToken || errorType !== undefined) throw responseError(this.call, response);
			throw storageRefusal(this.call, response, url);
		});
	}

	/** Sends no token: the URL carries its own signature, or needs none. */
	private async openStorage(url: string): Promise<OpenVerbitResponse> {
		const { context, signal } = this.tools;
		secretsOf(context).addUrlsIn(url);
		const options = { url, headers: PLAIN_CONTENT, timeout: STALL_MS };
		const ends = AbortSignal.any([signal, this.watch.signal]);
		try {
			const limits = { signal: ends, maxBytes: PAGE_BEGINNING_BYTES };
			const response = await openResponse(context.helpers, options, limits);
			return { ...readResponse(response), ...response };
		} catch (error) {
			throw this.interruptedBy(error, new URL(url).host);
		}
	}

	private interruptedBy(error: unknown, host?: string): StepError {
		const failure = this.watch.hasStalled ? { code: 'ETIMEDOUT', cause: error } : error;
		return noResponseError(this.call, failure, { host, isFile: true });
	}

	async *read(response: OpenVerbitResponse, format: string, digests: Set<string>) {
		try {
			for await (const chunk of response.chunks) {
				this.measure(chunk, response);
				yield chunk;
			}
			const reason = this.faultOf(response, format, digests);
			if (reason === undefined) return;
			throw createError('DOWNLOAD_INTERRUPTED', { reason }, { jobId: this.call.jobId });
		} catch (error) {
			this.interruption = error instanceof StepError ? error : this.interruptedBy(error);
			throw this.interruption;
		}
	}

	private measure(chunk: Buffer, response: OpenVerbitResponse): void {
		const joined = Buffer.concat([this.last, chunk]);
		if (this.tools.client.secrets.hasKeyIn(joined)) {
			const unexpectedBody = 'a text with the access token instead of the file';
			throw responseError(this.call, readResponse(response, unexpectedBody));
		}
		this.last = joined.subarray(-LONGEST_SECRET);
		this.size += chunk.length;
		this.hash.update(chunk);
	}

	/** Why a file may not be whole: n8n's client doesn't see that what it unpacks was cut. @param digests of earlier tries */
	private faultOf(
		{ headers }: OpenVerbitResponse,
		format: string,
		digests: Set<string>,
	): string | undefined {
		const ends = knownFormat(format)?.ends;
		const end = this.last
			.toString('latin1', this.last.length - END_BYTES)
			.replace(/\0/g, '')
			.trim();
		if (ends !== undefined && !ends.test(end)) return 'the file is cut off';
		// Any other transfer encoding ends with the connection.
		const isChunked = /chunked\s*$/i.test(headers['transfer-encoding'] ?? '');
		const isAnnounced = isChunked || Number(headers['content-length']) === this.size;
		if (isAnnounced || (ends !== undefined && ends !== CLOSING_BRACKET)) return undefined;
		const digest = this.hash.digest('hex');
		if (digests.has(digest)) return undefined;
		digests.add(digest);
		return 'the file came without its length, and not yet twice alike';
	}

	async close(): Promise<void> {
		this.watch.stop();
		await this.response?.close();
	}
}

/** A storage refuses its own URL, not the access token: a new token wouldn't help. */
function storageRefusal(
	{ step, jobId }: ServiceCall,
	response: TextResponse,
	url: string,
): StepError {
	const { status } = response;
	const { described: refusal, context: received } = readRefusal(response);
	const context = { step, jobId, ...received };
	if (status === PROXY_LOGIN_REQUIRED) {
		return createError('PROXY_LOGIN_REQUIRED', { host: new URL(url).host }, context);
	}
	const retriable = isRetriableStatus(status);
	return createError('DOWNLOAD_URL_REFUSED', { refusal, url }, { ...context, retriable });
}
