import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { AccessTokenExpired } from './authenticationError';
import { apiKeyOf, credentialHash } from './hosts';

/**
 * Travels with a request from the node through n8n's helper to `authenticate`, and carries what only one side knows
 * to the other. n8n itself renews a token only after the status 401; Verbit may also refuse one with 403, or with
 * 400 or 200 and an `ErrorType`, which only the node can see.
 */
export interface TokenTrace {
	/** Set by `authenticate`: the token that went out. Nothing in the mode without an exchange. */
	sent?: string;
	/** Set by the node: a token that Verbit has refused, which makes `authenticate` have it renewed. */
	refused?: string;
	/** Set by `authenticate`: the request goes out now. */
	isSent?: boolean;
	/** Set by the node: no request goes out once it is aborted, but one that is under way goes on. */
	stop?: AbortSignal;
	/** Set by the node: ends the request. n8n would set its own signal, which ends every request at a Stop. */
	abortSignal?: AbortSignal;
}

/** Options of a request with a `TokenTrace`, which n8n's helper passes on to `authenticate` unchanged. */
export type TracedRequestOptions = IHttpRequestOptions & { tokenTrace?: TokenTrace };

/** Lifetime of an access token that doesn't say when it expires, ms. Verbit documents 24 hours from its creation. */
const DOCUMENTED_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** A token is renewed this long before it expires, ms: longer than the longest API call that uses it. */
const RENEWAL_MARGIN_MS = 5 * 60 * 1000;

/** A token that lives briefly would otherwise be renewed at every call. */
const MAX_MARGIN_SHARE = 0.1;

interface Claims {
	/** Issued at, seconds since 1970 (RFC 7519). */
	iat?: number;
	/** Expires, seconds since 1970 (RFC 7519). */
	exp?: number;
}

/**
 * When to renew a token that was exchanged at `obtainedAt`, ms since 1970 on this machine's clock. The lifetime is
 * `exp - iat`, both of Verbit's clock, so a wrong clock on this machine does no harm.
 */
export function renewalTime(token: string, obtainedAt: number): number {
	const lifetime = lifetimeOf(readClaims(token), obtainedAt);
	return obtainedAt + lifetime - Math.min(RENEWAL_MARGIN_MS, lifetime * MAX_MARGIN_SHARE);
}

/** Whether a token is about to expire. Without a stored time, its own `exp` decides; without both, Verbit does. */
export function needsRenewal(token: string, renewAfter: unknown): boolean {
	const storedTime = Number(renewAfter);
	if (storedTime > 0) return Date.now() >= storedTime;
	const { exp } = readClaims(token);
	return exp !== undefined && Date.now() >= exp * 1000 - RENEWAL_MARGIN_MS;
}

function lifetimeOf({ iat, exp }: Claims, obtainedAt: number): number {
	if (exp === undefined) return DOCUMENTED_LIFETIME_MS;
	const lifetime = exp * 1000 - (iat === undefined ? obtainedAt : iat * 1000);
	return lifetime > 0 ? lifetime : DOCUMENTED_LIFETIME_MS;
}

/** The payload of a JWT. It isn't verified: only Verbit can do that. An opaque token has no claims. */
function readClaims(token: string): Claims {
	const payload = token.split('.')[1] ?? '';
	let claims: unknown;
	try {
		claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
	} catch {
		return {};
	}
	const { iat, exp } = (claims ?? {}) as Record<string, unknown>;
	return { iat: secondsOrNothing(iat), exp: secondsOrNothing(exp) };
}

function secondsOrNothing(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * The `Authorization` header of an API call: `ApiToken <KEY>`, or `bearer <TOKEN>` (in lower case, as documented).
 * @throws AccessTokenExpired when the token is missing, about to expire, of another key or host, or refused by
 * Verbit; another error after a stop
 */
export function authorizationOf(
	credentials: ICredentialDataDecryptedObject,
	trace: TokenTrace = {},
): string {
	if (trace.stop?.aborted) throw new Error('The execution was stopped before the request was sent');
	const authorization = tokenOf(credentials, trace);
	trace.isSent = true;
	return authorization;
}

function tokenOf(credentials: ICredentialDataDecryptedObject, trace: TokenTrace): string {
	if (credentials.authentication === 'apiToken') return `ApiToken ${apiKeyOf(credentials)}`;
	const token = String(credentials.accessToken ?? '');
	const isOfAnother = credentials.tokenFor !== credentialHash(credentials);
	const isRefused = token === trace.refused;
	if (token === '' || isOfAnother || isRefused || needsRenewal(token, credentials.renewAfter)) {
		throw new AccessTokenExpired();
	}
	trace.sent = token;
	return `bearer ${token}`;
}
