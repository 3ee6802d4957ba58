import { type IHttpRequestOptions, type RequestHelperFunctions, sleep } from 'n8n-workflow';

import type { BinaryStream } from '../n8n/streamOf';
import { decodeText } from './headers';

/** Asks for plain content: a compressed body would be unpacked on the way. */
export const PLAIN_CONTENT = { Accept: '*/*', 'Accept-Encoding': 'identity' };

type Sender = Pick<RequestHelperFunctions, 'httpRequest'>;

export interface OpenResponse extends Pick<TextResponse, 'status' | 'headers'> {
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
	const response: {
		statusCode: number;
		headers: TextResponse['headers'];
		body: BinaryStream;
	} = await sender.httpRequest({
		...options,
		encoding: 'stream',
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
		abortSignal: AbortSignal.any([end.signal, signal]),
	});
	const { statusCode: status, headers, body: content } = response;
	// An abort is reported as an error, also while nobody reads.
	content.on('error', () => undefined);
	return {
		status,
		headers,
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

export interface TextResponse {
	status: number;
	/** With names in lower case. */
	headers: Record<string, string | undefined>;
	text: string;
	/** Whether `text` is all of it. */
	isWhole: boolean;
}

/** A response whose first part was read, and whose whole body can still be read, once. */
export interface StreamedResponse extends TextResponse {
	head: Buffer;
	chunks: AsyncIterable<Buffer>;
	close(): Promise<void>;
}

/**
 * Reads the first `maxBytes`. For the text of an error it waits 10 seconds at most, and if the connection drops meanwhile,
 * the status still counts. If a success breaks off, it is closed.
 */
export async function readBeginning(
	{ status, headers, content, close }: OpenResponse,
	maxBytes: number,
): Promise<StreamedResponse> {
	const rest = content[Symbol.asyncIterator]();
	const seen: Buffer[] = [];
	let length = 0;
	const read = async () => {
		while (length <= maxBytes) {
			const { done, value } = await rest.next();
			if (done) return;
			seen.push(value);
			length += value.length;
		}
	};
	const giveUp = () => void close();
	const deadline = status < 300 ? undefined : AbortSignal.timeout(ERROR_TEXT_MS);
	deadline?.addEventListener('abort', giveUp);
	await read().catch(async (error: unknown) => {
		if (deadline !== undefined) return;
		await close();
		throw error;
	});
	deadline?.removeEventListener('abort', giveUp);
	const head = Buffer.concat(seen).subarray(0, maxBytes);
	const chunks = join(seen, rest);
	return {
		status,
		headers,
		text: decodeText(head),
		isWhole: length <= maxBytes,
		head,
		chunks,
		close,
	};
}

async function* join(seen: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
	// Released one by one, instead of holding all until the last is read.
	for (let next = seen.shift(); next !== undefined; next = seen.shift()) yield next;
	yield* { [Symbol.asyncIterator]: () => rest };
}

export async function fetchText(
	sender: Sender,
	options: IHttpRequestOptions,
	{ signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<StreamedResponse> {
	const response = await openResponse(sender, options, signal);
	return await readBeginning(response, maxBytes).finally(response.close);
}

/** A stream closes in less than a millisecond: this is for one that never reports it. */
const MAX_CLOSING_MS = 1000;

/** A finished transfer must leave no open file or connection behind. */
export async function closeContent(content: BinaryStream): Promise<void> {
	if (content.closed) return;
	const closed = new Promise((resolve) => content.once('close', resolve));
	content.destroy();
	await Promise.race([closed, sleep(MAX_CLOSING_MS)]);
}

/** A proxy asks for a user name and password: no host behind it returns this status. */
export const PROXY_LOGIN_REQUIRED = 407;

export function isSuccessStatus(status: number): boolean {
	return status >= 200 && status <= 299;
}

/** The host has nothing at this path, or not for this method. */
export function isUnknownPath(status?: number): boolean {
	return status === 404 || status === 405;
}

/** Timeouts, too many requests, and faults of the server: the same request may work later. */
export function isRetriableStatus(status: number): boolean {
	return status === 408 || status === 429 || status >= 500;
}
