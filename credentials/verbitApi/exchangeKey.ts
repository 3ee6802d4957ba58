import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { type BoundedResponse, fetchBounded } from '../../nodes/Verbit/http/boundedResponse';
import { renewalTime } from './accessToken';
import { AuthenticationError } from './authenticationError';

/** An exchange answers in well under a second; n8n's default of 300 s would hold a schedule up. */
const EXCHANGE_TIMEOUT_MS = 30_000;

/** A token has some hundred bytes; no more than this is read of an answer. */
const MAX_ANSWER_BYTES = 1024 * 1024;

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

/** However slowly the host answers, and however much. */
async function post(
	helpers: IHttpRequestHelper['helpers'],
	host: string,
	request: IHttpRequestOptions,
): Promise<BoundedResponse> {
	const deadline = AbortSignal.timeout(EXCHANGE_TIMEOUT_MS);
	const answer = fetchBounded(
		async (options) =>
			(await helpers.httpRequest({ ...request, ...options })) as IN8nHttpFullResponse,
		deadline,
		MAX_ANSWER_BYTES,
	);
	return await answer.catch((error: unknown) => {
		throw AuthenticationError.unreachable(host, deadline.aborted ? { code: 'ETIMEDOUT' } : error);
	});
}

function tokenIn({ statusCode, body }: BoundedResponse): string | undefined {
	if (statusCode < 200 || statusCode > 299) return undefined;
	const { token } = parse(body);
	return typeof token === 'string' && token !== '' ? token : undefined;
}

function parse(text: string): { token?: unknown } {
	try {
		return Object(JSON.parse(text)) as { token?: unknown };
	} catch {
		return {};
	}
}

function refusal(host: string, status: number): AuthenticationError {
	if (status >= 300 && status < 400) return AuthenticationError.redirected(host, status);
	if (status === 408 || status === 429 || status >= 500) {
		return AuthenticationError.unavailable(host, status);
	}
	return AuthenticationError.keyRefused(host, status);
}
