import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { VerbitResponse } from './response';

/** Sends a call with its token. @param changes to the request, such as another URL of the service's own host */
export type SendWithToken = (
	changes: Partial<IHttpRequestOptions>,
) => Promise<IN8nHttpFullResponse>;

/**
 * How the response to a call is fetched: as JSON, or as a file. Whether the token was accepted, and what happens when it
 * wasn't, is decided in one place for all of them (`client.ts`).
 * @param url that the call goes to
 */
export type ResponseReader<R extends VerbitResponse> = (
	send: SendWithToken,
	url: string,
) => Promise<R>;
