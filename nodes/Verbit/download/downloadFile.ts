import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { noResponseError } from '../api/refusals';
import type { ResponseReader, ServiceCall } from '../api/serviceCall';
import { fault } from '../errors/fault';
import { StepError } from '../errors/stepError';
import { StallWatch } from '../http/cancellation';
import { getStreamed, openResponse, type OpenResponse, STREAMED } from '../http/openResponse';
import { isSuccessStatus, readNetworkFailure, withRetries } from '../http/retry';
import {
	continuesAt,
	type FileKind,
	type FileResponse,
	rangeHeaders,
	readFileResponse,
	readVersion,
	type Version,
} from './fileResponse';
import { checkStorageResponse, followRedirects } from './redirects';
import type { DownloadContext } from './storeFile';

/** Until a host sends its first byte, and between two bytes of a file, ms. How long all of it takes does not count. */
const STALL_MS = 60_000;

/** A connection that brought less than this before it broke counts as one that brought nothing, bytes. */
const MIN_PROGRESS_BYTES = 64 * 1024;

/** The HTTP status for a part that begins after the end of the file. */
const NO_SUCH_RANGE = 416;

/** The download fails after this many connections in a row without data. */
const MAX_IDLE_CONNECTIONS = 4;

/** A file to download from Verbit: the call that returns it, and what its content may look like. */
export interface FileToDownload {
	/** Returns the file, at once or through redirects. */
	call: ServiceCall;
	kind: FileKind;
}

/** A file whose content is still on its way. */
export interface OpenFile {
	/** Of the response, with names in lower case. */
	headers: OpenResponse['headers'];
	/** The file from its first byte, to read once. A reader that stops ends the download. */
	chunks: AsyncIterable<Buffer>;
}

/** What a download works with: n8n's context, the client of Verbit's API, and the signal that ends it. */
export interface DownloadTools {
	context: DownloadContext;
	client: ServiceClient;
	/** Aborts the download at once. */
	signal: AbortSignal;
}

/**
 * Streams a file of Verbit to whoever receives it. After a break it goes on where it broke, if the host can; otherwise it
 * starts over, and `receive` is called again. No connection is left of it.
 */
export async function downloadFile<T>(
	tools: DownloadTools,
	file: FileToDownload,
	receive: (opened: OpenFile) => Promise<T>,
): Promise<T> {
	const attempt = async () => await new Download(tools, file).run(receive);
	return await withRetries(attempt, tools.client.retriesOf(file.call));
}

/** One attempt, over as many connections as it takes. */
class Download {
	private bytesMoved = 0;

	/** Bytes of the file itself. */
	private received = 0;

	private opened?: OpenResponse;

	private watch?: StallWatch;

	/** Which content the part that is there belongs to; undefined where the host can't continue it. */
	private version?: Version;

	/** Why the file is incomplete. */
	private failure?: StepError;

	constructor(
		private readonly tools: DownloadTools,
		private readonly file: FileToDownload,
	) {}

	async run<T>(receive: (opened: OpenFile) => Promise<T>): Promise<T> {
		try {
			const { chunks } = await this.tools.client.attempt(this.file.call, this.readFile);
			const { headers } = this.opened as OpenResponse;
			this.version = readVersion(this.opened as OpenResponse);
			return await receive({ headers, chunks: chunks as AsyncIterable<Buffer> }).catch(
				(error: unknown) => {
					throw this.failure ?? error;
				},
			);
		} finally {
			await this.close();
		}
	}

	private readonly readFile: ResponseReader<FileResponse> = async (send, start) => {
		const { response, url, isService } = await this.request(send, start);
		const content = this.read(response);
		const file = await readFileResponse(response, content, this.file.kind);
		if (file.isEmpty) throw this.emptyFile(file.status);
		return isService ? file : checkStorageResponse(this.file.call, response, url, file);
	};

	/** Along all redirects: a URL is signed for minutes, so each connection gets a new one. */
	private async request(
		send: Parameters<ResponseReader<FileResponse>>[0],
		start: string,
		range: IDataObject = {},
	): Promise<Awaited<ReturnType<typeof followRedirects>>> {
		const headers = { ...STREAMED.headers, ...range };
		return await followRedirects(this.file.call, start, {
			toService: async (url) =>
				await this.open(async (abortSignal) => {
					// The query of the call belongs to its own URL.
					const changes = url === start ? {} : { url, qs: undefined };
					return await send({ ...STREAMED, headers, ...changes, abortSignal });
				}),
			toStorage: async (url) =>
				await this.open(async (abortSignal) => await this.get(url, headers, abortSignal)),
		});
	}

	/** One connection at a time. */
	private async open(
		request: (abortSignal: AbortSignal) => Promise<IN8nHttpFullResponse>,
	): Promise<OpenResponse> {
		await this.close();
		this.failure = undefined;
		this.watch = new StallWatch({ bytesMoved: () => this.bytesMoved, stallMs: STALL_MS });
		const signal = AbortSignal.any([this.tools.signal, this.watch.signal]);
		this.opened = await openResponse(request, signal);
		this.bytesMoved++;
		return this.opened;
	}

	private async close(): Promise<void> {
		this.watch?.stop();
		await this.opened?.close();
	}

	/** Without a token: the URL carries its own signature, or needs none. */
	private async get(
		url: string,
		headers: IDataObject,
		abortSignal: AbortSignal,
	): Promise<IN8nHttpFullResponse> {
		const request = getStreamed(this.tools.context.helpers, {
			url,
			headers,
			timeout: STALL_MS,
			disableFollowRedirect: true,
			abortSignal,
		});
		return await request.catch((error: unknown) => {
			throw this.noConnectionTo(url, error) ?? noResponseError(this.file.call, error);
		});
	}

	/** Why there is no connection to the storage; nothing where it was made and broke. */
	private noConnectionTo(url: string, error: unknown): StepError | undefined {
		const { reason, notSent, isCertificate } = readNetworkFailure(error);
		if (!notSent) return undefined;
		const code = isCertificate ? 'DOWNLOAD_CERTIFICATE_INVALID' : 'DOWNLOAD_HOST_UNREACHABLE';
		return fault(code, { host: new URL(url).host, reason }, { jobId: this.file.call.jobId });
	}

	/** From the first byte to the last, whatever breaks in between. */
	private async *read(response: OpenResponse): AsyncGenerator<Buffer> {
		let idle = 0;
		for (let current = response; ;) {
			const before = this.received;
			const interruption = yield* this.readConnection(current);
			if (interruption === undefined) return;
			idle = this.received - before < MIN_PROGRESS_BYTES ? idle + 1 : 0;
			this.failure = interruption;
			if (idle === MAX_IDLE_CONNECTIONS || this.version === undefined) throw interruption;
			current = await this.continueFile(this.version).catch((error: StepError) => {
				throw (this.failure = error);
			});
		}
	}

	/** @returns why it broke, or nothing at the end of the file */
	private async *readConnection({
		content,
	}: OpenResponse): AsyncGenerator<Buffer, StepError | undefined> {
		const chunks = (content as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
		for (;;) {
			const next = await chunks.next().catch((error: unknown) => this.interrupted(error));
			if (next instanceof StepError) return next;
			if (next.done) return undefined;
			this.bytesMoved += next.value.length;
			this.received += next.value.length;
			yield next.value;
		}
	}

	/** The rest of the file, over a new connection. @throws StepError where the host sends anything else */
	private async continueFile(version: Version): Promise<OpenResponse> {
		const { client } = this.tools;
		const interruption = this.failure as StepError;
		const readRest: ResponseReader<FileResponse> = async (send, start) => {
			const range = rangeHeaders(version, this.received);
			const { response, url, isService } = await this.request(send, start, range);
			if (continuesAt(response, version, this.received)) {
				return { status: response.status, data: {}, isForeign: false };
			}
			// From the first byte again, another file, or one that n8n's client has unpacked, so that more has been received
			// than the host has of it: what has been received can't be used.
			if (isSuccessStatus(response.status) || response.status === NO_SUCH_RANGE) throw interruption;
			const content = response.content as AsyncIterable<Buffer>;
			const refusal = await readFileResponse(response, content, this.file.kind);
			return isService ? refusal : checkStorageResponse(this.file.call, response, url, refusal);
		};
		const attempt = async () => await client.attempt(this.file.call, readRest);
		await withRetries(attempt, client.retriesOf(this.file.call));
		return this.opened as OpenResponse;
	}

	private emptyFile(status: number): StepError {
		const { jobId } = this.file.call;
		return fault('CAPTIONS_EMPTY', { response: status }, { jobId, httpCode: String(status) });
	}

	private interrupted(error: unknown): StepError {
		const { jobId } = this.file.call;
		return this.watch?.hasStalled
			? fault('DOWNLOAD_STALLED', { seconds: STALL_MS / 1000 }, { jobId })
			: fault('DOWNLOAD_INTERRUPTED', readNetworkFailure(error), { jobId });
	}
}
