import type {
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	RequestHelperFunctions,
} from 'n8n-workflow';

import { closeContent } from './closeContent';
import type { BinaryStream } from './binaryStream';

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
	// An abort is told as an error, also while nobody reads.
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
