/** Life of an access token that does not say when it ends, ms. The service documents 24 hours from its creation. */
const DOCUMENTED_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** A token is renewed this long before its end, ms: longer than the longest API call that it has to last for. */
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
 * When a token that was exchanged at `obtainedAt` has to be renewed, ms since 1970 on this machine's clock.
 * The life is read as `exp - iat`, both of the service's clock, so that a clock that is wrong here does no harm.
 */
export function renewalTime(token: string, obtainedAt: number): number {
	const lifetime = lifetimeOf(readClaims(token), obtainedAt);
	return obtainedAt + lifetime - Math.min(RENEWAL_MARGIN_MS, lifetime * MAX_MARGIN_SHARE);
}

/** Whether a token is near its end. Without a stored time its own `exp` decides; without both, the service does. */
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

/** The payload of a JWT. It is not verified: only the service can do that. An opaque token has no claims. */
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
