import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { renewalTime } from './accessToken';
import { AuthenticationError } from './errors';

/** An exchange answers in well under a second; n8n's default of 300 s would hold a schedule up. */
const EXCHANGE_TIMEOUT_MS = 30_000;

export interface AccessToken {
	token: string;
	/** ms since 1970 */
	obtainedAt: number;
	/** ms since 1970 */
	renewAfter: number;
}

/**
 * Exchanges an API key for an access token: `POST {authUrl}/api/v1/auth`.
 * @throws AuthenticationError saying whether the host could not be reached or did not take the key
 */
export async function exchangeKey(
	helpers: IHttpRequestHelper['helpers'],
	authUrl: string,
	apiKey: string,
): Promise<AccessToken> {
	const host = new URL(authUrl).host;
	const obtainedAt = Date.now();
	const answer = await post(helpers, host, {
		method: 'POST',
		url: `${authUrl}/api/v1/auth`,
		body: { data: { api_key: apiKey } },
		json: true,
		timeout: EXCHANGE_TIMEOUT_MS,
		// A redirect would carry the key to a host that nobody has named.
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	});
	const token = tokenIn(answer);
	if (token === undefined) throw refusal(host, answer.statusCode);
	return { token, obtainedAt, renewAfter: renewalTime(token, obtainedAt) };
}

async function post(
	helpers: IHttpRequestHelper['helpers'],
	host: string,
	options: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
	try {
		return (await helpers.httpRequest(options)) as IN8nHttpFullResponse;
	} catch (error) {
		throw AuthenticationError.unreachable(host, error);
	}
}

function tokenIn({ statusCode, body }: IN8nHttpFullResponse): string | undefined {
	if (statusCode < 200 || statusCode > 299) return undefined;
	const token = (body as { token?: unknown } | null | undefined)?.token;
	return typeof token === 'string' && token !== '' ? token : undefined;
}

function refusal(host: string, status: number): AuthenticationError {
	if (status >= 300 && status < 400) return AuthenticationError.redirected(host, status);
	if (status === 408 || status === 429 || status >= 500) {
		return AuthenticationError.unavailable(host, status);
	}
	return AuthenticationError.keyRefused(host, status);
}
