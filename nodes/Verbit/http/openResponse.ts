import type {
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	RequestHelperFunctions,
} from 'n8n-workflow';

import { StallWatch } from './cancellation';
import { decodeText } from './headers';
import { type BinaryStream, closeContent, peek } from './streams';

/** Asks for plain content: a compressed body would be unpacked on the way. */
export const PLAIN_CONTENT = { Accept: '*/*', 'Accept-Encoding': 'identity' };

type Sender = Pick<RequestHelperFunctions, 'httpRequest'>;

export interface OpenResponse {
	status: number;
	/** With names in lower case. */
	headers: Record<string, string | undefined>;
	content: BinaryStream;
	/** Closes the connection, even if part of the body is left. */
	close(): Promise<void>;
}

/**
 * Sends a request, and doesn't read its response. No status is an error, and no redirect is followed: n8n's client would
 * keep a whole body in memory to send it again, and carry a token or key to a host that nobody has named.
 * @param signal aborts the request, also while the body arrives
 */
export async function openResponse(
	sender: Sender,
	options: IHttpRequestOptions,
	signal: AbortSignal,
): Promise<OpenResponse> {
	const end = new AbortController();
	const response = (await sender.httpRequest({
		...options,
		encoding: 'stream',
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
		abortSignal: AbortSignal.any([end.signal, signal]),
	})) as IN8nHttpFullResponse;
	const content = response.body as BinaryStream;
	// An abort is reported as an error, also while nobody reads.
	content.on('error', () => undefined);
	return {
		status: response.statusCode,
		headers: response.headers as OpenResponse['headers'],
		content,
		// Destroying the stream doesn't close the connection: n8n's client returns one end of a pipeline.
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

export async function fetchText(
	sender: Sender,
	options: IHttpRequestOptions,
	{ signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<TextResponse> {
	const response = await openResponse(sender, options, signal);
	return await readResponseText(response, maxBytes).finally(response.close);
}

/** Reads an error's text for 10 seconds at most. If the connection drops meanwhile, the status still counts. */
export async function readResponseText(
	{ status, headers, content, close }: OpenResponse,
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
		const giveUp = () => void close();
		const deadline = AbortSignal.timeout(ERROR_TEXT_MS);
		deadline.addEventListener('abort', giveUp);
		await collect().catch(() => undefined);
		deadline.removeEventListener('abort', giveUp);
	}
	const text = decodeText(Buffer.concat(chunks).subarray(0, maxBytes));
	return { status, headers, text, isWhole: length <= maxBytes };
}

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
	sender: Sender,
	options: IHttpRequestOptions,
	{ signal, maxBytes, stallMs }: { signal: AbortSignal; maxBytes: number; stallMs: number },
): Promise<StreamedResponse> {
	let bytes = 0;
	const watch = new StallWatch({ bytesMoved: () => bytes, stallMs });
	let response: OpenResponse | undefined;
	const close = async () => {
		watch.stop();
		await response?.close();
	};
	const asStall = (error: unknown) =>
		watch.hasStalled ? new Error(`no data for ${stallMs / 1000} s`) : error;
	const counted = async function* (content: AsyncIterable<Buffer>) {
		try {
			for await (const chunk of content) {
				bytes += chunk.length;
				yield chunk;
			}
		} catch (error) {
			throw asStall(error);
		}
	};
	const open = async () => {
		response = await openResponse(sender, options, AbortSignal.any([signal, watch.signal]));
		const { status, headers } = response;
		const content = counted(response.content as AsyncIterable<Buffer>);
		if (status >= 400)
			return { ...(await readResponseText(response, maxBytes)), chunks: content, close };
		if (status >= 300) return { status, headers, text: '', isWhole: true, chunks: content, close };
		const { head, isWhole, chunks } = await peek(content, maxBytes);
		return {
			status,
			headers,
			text: decodeText(head.subarray(0, maxBytes)),
			isWhole,
			chunks,
			close,
		};
	};
	return await open().catch(async (error: unknown) => {
		await close();
		throw error;
	});
}
