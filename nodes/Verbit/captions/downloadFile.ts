import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import {
	noResponseError,
	type OpenVerbitResponse,
	readResponse,
	responseError,
	type ServiceCall,
} from '../api/serviceCall';
import { createError, hasCode } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { PAGE_BEGINNING_BYTES } from '../http/body';
import { hostError } from '../http/networkFailure';
import {
	isSuccessStatus,
	type OpenResponse,
	openResponse,
	PLAIN_CONTENT_HEADERS,
	type TextResponse,
} from '../http/openResponse';
import { followRedirects } from '../http/redirects';
import { withRetries } from '../http/retry';
import { anySignal } from '../http/signals';
import { watchForStall } from '../http/stallWatch';
import { readStorageError } from '../http/storageError';
import type { CaptionChoice } from '../journal/saved';
import { secretsOf } from '../secrets/secrets';
import { FileJudge, UNSURE } from './fileJudge';

/** How long a storage may send no data, ms. The total time isn't limited. */
const STALL_MS = 60_000;

/** Number of bytes that are checked together. Checking each of a host's small pieces would take hours. */
const BLOCK_BYTES = 64 * 1024;

export interface DownloadTools {
	context: {
		helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'prepareBinaryData'>;
	} & Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	client: ServiceClient;
	signal: AbortSignal;
}

/**
 * Streams a file from Verbit to `receive`. An interrupted download starts over with a new URL, as the old one expires soon, and
 * calls `receive` again.
 * @param choice `isUnchecked` accepts any file. Otherwise its end or length must prove it whole, or two downloads must be equal
 */
export async function downloadFile<T>(
	tools: DownloadTools,
	call: ServiceCall,
	choice: CaptionChoice,
	receive: (judge: FileJudge, chunks: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
	const digests = new Set<string>();
	const attempt = async () => {
		const download = new DownloadAttempt(tools, call, choice, digests);
		try {
			const judge = await download.open();
			// n8n's storage wraps the interruption in an error of its own.
			const received = await receive(judge, download.read(judge)).catch((error: unknown) => {
				throw download.interruption ?? error;
			});
			if (download.interruption !== undefined) throw download.interruption;
			return received;
		} finally {
			await download.close();
		}
	};
	return await withRetries(async () => {
		const isFirst = digests.size === 0;
		return await attempt().catch(async (error: unknown) => {
			// A second download shows whether the file is the same, even if the client makes only one attempt.
			if (isFirst && hasCode(error, 'CAPTIONS_NOT_COMPLETE')) return await attempt();
			throw error;
		});
	}, tools.client.limits);
}

class DownloadAttempt {
	interruption?: StepError;

	private size = 0;

	private readonly hash = createHash('sha256');

	private readonly watch = watchForStall({ bytesMoved: () => this.size, stallMs: STALL_MS });

	private response?: OpenVerbitResponse;

	/** Undefined until Verbit has redirected to a storage. */
	private storageHost?: string;

	constructor(
		private readonly tools: DownloadTools,
		private readonly call: ServiceCall,
		private readonly choice: CaptionChoice,
		private readonly digests: Set<string>,
	) {}

	/** Opens the file, and refuses what is something else by its beginning. */
	async open(): Promise<FileJudge> {
		const response = await this.openResponse();
		if (!isSuccessStatus(response.status)) throw responseError(this.call, readResponse(response));
		const judge = new FileJudge(response, this.choice.format);
		const fault = this.choice.isUnchecked ? undefined : judge.faultAtStart();
		if (fault !== undefined) {
			this.hash.update(response.head);
			this.refuse(response, fault);
		}
		return judge;
	}

	private async openResponse(): Promise<OpenVerbitResponse> {
		const { activity, jobId, path } = this.call;
		const { client, signal } = this.tools;
		const stall = this.watch.signal;
		const start = `${(await client.credential()).baseUrl}${path}`;
		return await followRedirects(start, { activity, jobId }, async (url, withToken) => {
			const fileUrl = url === start ? undefined : url;
			const response = withToken
				? await client.sendAuthorized(this.call, { file: { url: fileUrl, stall }, signal })
				: await this.openStorage(url);
			this.response = response;
			const { status, errorType } = response;
			if (status < 400 && errorType === undefined) return response;
			if (withToken || errorType !== undefined) throw responseError(this.call, response);
			throw storageError(this.call, response, url);
		});
	}

	private async openStorage(url: string): Promise<OpenVerbitResponse> {
		const { context, signal } = this.tools;
		secretsOf(context).addUrlsIn(url);
		this.storageHost = new URL(url).host;
		const options = { url, headers: PLAIN_CONTENT_HEADERS, timeout: STALL_MS };
		const limits = { signal: anySignal(signal, this.watch.signal), maxBytes: PAGE_BEGINNING_BYTES };
		const response = await openResponse(context.helpers, options, limits).catch(
			(error: unknown) => {
				throw this.interruptedError(error);
			},
		);
		return { ...readResponse(response), ...response };
	}

	private interruptedError(error: unknown): StepError {
		const limits = { host: this.storageHost, deadline: this.watch.signal };
		return noResponseError(this.call, error, { ...limits, isFile: true });
	}

	/** Reads the file's content once. A reader that stops early ends the download. */
	async *read(judge: FileJudge): AsyncGenerator<Buffer> {
		const { response } = judge;
		try {
			for await (const block of this.blocksOf(response)) {
				if (secretsOf(this.tools.context).hasKeyIn(judge.read(block))) {
					const fault = 'a text with the access token instead of the file';
					throw responseError(this.call, readResponse(response, fault));
				}
				this.hash.update(block);
				yield block;
			}
			const fault = this.choice.isUnchecked ? undefined : judge.faultAtEnd();
			if (fault !== undefined) this.refuse(response, fault);
		} catch (error) {
			this.interruption = error instanceof StepError ? error : this.interruptedError(error);
			throw this.interruption;
		}
	}

	private async *blocksOf({ chunks }: OpenResponse): AsyncGenerator<Buffer> {
		let pieces: Buffer[] = [];
		let length = 0;
		for await (const chunk of chunks) {
			this.size += chunk.length;
			length += chunk.length;
			pieces.push(chunk);
			if (length < BLOCK_BYTES) continue;
			yield Buffer.concat(pieces);
			[pieces, length] = [[], 0];
		}
		if (length > 0) yield Buffer.concat(pieces);
	}

	/** Throws for a faulty file. A file that may be whole is accepted if an earlier attempt has received the same bytes. */
	private refuse(response: TextResponse, fault: string): void {
		const digest = this.hash.digest('hex');
		const isRepeated = this.digests.has(digest);
		this.digests.add(digest);
		if (fault === UNSURE && isRepeated) return;
		const { status, summary } = readResponse(response, fault);
		const variant = isRepeated ? 'repeated' : 'other';
		const error = createError(
			'CAPTIONS_NOT_COMPLETE',
			{ format: this.choice.format.toUpperCase(), response: summary, variant },
			{ jobId: this.call.jobId, retriable: !isRepeated, response: { status, summary } },
		);
		throw isRepeated ? error.with({ advisedTry: 'none' }) : error;
	}

	async close(): Promise<void> {
		this.watch.stop();
		await this.response?.close();
	}
}

function storageError({ activity, jobId }: ServiceCall, response: TextResponse, url: string) {
	const { summary: refusal, details: received } = readStorageError(response);
	// The storage's own error code is left out, because it would be taken for an error type of Verbit's.
	const details = { activity, jobId, response: received.response };
	const values = { host: new URL(url).host, response: refusal };
	const failure = hostError(response.status, values, details);
	return failure ?? createError('DOWNLOAD_URL_REFUSED', { refusal, url }, details);
}
