import type {
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	RequestHelperFunctions,
} from 'n8n-workflow';

import { StallWatch } from './cancellation';
import { decodeText } from './headers';
import { type BinaryStream, closeContent, peek } from './streams';

/**
 * Makes n8n's client return the body as a stream. It asks for plain content: a compressed body would be unpacked on
 * the way.
 */
export const STREAMED = {
	encoding: 'stream' as const,
	headers: { Accept: '*/*', 'Accept-Encoding': 'identity' },
};

export async function getStreamed(
	helpers: Pick<RequestHelperFunctions, 'httpRequest'>,
	options: Pick<IHttpRequestOptions, 'url' | 'timeout' | 'abortSignal' | 'disableFollowRedirect'>,
): Promise<IN8nHttpFullResponse> {
	return (await helpers.httpRequest({
		...STREAMED,
		...options,
		method: 'GET',
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	})) as IN8nHttpFullResponse;
}

type StreamedRequest = (abortSignal: AbortSignal) => Promise<unknown>;

export interface OpenResponse {
	status: number;
	/** With names in lower case. */
	headers: Record<string, string | undefined>;
	content: BinaryStream;
	/** Closes the connection, even if part of the body is left. */
	close(): Promise<void>;
}

/** @param signal aborts the request, also while the body arrives */
export async function openResponse(
	request: StreamedRequest,
	signal: AbortSignal,
): Promise<OpenResponse> {
	const end = new AbortController();
	const response = (await request(AbortSignal.any([end.signal, signal]))) as IN8nHttpFullResponse;
	const content = response.body as BinaryStream;
	// An abort is reported as an error, also while nobody reads.
	content.on('error', () => undefined);
	return {
		status: response.statusCode,
		headers: response.headers as OpenResponse['headers'],
		content,
		// To destroy the stream is not enough: n8n's client hands out one that does not pass that on to the connection.
		close: async () => {
			end.abort();
			await closeContent(content);
		},
	};
}

/** The text of an error says more than its status, but isn't worth a longer wait, ms. */
const ERROR_TEXT_MS = 10_000;

export interface TextResponse extends Pick<OpenResponse, 'status' | 'headers'> {
	text: string;
	isWhole: boolean;
}

/** Holds a response in memory, but at most `maxBytes` of it. */
export async function fetchText(
	request: StreamedRequest,
	signal: AbortSignal,
	maxBytes: number,
): Promise<TextResponse> {
	const response = await openResponse(request, signal);
	try {
		return await readText(response, maxBytes);
	} finally {
		await response.close();
	}
}

/** Reads an error's text for 10 seconds at most. If the connection drops meanwhile, the status still counts. */
async function readText(
	{ status, headers, content }: OpenResponse,
	maxBytes: number,
): Promise<TextResponse> {
	const chunks: Buffer[] = [];
	let length = 0;
	const collect = async () => {
		for await (const chunk of content as AsyncIterable<Buffer>) {
			chunks.push(chunk);
			length += chunk.length;
			if (length > maxBytes) break;
		}
	};
	if (status < 300) {
		await collect();
	} else {
		const giveUp = () => content.destroy();
		const deadline = AbortSignal.timeout(ERROR_TEXT_MS);
		deadline.addEventListener('abort', giveUp);
		await collect().catch(() => undefined);
		deadline.removeEventListener('abort', giveUp);
	}
	const text = decodeText(Buffer.concat(chunks).subarray(0, maxBytes));
	return { status, headers, text, isWhole: length <= maxBytes };
}

/** Enough to recognize an error or a page that came instead of a file, bytes. */
export const MAX_BEGINNING_BYTES = 64 * 1024;

/** A response whose first part was read as text, and whose whole body can still be read. */
export interface StreamedResponse extends TextResponse {
	/** Can be read once, from the first byte. Fails if no byte arrives for too long. */
	chunks: AsyncIterable<Buffer>;
	close(): Promise<void>;
}

/**
 * Reads the first `maxBytes` of a response as text, but nothing of a redirect.
 * @param limits `signal` aborts the request, also while the body arrives; `stallMs` is the longest pause before or
 * between bytes
 */
export async function streamResponse(
	request: StreamedRequest,
	limits: { signal: AbortSignal; maxBytes: number; stallMs: number },
): Promise<StreamedResponse> {
	const { signal, maxBytes, stallMs } = limits;
	const moved = { bytes: 0 };
	const watch = new StallWatch({ bytesMoved: () => moved.bytes, stallMs });
	const asStall = (error: unknown) =>
		watch.hasStalled ? new Error(`no data for ${stallMs / 1000} s`) : error;
	let response: OpenResponse | undefined;
	const close = async () => {
		watch.stop();
		await response?.close();
	};
	const open = async () => {
		response = await openResponse(request, AbortSignal.any([signal, watch.signal]));
		const chunks = counted(response.content as AsyncIterable<Buffer>, moved, asStall);
		return { ...(await readBeginning(response, chunks, maxBytes)), close };
	};
	return await open().catch(async (error: unknown) => {
		await close();
		throw error;
	});
}

async function* counted(
	chunks: AsyncIterable<Buffer>,
	moved: { bytes: number },
	asStall: (error: unknown) => unknown,
): AsyncGenerator<Buffer> {
	try {
		for await (const chunk of chunks) {
			moved.bytes += chunk.length;
			yield chunk;
		}
	} catch (error) {
		throw asStall(error);
	}
}

async function readBeginning(
	response: OpenResponse,
	content: AsyncIterable<Buffer>,
	maxBytes: number,
): Promise<Omit<StreamedResponse, 'close'>> {
	const { status, headers } = response;
	if (status >= 400) return { ...(await readText(response, maxBytes)), chunks: content };
	if (status >= 300) return { status, headers, text: '', isWhole: true, chunks: content };
	const { head, isWhole, chunks } = await peek(content, maxBytes);
	const text = decodeText(head.subarray(0, maxBytes));
	return { status, headers, text, isWhole, chunks };
}
