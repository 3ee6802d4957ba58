import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { addRemedy, createError, hasCode, hasVariant } from '../../nodes/Verbit/errors/createError';
import { StepError } from '../../nodes/Verbit/errors/stepError';
import { describeBody, describeError, readBody, readEnvelope } from '../../nodes/Verbit/http/body';
import { retryAfterMs } from '../../nodes/Verbit/http/headers';
import {
	hostError,
	readNetworkFailure,
	unreachableError,
} from '../../nodes/Verbit/http/networkFailure';
import {
	isRetriableStatus,
	isSuccessStatus,
	isUnknownPath,
	openResponse,
	type TextResponse,
} from '../../nodes/Verbit/http/openResponse';
import { fieldsOf, hashOf, isText } from '../../nodes/Verbit/inspect/inspect';
import {
	type AuthenticateOptions,
	expiredTokenError,
	stoppedError,
} from '../../nodes/Verbit/n8n/tokenRenewal';
import { cut } from '../../nodes/Verbit/secrets/shownText';
import { AuthenticationError, BAD_TOKEN_TYPE } from './authenticationError';
import { hostsOf } from './hosts';

/** Time limit of a key exchange, which takes less than a second. n8n's default of 300 s would delay a schedule. */
const EXCHANGE_TIMEOUT_MS = 30_000;

const MAX_RESPONSE_BYTES = 1024 * 1024;

const EXCHANGE_DETAILS = { activity: 'Authenticate' } as const;

/** What is stored instead of a token if the key itself is sent. A time follows, so that each new value differs. */
const ORIGINAL_TOKEN = 'ApiToken ';

/** Quotes, white space and the start of a header, which users copy together with a key. */
const AROUND_KEY =
	/^(["'`“”‘’\s]|authorization:|(bearer|apitoken)\s)+|(?<!["'`“”‘’\s])["'`“”‘’\s]+$/gi;

export function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	const key = String(apiKey ?? '')
		// Invisible characters
		.replace(/\p{Cf}/gu, '')
		.replace(AROUND_KEY, '')
		.replace(/\s+/g, '');
	if (/^[\x21-\x7e]+$/.test(key)) return key;
	throw new AuthenticationError(createError('CREDENTIAL_KEY_INVALID', {}));
}

/** Returns a hash of a token's key and hosts. n8n keeps the token when the key changes, so a wrong key would seem to work. */
function hashOfKey(credentials: ICredentialDataDecryptedObject): string {
	return hashOf([hostsOf(credentials), apiKeyOf(credentials), credentials.authentication]);
}

/**
 * Returns the header `ApiToken <KEY>` or `bearer <TOKEN>` (lower case, as documented), and reports what it sends in `options.sent`.
 * @throws an error that has n8n renew the token
 */
export function authorizationOf(
	credentials: ICredentialDataDecryptedObject,
	options: AuthenticateOptions,
): string {
	if (options.cancelBeforeSend?.aborted) throw stoppedError();
	const { authentication, accessToken, tokenFor, renewAfter } = credentials;
	if (authentication === 'apiToken') {
		options.sent = apiKeyOf(credentials);
		return `ApiToken ${options.sent}`;
	}
	const isUsable =
		accessToken !== '' &&
		accessToken !== options.refused &&
		tokenFor === hashOfKey(credentials) &&
		Date.now() < Number(renewAfter);
	if (!isUsable) throw expiredTokenError();
	options.sent = String(accessToken);
	if (options.sent.startsWith(ORIGINAL_TOKEN)) return `ApiToken ${apiKeyOf(credentials)}`;
	return `bearer ${options.sent}`;
}

/** Returns what the credential stores for its key: a token, and when to renew it. */
type KeyExchange = (
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
) => Promise<IDataObject>;

/** The last exchange of each key. `fields` is what it has returned, once it has succeeded. */
const lastExchanges = new Map<
	string,
	{ begunAt: number; result: Promise<IDataObject>; fields?: IDataObject }
>();

/** How long callers with an older token get the result of the last exchange, ms: longer than any call takes. */
const LATECOMER_MS = 2 * 60 * 1000;

/** Renews the access token. Calls at the same time share one exchange and its error, because n8n has no lock. */
export const renewToken: KeyExchange = async (helpers, credentials) => {
	const tokenFor = hashOfKey(credentials);
	const last = lastExchanges.get(tokenFor);
	if (last !== undefined && Date.now() - last.begunAt < LATECOMER_MS) {
		const { accessToken, renewAfter } = credentials;
		// The caller's token, which was refused or has expired, comes from this exchange, or from a newer one of another process.
		const isSame = last.fields !== undefined && last.fields.accessToken === accessToken;
		const isNewer =
			renewAfter !== 'Infinity' && Number(renewAfter) > Number(last.fields?.renewAfter);
		if (!isSame && !isNewer) return await last.result;
	}
	const exchange = credentials.authentication === 'auto' ? tryBothKinds : exchangeKey;
	const result: Promise<IDataObject> = exchange(helpers, credentials).then(
		(fields) => ({ ...fields, tokenFor }),
		(error: unknown) => {
			lastExchanges.delete(tokenFor);
			if (!(error instanceof StepError)) throw error;
			throw new AuthenticationError(error, apiKeyOf(credentials));
		},
	);
	const begunAt = Date.now();
	lastExchanges.set(tokenFor, { begunAt, result });
	const fields = await result;
	lastExchanges.set(tokenFor, { begunAt, result, fields });
	return fields;
};

/** Finds out the kind of the key. Only a key that is refused as an API key, be it by a proxy, is tried as an original API token. */
const tryBothKinds: KeyExchange = async (helpers, credentials) => {
	const exchanged = await exchangeKey(helpers, credentials).catch(refusalIn);
	if (!(exchanged instanceof StepError)) return exchanged;
	return await tryOriginalToken(helpers, credentials).catch((error: unknown) => {
		const { response } = exchanged.details;
		// A refusal by a proxy says nothing about the key. Only Verbit can accept it as an original API token.
		if (response?.isFromProxy === true) throw addRemedy(exchanged, 'KEY_KIND_OPEN');
		const summaries = [response, refusalIn(error).details.response].map((one) => one?.summary);
		const key = 'key, neither as an API key nor as an original API token';
		const values = { key, response: summaries.join('; '), variant: 'Automatic' };
		throw createError('API_KEY_REFUSED', values, { ...EXCHANGE_DETAILS, response });
	});
};

/** Returns the error if it is the refusal of a key. Throws any other, after which the kind of the key stays open. */
function refusalIn(error: unknown): StepError {
	if (!(error instanceof StepError)) throw error;
	if (!hasCode(error, 'API_KEY_REFUSED')) throw addRemedy(error, 'KEY_KIND_OPEN');
	return error;
}

/** Tries an original API token by asking for a job that can't exist. If Verbit refuses the job, it has accepted the token. */
const tryOriginalToken: KeyExchange = async (helpers, credentials) => {
	const { baseUrl } = hostsOf(credentials);
	const response = await ask(helpers, {
		url: `${baseUrl}/job/info`,
		qs: { v: credentials.apiVersion, job_id: 0 },
		headers: { Authorization: `${ORIGINAL_TOKEN}${apiKeyOf(credentials)}` },
	});
	const { code: type } = readEnvelope(readBody(response.text).json);
	const isRefused = response.status === 401 || type === BAD_TOKEN_TYPE;
	// A documented type is Verbit's answer at any status.
	const isOutage = isRetriableStatus(response.status) && !hasVariant('CALL_REFUSED', type);
	if (isRefused || type === undefined || isOutage)
		throw authenticationError(baseUrl, response, credentials);
	return { accessToken: `${ORIGINAL_TOKEN}${Date.now()}`, renewAfter: 'Infinity' };
};

const exchangeKey: KeyExchange = async (helpers, credentials) => {
	const { authUrl } = hostsOf(credentials);
	const begunAt = Date.now();
	const response = await ask(helpers, {
		method: 'POST',
		url: `${authUrl}/api/v1/auth`,
		body: { data: { api_key: apiKeyOf(credentials) } },
		json: true,
	});
	const { token } = fieldsOf(readBody(response.text).json);
	// A token with other characters can't be sent in a header.
	if (!isSuccessStatus(response.status) || typeof token !== 'string' || !/^[ -~]+$/.test(token))
		throw authenticationError(authUrl, response, credentials);
	return { accessToken: token, renewAfter: String(renewalTime(token, begunAt)) };
};

async function ask(helpers: IHttpRequestHelper['helpers'], request: IHttpRequestOptions) {
	const deadline = AbortSignal.timeout(EXCHANGE_TIMEOUT_MS);
	const limits = { signal: deadline, maxBytes: MAX_RESPONSE_BYTES };
	const response = await openResponse(helpers, request, limits).catch((error: unknown) => {
		const failure = readNetworkFailure(error, deadline);
		const reason =
			REASONS.get(failure.reason) ?? failure.reason.replace(/^E[A-Z]+$/, 'no connection');
		throw unreachableError({ ...failure, reason }, new URL(request.url).host, EXCHANGE_DETAILS);
	});
	await response.close();
	return response;
}

/** Words for network error codes, because n8n replaces a message that contains such a code. */
const REASONS = new Map([
	['ECONNREFUSED', 'connection refused'],
	['ENOTFOUND', 'host not found'],
	['EAI_AGAIN', 'host not found'],
	['ETIMEDOUT', 'no response in time'],
]);

/** Returns the error for a response without a token, whose form isn't documented. A web page refuses a key only by its status. */
function authenticationError(
	url: string,
	{ status, text, headers }: TextResponse,
	{ authentication }: ICredentialDataDecryptedObject,
): StepError {
	const { host } = new URL(url);
	const body = readBody(text, headers['content-type']);
	// Verbit returns JSON. Any other text comes from a proxy, unless its status is 401.
	const isText = body.kind !== 'JSON' && body.kind !== 'nothing';
	const isEmptySuccess = body.kind === 'nothing' && isSuccessStatus(status);
	const isFromProxy = body.kind === 'a web page' || (isText && status !== 401) || isEmptySuccess;
	const summary = `${host} returned ${status}${reasonIn(body.json)}`;
	const response = { status, summary, isFromProxy, retryAfterMs: retryAfterMs(headers) };
	const details = { ...EXCHANGE_DETAILS, response };
	const failure = hostError(status, { host, response: status }, details);
	if (failure !== undefined) return failure;
	const isRedirect = status >= 300 && status < 400;
	if (isRedirect || (isFromProxy && (status < 300 || isUnknownPath(status)))) {
		const values = { host, response: `${status} and ${describeBody(body)}` };
		return createError('NOT_VERBIT', values, { ...details, retriable: false });
	}
	const variant = authentication === 'auto' ? 'Automatic' : 'other';
	return createError('API_KEY_REFUSED', { variant, key: 'API key', response: summary }, details);
}

/** Reads the reason in an error: Verbit's envelope, or the first message in `errors`, whose form is an assumption. */
function reasonIn(json: unknown): string {
	const { errors } = fieldsOf(json);
	const messages = Array.isArray(errors) ? errors.map((error) => fieldsOf(error).message) : [];
	const reason = describeError(readEnvelope(json)) || cut(messages.find(isText) ?? '');
	return reason === '' ? '' : `: ${reason}`;
}

/** Lifetime of an access token that doesn't contain its expiry, ms. Verbit documents 24 hours from its creation. */
const DOCUMENTED_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** How long before its expiry a token is renewed, but at most a tenth of its lifetime, ms. No API call takes longer. */
const RENEWAL_MARGIN_MS = 5 * 60 * 1000;

/** Returns when to renew a token, ms since 1970. A JWT lives for `exp - iat` (RFC 7519), so a wrong local clock does no harm. */
function renewalTime(token: string, begunAt: number): number {
	const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
	const { iat = begunAt / 1000, exp } = fieldsOf(readBody(payload).json);
	const stated = (Number(exp) - Number(iat)) * 1000;
	const lifetime = stated > 0 ? stated : DOCUMENTED_LIFETIME_MS;
	return begunAt + lifetime - Math.min(RENEWAL_MARGIN_MS, lifetime / 10);
}
