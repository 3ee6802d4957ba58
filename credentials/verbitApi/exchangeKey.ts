import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';

import { isWebPage, retryAfterMs } from '../../nodes/Verbit/http/headers';
import { fetchText, type TextResponse } from '../../nodes/Verbit/http/openResponse';
import {
	isRetriableStatus,
	isSuccessStatus,
	PROXY_LOGIN_REQUIRED,
	readNetworkFailure,
} from '../../nodes/Verbit/http/retry';
import { type AuthenticationCode, AuthenticationError } from './authenticationError';
import { renewalTime } from './authorization';

/** An exchange takes well under a second; n8n's default of 300 s would hold a schedule up. */
const EXCHANGE_TIMEOUT_MS = 30_000;

/** A token has some hundred bytes; no more than this is read of a response. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** An access token that an API key was exchanged for, and when to renew it. */
export interface AccessToken {
	token: string;
	/** ms since 1970 */
	obtainedAt: number;
	/** ms since 1970 */
	renewAfter: number;
}

/**
 * Exchanges an API key for an access token: `POST {authUrl}/api/v1/auth`.
 * @throws AuthenticationError that says whether the host couldn't be reached or didn't accept the key
 */
export async function exchangeKey(
	helpers: IHttpRequestHelper['helpers'],
	authUrl: string,
	apiKey: string,
): Promise<AccessToken> {
	const host = new URL(authUrl).host;
	const obtainedAt = Date.now();
	const response = await post(helpers, host, {
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
	const token = tokenIn(response);
	if (token === undefined) throw refusal(host, response);
	return { token, obtainedAt, renewAfter: renewalTime(token, obtainedAt) };
}

/** However slowly the host responds, and however much. */
async function post(
	helpers: IHttpRequestHelper['helpers'],
	host: string,
	request: IHttpRequestOptions,
): Promise<TextResponse> {
	const deadline = AbortSignal.timeout(EXCHANGE_TIMEOUT_MS);
	try {
		return await fetchText(
			async (abortSignal) =>
				await helpers.httpRequest({ ...request, encoding: 'stream', abortSignal }),
			deadline,
			MAX_RESPONSE_BYTES,
		);
	} catch (error) {
		throw unreachable(host, deadline.aborted ? { code: 'ETIMEDOUT' } : error);
	}
}

function unreachable(host: string, error: unknown): AuthenticationError {
	const { reason, isCertificate } = readNetworkFailure(error);
	return isCertificate
		? new AuthenticationError('AUTHENTICATION_CERTIFICATE_INVALID', { host, reason })
		: new AuthenticationError('AUTHENTICATION_UNREACHABLE', { host, reason });
}

function tokenIn({ status, text }: TextResponse): string | undefined {
	if (!isSuccessStatus(status)) return undefined;
	const { token } = parse(text);
	return typeof token === 'string' && token !== '' ? token : undefined;
}

function parse(text: string): { token?: unknown } {
	try {
		return Object(JSON.parse(text)) as { token?: unknown };
	} catch {
		return {};
	}
}

function refusal(host: string, response: TextResponse): AuthenticationError {
	const { status } = response;
	const returned = {
		retryAfterMs: retryAfterMs(response.headers),
		isPage: isWebPage(response.text, response.headers),
	};
	return new AuthenticationError(codeFor(response), { host, status }, returned);
}

/**
 * Verbit's response to a wrong key isn't documented. A web page is reported as a page, not as a refused key, if its
 * status says nothing about the key.
 */
function codeFor({ status, text, headers }: TextResponse): AuthenticationCode {
	if (status >= 300 && status < 400) return 'AUTHENTICATION_REDIRECTED';
	if (isRetriableStatus(status)) return 'AUTHENTICATION_UNAVAILABLE';
	if (status === PROXY_LOGIN_REQUIRED) return 'AUTHENTICATION_PROXY_LOGIN_REQUIRED';
	const saysNothingOfKey = status < 300 || status === 404 || status === 405;
	if (saysNothingOfKey && isWebPage(text, headers)) return 'AUTHENTICATION_RETURNED_PAGE';
	return 'API_KEY_REFUSED';
}

/**
 * A caller that read the credential before the last exchange was stored comes with the old token: ms later,
 * or as late as the API call that the old token was refused in. This is longer than both.
 */
const LATECOMER_MS = 2 * 60 * 1000;

interface KnownToken {
	pending?: Promise<AccessToken>;
	latest?: AccessToken;
}

/** The tokens of this process by `credentialHash`: one small entry a credential. */
const knownTokens = new Map<string, KnownToken>();

/**
 * One exchange for all callers that ask for it at the same time: n8n has no lock, and ten items in parallel would
 * make ten. A failure reaches all who wait for it and isn't remembered afterwards.
 * @param identity of key and hosts, see `credentialHash`
 * @param heldToken the token that the caller has and can't use any more, or ''
 */
export async function sharedExchange(
	identity: string,
	heldToken: string,
	exchange: () => Promise<AccessToken>,
): Promise<AccessToken> {
	const current = knownTokenOf(identity);
	if (current.pending !== undefined) return await current.pending;
	if (current.latest !== undefined && isNewTokenFor(heldToken, current.latest))
		return current.latest;
	current.pending = exchange();
	try {
		current.latest = await current.pending;
		return current.latest;
	} finally {
		current.pending = undefined;
	}
}

function knownTokenOf(identity: string): KnownToken {
	const known = knownTokens.get(identity) ?? {};
	knownTokens.set(identity, known);
	return known;
}

function isNewTokenFor(heldToken: string, latest: AccessToken): boolean {
	return latest.token !== heldToken && Date.now() - latest.obtainedAt < LATECOMER_MS;
}
