import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestHelper,
	jsonParse,
} from 'n8n-workflow';

import { createError } from '../../nodes/Verbit/errors/createError';
import type { StepError } from '../../nodes/Verbit/errors/stepError';
import { describeBody, readBody } from '../../nodes/Verbit/http/body';
import { retryAfterMs } from '../../nodes/Verbit/http/headers';
import { fetchText, type TextResponse } from '../../nodes/Verbit/http/openResponse';
import { redactUrls, withoutSecrets } from '../../nodes/Verbit/http/redact';
import { readNetworkFailure, unreachable } from '../../nodes/Verbit/http/retry';
import {
	isRetriableStatus,
	isSuccessStatus,
	PROXY_LOGIN_REQUIRED,
} from '../../nodes/Verbit/http/status';
import {
	AccessTokenExpired,
	StoppedBeforeSending,
	type TokenTrace,
} from '../../nodes/Verbit/n8n/tokenRenewal';
import { apiKeyOf, AuthenticationError, credentialHash, hostsOf } from './hosts';

/** An exchange takes well under a second; n8n's default of 300 s would hold a schedule up. */
const EXCHANGE_TIMEOUT_MS = 30_000;

const MAX_RESPONSE_BYTES = 1024 * 1024;

const STEP = 'Authenticate';

/**
 * The `Authorization` header of an API call: `ApiToken <KEY>`, or `bearer <TOKEN>` (in lower case, as documented).
 * @throws AccessTokenExpired when the token is missing, about to expire, of another key or host, or refused by Verbit
 */
export function authorizationOf(
	credentials: ICredentialDataDecryptedObject,
	trace: TokenTrace = {},
): string {
	if (trace.stop?.aborted) throw new StoppedBeforeSending();
	const { authentication, accessToken, tokenFor, renewAfter } = credentials;
	const isExchanged = authentication !== 'apiToken';
	const isUsable =
		accessToken !== '' &&
		accessToken !== trace.refused &&
		tokenFor === credentialHash(credentials) &&
		Date.now() < Number(renewAfter);
	if (isExchanged && !isUsable) throw new AccessTokenExpired();
	trace.sent = isExchanged ? String(accessToken) : apiKeyOf(credentials);
	return `${isExchanged ? 'bearer' : 'ApiToken'} ${trace.sent}`;
}

export async function renewedToken(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const tokenFor = credentialHash(credentials);
	return await sharedExchange(tokenFor, credentials.accessToken, async () => ({
		...(await exchangeKey(helpers, hostsOf(credentials).authUrl, apiKeyOf(credentials))),
		tokenFor,
	}));
}

const lastExchanges = new Map<
	string,
	{ begunAt: number; result: Promise<IDataObject>; accessToken?: unknown }
>();

/**
 * A caller that read the credential before the last exchange was stored comes with the old token: ms later, or as late as
 * the API call that the old token was refused in. This is longer than both.
 */
const LATECOMER_MS = 2 * 60 * 1000;

/**
 * One exchange for all callers that ask for it at the same time: n8n has no lock, and ten items in parallel would make
 * ten. A failure reaches all who wait for it and isn't remembered.
 * @param heldToken the token that the caller can't use any more
 */
async function sharedExchange(
	tokenFor: string,
	heldToken: unknown,
	exchange: () => Promise<IDataObject>,
): Promise<IDataObject> {
	const last = lastExchanges.get(tokenFor);
	const isNew = last?.accessToken !== heldToken;
	if (last && isNew && Date.now() - last.begunAt < LATECOMER_MS) return await last.result;
	const next = { begunAt: Date.now(), result: exchange(), accessToken: undefined as unknown };
	lastExchanges.set(tokenFor, next);
	const fields = await next.result.catch((error: unknown) => {
		lastExchanges.delete(tokenFor);
		throw error;
	});
	next.accessToken = fields.accessToken;
	return fields;
}

async function exchangeKey(
	helpers: IHttpRequestHelper['helpers'],
	authUrl: string,
	apiKey: string,
): Promise<IDataObject> {
	const { host } = new URL(authUrl);
	const begunAt = Date.now();
	const deadline = AbortSignal.timeout(EXCHANGE_TIMEOUT_MS);
	const request = {
		method: 'POST' as const,
		url: `${authUrl}/api/v1/auth`,
		body: { data: { api_key: apiKey } },
		json: true,
		timeout: EXCHANGE_TIMEOUT_MS,
	};
	const limits = { signal: deadline, maxBytes: MAX_RESPONSE_BYTES };
	const response = await fetchText(helpers, request, limits).catch((error: unknown) => {
		throw notReached(host, deadline.aborted ? { code: 'ETIMEDOUT' } : error);
	});
	const { token } = Object(jsonParse(response.text, { fallbackValue: {} })) as IDataObject;
	if (!isSuccessStatus(response.status) || typeof token !== 'string' || token === '') {
		const text = withoutSecrets(response.text, [apiKey]);
		throw new AuthenticationError(refusal(host, { ...response, text }));
	}
	return { accessToken: token, renewAfter: String(renewalTime(token, begunAt)) };
}

/** n8n replaces a message that names a code of the network. */
const REASONS = new Map([
	['ECONNREFUSED', 'connection refused'],
	['ENOTFOUND', 'host not found'],
	['EAI_AGAIN', 'host not found'],
	['ETIMEDOUT', 'no response in time'],
]);

function notReached(host: string, error: unknown): AuthenticationError {
	const failure = readNetworkFailure(error);
	const reason =
		REASONS.get(failure.reason) ?? failure.reason.replace(/^E[A-Z]+$/, 'no connection');
	const check =
		"any proxy between n8n and Verbit and, if 'Environment' is Custom, 'Authentication URL' in the credential";
	return new AuthenticationError(unreachable({ ...failure, reason }, host, { step: STEP }, check));
}

/** Verbit's response to a wrong key isn't documented. A web page says nothing about the key, if its status doesn't either. */
function refusal(host: string, { status, text, headers }: TextResponse): StepError {
	const body = readBody(text, headers);
	// Verbit returns JSON; a text comes from something in between, unless its status is that of a refused key.
	const isText = body.kind !== 'JSON' && body.kind !== 'nothing';
	const isFromProxy = body.kind === 'a web page' || (isText && status !== 401);
	const context = { step: STEP, httpCode: String(status), isFromProxy } as const;
	if (isRetriableStatus(status)) {
		const busy = { retriable: true, retryAfterMs: retryAfterMs(headers) };
		return createError('HOST_BUSY', { host, response: status }, { ...context, ...busy });
	}
	if (status === PROXY_LOGIN_REQUIRED)
		return createError('PROXY_LOGIN_REQUIRED', { host }, context);
	const isRedirect = status >= 300 && status < 400;
	if (isRedirect || (isFromProxy && (status < 300 || status === 404 || status === 405))) {
		const response = isRedirect ? 'a redirect' : describeBody(body);
		return createError('AUTHENTICATION_NOT_VERBIT', { host, response, status }, context);
	}
	const values = {
		key: 'API key',
		response: `${host} returned ${status}${reasonIn(body.json)}`,
		otherKey: 'you have an original API token',
		authentication: 'Original API Token',
	};
	return createError('API_KEY_REFUSED', values, context);
}

/** The form of an error of the authentication host is an assumption. */
function reasonIn(json: unknown): string {
	const { errors } = Object(json) as { errors?: unknown };
	const { message } = Object(Array.isArray(errors) ? errors[0] : undefined) as IDataObject;
	return typeof message === 'string' ? `: ${redactUrls(message.slice(0, 4000)).slice(0, 300)}` : '';
}

/** Lifetime of an access token that doesn't say when it expires, ms. Verbit documents 24 hours from its creation. */
const DOCUMENTED_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Before it expires, ms: longer than the longest API call. One that lives briefly is renewed in its last tenth. */
const RENEWAL_MARGIN_MS = 5 * 60 * 1000;

/**
 * When to renew a token, ms since 1970 on this machine's clock. The lifetime of a JWT is `exp - iat` (RFC 7519), both of
 * Verbit's clock, so a wrong clock on this machine does no harm.
 */
function renewalTime(token: string, begunAt: number): number {
	const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
	const claims = jsonParse(payload, { fallbackValue: {} });
	const { iat = begunAt / 1000, exp } = Object(claims) as IDataObject;
	const given = (Number(exp) - Number(iat)) * 1000;
	const lifetime = given > 0 ? given : DOCUMENTED_LIFETIME_MS;
	return begunAt + lifetime - Math.min(RENEWAL_MARGIN_MS, lifetime / 10);
}
