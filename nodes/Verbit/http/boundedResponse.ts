import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { openResponse, type OpenResponse } from './openResponse';
import { peek } from './peek';

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
