import type {
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	RequestHelperFunctions,
} from 'n8n-workflow';

import { type BinaryStream, closeContent, peek } from './streams';

/** Options for n8n's client that return the body as a stream. It asks for plain content: a compressed body would be unpacked on the way. */
export const STREAMED = {
	encoding: 'stream' as const,
	headers: { Accept: '*/*', 'Accept-Encoding': 'identity' },
};

/** Requests a URL without the access token. Every status comes back as a response. */
export async function getStreamed(
	helpers: Pick<RequestHelperFunctions, 'httpRequest'>,
	options: Pick<
		IHttpRequestOptions,
		'url' | 'headers' | 'timeout' | 'abortSignal' | 'disableFollowRedirect'
	>,
): Promise<IN8nHttpFullResponse> {
	return (await helpers.httpRequest({
		...STREAMED,
		...options,
		method: 'GET',
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	})) as IN8nHttpFullResponse;
}

/** A response whose body is still arriving. */
export interface OpenResponse {
	status: number;
	/** With names in lower case. */
	headers: Record<string, string | undefined>;
	content: BinaryStream;
	/** Closes the connection, even if part of the body is left. */
	close(): Promise<void>;
}

/**
 * Makes a request whose response can be read while it arrives.
 * @param request with `STREAMED`, aborted by the signal that it is given
 * @param signal aborts the request, also while the body arrives
 */
export async function openResponse(
	request: (abortSignal: AbortSignal) => Promise<IN8nHttpFullResponse>,
	signal: AbortSignal,
): Promise<OpenResponse> {
	const end = new AbortController();
	return openedResponse(await request(AbortSignal.any([end.signal, signal])), end);
}

function openedResponse(response: IN8nHttpFullResponse, end: AbortController): OpenResponse {
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

/** A response that is held in memory. */
export interface BoundedResponse extends IN8nHttpFullResponse {
	/** As text, up to the bound. */
	body: string;
	/** Whether this is all of it. */
	isWhole: boolean;
}

/** Options for n8n's client, which would otherwise hold a response of any length. */
type StreamedRequest = Required<Pick<IHttpRequestOptions, 'encoding' | 'abortSignal'>>;

/** One request whose response is held in memory, up to a bound. */
interface BoundedRequest {
	/** For n8n's client, beside what is asked for. */
	options: StreamedRequest;
	/** Reads the body, and closes the connection if it is longer than the limit. */
	read(response: IN8nHttpFullResponse): Promise<BoundedResponse>;
}

/**
 * Prepares a request whose response is held in memory, but no more of it than `maxBytes`.
 * @param signal aborts the request, also while the body arrives
 */
export function boundedRequest(signal: AbortSignal, maxBytes: number): BoundedRequest {
	const end = new AbortController();
	const abortSignal = AbortSignal.any([end.signal, signal]);
	return {
		options: { encoding: 'stream', abortSignal },
		read: async (response) => {
			const opened = openedResponse(response, end);
			try {
				return await read(opened, maxBytes);
			} finally {
				await opened.close();
			}
		},
	};
}

async function read(
	{ status, headers, content }: OpenResponse,
	maxBytes: number,
): Promise<BoundedResponse> {
	const { head, isWhole } = await peek(content as AsyncIterable<Buffer>, maxBytes + 1).catch(
		(error: unknown) => {
			// A connection that breaks under an error's text takes nothing from the status.
			if (status >= 300) return { head: Buffer.alloc(0), isWhole: true };
			throw error;
		},
	);
	const body = head
		.subarray(0, maxBytes)
		.toString('utf8')
		.replace(/^\uFEFF/, '');
	return { statusCode: status, headers, body, isWhole };
}
