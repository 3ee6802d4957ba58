import { createHash, type Hash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { captionsCall } from '../api/captions';
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

type Receive<T> = (judge: FileJudge, chunks: AsyncIterable<Buffer>) => Promise<T>;

/**
 * Streams a file from Verbit to `receive`. An interrupted download starts over with a new URL, as the old one expires soon, and
 * calls `receive` again.
 * @param choice `isUnchecked` accepts any file. Otherwise its end or length must prove it whole, or two downloads must be equal
 */
export async function downloadFile<T>(
	tools: DownloadTools,
	jobId: number,
	choice: CaptionChoice,
	receive: Receive<T>,
): Promise<T> {
	const call = captionsCall(jobId, choice);
	const digests = new Set<string>();
	const attempt = async () =>
		await new DownloadAttempt(tools, call, choice, digests).deliverTo(receive);
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
	private readonly watch = watchForStall({
		bytesMoved: () => this.judge?.bytes ?? 0,
		stallMs: STALL_MS,
	});

	/** Undefined until Verbit has redirected to a storage. */
	private storageHost?: string;

	private response?: OpenVerbitResponse;

	private judge?: FileJudge;

	private interruption?: StepError;

	/** @param digests hashes of what earlier attempts have received */
	constructor(
		private readonly tools: DownloadTools,
		private readonly call: ServiceCall,
		private readonly choice: CaptionChoice,
		private readonly digests: Set<string>,
	) {}

	async deliverTo<T>(receive: Receive<T>): Promise<T> {
		try {
			const judge = await this.open();
			return await receive(judge, this.read(judge)).finally(() => {
				// n8n's storage wraps the interruption in an error of its own.
				if (this.interruption !== undefined) throw this.interruption;
			});
		} finally {
			this.watch.stop();
			await this.response?.close();
		}
	}

	/** Opens the file, and refuses what is something else by its beginning. */
	private async open(): Promise<FileJudge> {
		const response = await this.openResponse();
		if (!isSuccessStatus(response.status)) throw responseError(this.call, response);
		const judge = new FileJudge(response, this.choice.format);
		this.judge = judge;
		this.refuseFaulty(response, judge.faultAtStart(), createHash('sha256').update(response.head));
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

	/** Reads the file's content once. A reader that stops early ends the download. */
	private async *read(judge: FileJudge): AsyncGenerator<Buffer> {
		const { response } = judge;
		const hash = createHash('sha256');
		try {
			for await (const block of blocksOf(judge)) {
				if (secretsOf(this.tools.context).hasKeyIn(judge.read(block))) {
					const fault = 'a text with the access token instead of the file';
					throw responseError(this.call, readResponse(response, fault));
				}
				hash.update(block);
				yield block;
			}
			this.refuseFaulty(response, judge.faultAtEnd(), hash);
		} catch (error) {
			this.interruption = error instanceof StepError ? error : this.interruptedError(error);
			throw this.interruption;
		}
	}

	private interruptedError(error: unknown): StepError {
		const limits = { host: this.storageHost, deadline: this.watch.signal };
		return noResponseError(this.call, error, { ...limits, isFile: true });
	}

	/** Throws for a faulty file. A file that may be whole is accepted if an earlier attempt has received the same bytes. */
	private refuseFaulty(response: TextResponse, fault: string | undefined, received: Hash): void {
		if (fault === undefined || this.choice.isUnchecked) return;
		const digest = received.digest('hex');
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
}

/** Joins the chunks of a file to blocks, and counts their bytes as they arrive. */
async function* blocksOf(judge: FileJudge): AsyncGenerator<Buffer> {
	let pieces: Buffer[] = [];
	let length = 0;
	for await (const chunk of judge.response.chunks) {
		judge.bytes += chunk.length;
		length += chunk.length;
		pieces.push(chunk);
		if (length < BLOCK_BYTES) continue;
		yield Buffer.concat(pieces);
		[pieces, length] = [[], 0];
	}
	if (length > 0) yield Buffer.concat(pieces);
}

function storageError({ activity, jobId }: ServiceCall, response: TextResponse, url: string) {
	const { summary: refusal, details: received } = readStorageError(response);
	// The storage's own error code is left out, because it would be taken for an error type of Verbit's.
	const details = { activity, jobId, response: received.response };
	const values = { host: new URL(url).host, response: refusal };
	const failure = hostError(response.status, values, details);
	return failure ?? createError('DOWNLOAD_URL_REFUSED', { refusal, url }, details);
}
