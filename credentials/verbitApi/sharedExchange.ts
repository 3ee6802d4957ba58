import type { IDataObject } from 'n8n-workflow';

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
export async function sharedExchange(
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
