import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { VerbitResponse } from './response';

/** Sends a call with its token. @param changes to the request, such as another URL of the service's own host */
export type SendWithToken = (
	changes: Partial<IHttpRequestOptions>,
) => Promise<IN8nHttpFullResponse>;

/**
 * How the answer to a call is fetched: as JSON, or as a file. It says what was answered; whether the token was taken,
 * and what happens when it was not, is decided in one place for all of them (`client.ts`).
 * @param url that the call goes to
 */
export type ResponseReader<Answer extends VerbitResponse> = (
	send: SendWithToken,
	url: string,
) => Promise<Answer>;
