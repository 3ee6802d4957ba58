import type { IBinaryData, IN8nHttpFullResponse } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import type { ServiceClient } from '../api/client';
import type { ServiceCall } from '../api/serviceCall';
import { noAnswerError } from '../api/refusals';
import type { ResponseReader } from '../api/responseReader';
import { readNetworkFailure } from '../http/network';
import { StallWatch } from '../http/stallWatch';
import { answerOfStore } from './elsewhere';
import { type FileAnswer, type FileKind, readFileAnswer } from './fileAnswer';
import { getStreamed, openResponse, type OpenResponse, STREAMED } from '../http/openResponse';
import { followRedirects } from './redirects';
import { type Description, type DownloadContext, storeFile } from './storeFile';

/** Until a host answers with its first byte, and between two bytes of a file, ms. How long all of it takes does not count. */
const PATIENCE_MS = 60_000;

export interface FileToDownload {
	/** Answered with the file, at once or through redirects. */
	call: ServiceCall;
	kind: FileKind;
	/** What the file is called in n8n. @param headers of the answer, with names in lower case */
	describe: (headers: OpenResponse['headers']) => Description;
}

/** A file in n8n's storage of binary data. */
export interface DownloadedFile extends Description {
	binary: IBinaryData;
	bytes: number;
}

interface Tools {
	context: DownloadContext;
	client: ServiceClient;
	signal: AbortSignal;
}

/**
 * Streams a file of the service into n8n's storage. It is begun anew as a whole when the connection breaks under it, and
 * no connection is left of it.
 */
export async function downloadFile(tools: Tools, file: FileToDownload): Promise<DownloadedFile> {
	const attempt = async () => await new Download(tools, file).run();
	return await tools.client.repeat(file.call, attempt);
}

/** One attempt. */
class Download {
	private bytesMoved = 0;

	private readonly watch = new StallWatch({
		bytesMoved: () => this.bytesMoved,
		stallMs: PATIENCE_MS,
	});

	private readonly signal: AbortSignal;

	private opened?: OpenResponse;

	/** Why the file did not come to its end. */
	private failure?: StepError;

	constructor(
		private readonly tools: Tools,
		private readonly file: FileToDownload,
	) {
		this.signal = AbortSignal.any([tools.signal, this.watch.signal]);
	}

	async run(): Promise<DownloadedFile> {
		const { call, describe } = this.file;
		try {
			const { chunks } = await this.tools.client.attempt(call, this.readFile);
			const description = describe((this.opened as OpenResponse).headers);
			const stored = storeFile(
				this.tools.context,
				call,
				description,
				chunks as AsyncIterable<Buffer>,
			);
			return await stored.catch((error: unknown) => {
				throw this.failure ?? error;
			});
		} finally {
			this.watch.stop();
			await this.opened?.close();
		}
	}

	private readonly readFile: ResponseReader<FileAnswer> = async (send, start) => {
		const { call, kind } = this.file;
		const { response, url, isService } = await followRedirects(call, start, {
			toService: async (url) =>
				await this.open(async (abortSignal) => {
					// The query of the call belongs to its own link.
					const changes = url === start ? {} : { url, qs: undefined };
					return await send({ ...STREAMED, ...changes, abortSignal });
				}),
			elsewhere: async (url) =>
				await this.open(async (abortSignal) => await this.get(url, abortSignal)),
		});
		const answer = await readFileAnswer(response, this.read(response), kind);
		return isService ? answer : answerOfStore(call, response, url, answer);
	};

	/** One connection at a time. */
	private async open(
		request: (abortSignal: AbortSignal) => Promise<IN8nHttpFullResponse>,
	): Promise<OpenResponse> {
		await this.opened?.close();
		this.failure = undefined;
		this.opened = await openResponse(request, this.signal);
		this.bytesMoved++;
		return this.opened;
	}

	/** Without a token: the link carries its own signature, or needs none. */
	private async get(url: string, abortSignal: AbortSignal): Promise<IN8nHttpFullResponse> {
		const request = getStreamed(this.tools.context.helpers, {
			url,
			timeout: PATIENCE_MS,
			disableFollowRedirect: true,
			abortSignal,
		});
		return await request.catch((error: unknown) => {
			throw noAnswerError(this.file.call, error);
		});
	}

	private async *read({ content }: OpenResponse): AsyncGenerator<Buffer> {
		const chunks = (content as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
		for (;;) {
			const { done, value } = await chunks.next().then(undefined, (error: unknown) => {
				throw this.brokenOff(error);
			});
			if (done) return;
			this.bytesMoved += value.length;
			yield value;
		}
	}

	private brokenOff(error: unknown): StepError {
		const { step, jobId } = this.file.call;
		const reason = this.watch.hasStalled
			? `no byte came for ${PATIENCE_MS / 1000} s`
			: readNetworkFailure(error).reason;
		this.failure = new StepError({
			kind: 'answer',
			step,
			jobId,
			what: `the connection broke off under the file (${reason})`,
			remedy: 'Check the network and the proxy, and try again.',
			retriable: true,
		});
		return this.failure;
	}
}
