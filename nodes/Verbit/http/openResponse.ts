import type {
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	RequestHelperFunctions,
} from 'n8n-workflow';

import { type BinaryStream, closeContent, peek } from './streams';

/** What is asked of n8n's client. A compressed body would be unpacked on the way. */
export const STREAMED = {
	encoding: 'stream' as const,
	headers: { Accept: '*/*', 'Accept-Encoding': 'identity' },
};

/** Asks for what is behind a link, without a token of ours. All statuses come back as answers. */
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

/** An answer whose body is still on its way. */
export interface OpenResponse {
	status: number;
	/** With names in lower case. */
	headers: Record<string, string | undefined>;
	content: BinaryStream;
	/** Ends the connection, whatever is left of the body. */
	close(): Promise<void>;
}

/**
 * @param request with `STREAMED`, which ends with the signal that it is given
 * @param signal ends it as well
 */
export async function openResponse(
	request: (abortSignal: AbortSignal) => Promise<IN8nHttpFullResponse>,
	signal: AbortSignal,
): Promise<OpenResponse> {
	const end = new AbortController();
	const response = await request(AbortSignal.any([end.signal, signal]));
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

/** An answer that is held in memory. */
export interface BoundedResponse extends IN8nHttpFullResponse {
	/** As text, up to the bound. */
	body: string;
	/** Whether this is all of it. */
	isWhole: boolean;
}

/** What is asked of n8n's client, which on its own would hold an answer of any length. */
type StreamedRequest = Required<Pick<IHttpRequestOptions, 'encoding' | 'abortSignal'>>;

/**
 * Fetches an answer that is meant to be small, and ends the connection where it is not.
 * @param request passes the options on to n8n's client
 * @param signal ends it, also while the body is on its way
 */
export async function fetchBounded(
	request: (options: StreamedRequest) => Promise<IN8nHttpFullResponse>,
	signal: AbortSignal,
	maxBytes: number,
): Promise<BoundedResponse> {
	const response = await openResponse(
		async (abortSignal) => await request({ encoding: 'stream', abortSignal }),
		signal,
	);
	try {
		return await read(response, maxBytes);
	} finally {
		await response.close();
	}
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
