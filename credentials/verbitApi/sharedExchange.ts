import type { AccessToken } from './exchangeKey';

/**
 * A caller that read the credential before the last exchange was stored comes with the old token: ms later,
 * or as late as the API call that the old token was refused in. This is longer than both.
 */
const LATECOMER_MS = 2 * 60 * 1000;

interface KnownToken {
	pending?: Promise<AccessToken>;
	latest?: AccessToken;
}

/** By identity. One small entry a credential, for the life of the process. */
const knownTokens = new Map<string, KnownToken>();

/**
 * One exchange for all callers that ask for it at the same time: n8n has no lock, so that ten items in parallel
 * would make ten. A failure is told to all who wait for it and is not remembered beyond that.
 * @param identity of key and hosts, see `identityOf`
 * @param heldToken the token that the caller has and can't use any more, or ''
 */
export async function sharedExchange(
	identity: string,
	heldToken: string,
	exchange: () => Promise<AccessToken>,
): Promise<AccessToken> {
	const current = knownTokenOf(identity);
	if (current.pending !== undefined) return await current.pending;
	if (current.latest !== undefined && isNewsFor(heldToken, current.latest)) return current.latest;
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

function isNewsFor(heldToken: string, latest: AccessToken): boolean {
	return latest.token !== heldToken && Date.now() - latest.obtainedAt < LATECOMER_MS;
}
