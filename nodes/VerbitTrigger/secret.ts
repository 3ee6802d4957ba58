import { createHash, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { Refusal } from './refusal';

/** Query parameter of the webhook's URL that carries the secret. */
export const SECRET_QUERY = 'secret';

/** @throws Refusal 403 for a call without the secret, where one is set */
export function checkSecret(context: IWebhookFunctions): void {
	const isSet = context.getNodeParameter('secret', '', { rawExpressions: true }) !== '';
	if (!isSet) return;
	const secret = context.getNodeParameter('secret', '');
	// An expression that finds nothing is not to open the door.
	const isUsable = typeof secret === 'string' && secret !== '';
	if (isUsable && carriesSecret(context.getQueryData(), secret)) return;
	const reason = isUsable ? 'it does not carry the secret' : 'the secret is set, but gives no text';
	throw new Refusal(403, 'The secret is missing or wrong', reason);
}

/**
 * Whether a call carries the secret. It takes as long for one that is nearly right as for any other.
 * @param query of the call, as it was parsed: a parameter that is given twice is an array
 */
export function carriesSecret(query: unknown, secret: string): boolean {
	const given = (query as Record<string, unknown> | undefined)?.[SECRET_QUERY];
	return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}

/** Of one length for all texts, as the comparison needs it. */
function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
