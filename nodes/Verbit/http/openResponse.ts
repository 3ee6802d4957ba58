import { type IHttpRequestOptions, type RequestHelperFunctions, sleep } from 'n8n-workflow';

import type { BinaryStream } from '../n8n/streamOf';
import { decodeBody } from './charset';

/** Headers against compression, also by proxies. n8n's client unpacks a compressed body without noticing that it was cut off. */
export const PLAIN_CONTENT_HEADERS = {
	Accept: '*/*',
	'Accept-Encoding': 'identity, *;q=0',
	'Cache-Control': 'no-transform',
};

export interface TextResponse {
	status: number;
	headers: Record<string, string | undefined>;
	text: string;
	isWhole: boolean;
}

export interface OpenResponse extends TextResponse {
	head: Buffer;
	chunks: AsyncIterable<Buffer>;
	close(): Promise<void>;
}

/**
 * Sends a request and reads the first `maxBytes` of the response.
 * @param reading `signal` aborts the request, also while the body arrives. `onSend` gets the request's own signal, which n8n's
 *   helper may replace. `onHeaders` is called before any of the body is read
 */
export async function openResponse(
	sender: Pick<RequestHelperFunctions, 'httpRequest'>,
	options: IHttpRequestOptions,
	reading: {
		signal: AbortSignal;
		maxBytes: number;
		onSend?: (abortSignal: AbortSignal) => void;
		onHeaders?: () => void;
	},
): Promise<OpenResponse> {
	const { signal, maxBytes, onSend, onHeaders } = reading;
	const end = new AbortController();
	const abortSignal = AbortSignal.any([end.signal, signal]);
	onSend?.(abortSignal);
	const response = await sender.httpRequest({
		...options,
		// n8n adds the headers of its traces to this object.
		headers: { ...options.headers },
		abortSignal,
		encoding: 'stream',
		// A client that follows redirects would keep the body in memory and send the token to other hosts.
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	});
	const status: number = response.statusCode;
	const headers: TextResponse['headers'] = response.headers;
	const content: BinaryStream = response.body;
	onHeaders?.();
	// An abort is an error of the stream, which would crash n8n without a listener.
	content.on('error', () => undefined);
	// Only an abort closes the connection, because n8n's client returns the end of a pipeline.
	const close = async () => {
		end.abort();
		await closeContent(content);
	};
	const rest = content[Symbol.asyncIterator]();
	// The text of an error says more than its status, but isn't worth a longer wait.
	const deadline = status < 300 ? undefined : AbortSignal.timeout(10_000);
	const seen = await readFirst(rest, maxBytes, close, deadline);
	const read = Buffer.concat(seen);
	const head = read.subarray(0, maxBytes);
	const isWhole = read.length <= maxBytes;
	const { text } = decodeBody(head, headers['content-type'], !isWhole);
	return { status, headers, text, isWhole, head, chunks: join(seen, rest), close };
}

async function readFirst(
	rest: AsyncIterator<Buffer>,
	maxBytes: number,
	close: () => Promise<void>,
	deadline?: AbortSignal,
): Promise<Buffer[]> {
	const seen: Buffer[] = [];
	const read = async () => {
		for (let length = 0; length <= maxBytes; length += seen[seen.length - 1].length) {
			const { done, value } = await rest.next();
			if (done) return;
			seen.push(value);
		}
	};
	const giveUp = () => void close();
	deadline?.addEventListener('abort', giveUp);
	await read().catch(async (error: unknown) => {
		if (deadline !== undefined) return;
		await close();
		throw error;
	});
	deadline?.removeEventListener('abort', giveUp);
	return seen;
}

async function* join(seen: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
	// Each chunk is removed when it is read, so that its memory can be freed.
	for (let next = seen.shift(); next !== undefined; next = seen.shift()) yield next;
	yield* { [Symbol.asyncIterator]: () => rest };
}

export async function closeContent(content: BinaryStream): Promise<void> {
	if (content.closed) return;
	const closed = new Promise((resolve) => content.once('close', resolve));
	content.destroy();
	// A stream closes in less than a millisecond, but some streams never emit `close`.
	await Promise.race([closed, sleep(1000)]);
}

export const PROXY_LOGIN_REQUIRED = 407;

export function isSuccessStatus(status: number): boolean {
	return status >= 200 && status <= 299;
}

export function isUnknownPath(status?: number): boolean {
	return status === 404 || status === 405;
}

export function isRetriableStatus(status: number): boolean {
	return status === 408 || status === 429 || status >= 500;
}
