import { createHash, timingSafeEqual } from 'crypto';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { createError } from '../Verbit/errors/createError';
import { Refusal } from './respond';

/** A character that a program may encode, or not, when it puts the secret into a URL. */
const NOT_URL_SAFE = /[^A-Za-z0-9._~-]/;

const NO_VALUE = "the expression in 'Secret' has no value";

/**
 * Checks the secret when the workflow is published and when it listens for a test event.
 * @throws StepError for a secret that would need encoding in a URL, or an expression without a value
 */
export function checkSecretField(context: IHookFunctions): void {
	if (!isSecretSet(context)) return;
	const secret = secretOf(context);
	if (secret === undefined) throw createError('SECRET_INVALID', { got: NO_VALUE });
	if (!NOT_URL_SAFE.test(secret)) return;
	throw createError('SECRET_INVALID', {
		got: 'it has other characters, which URLs would have to encode',
	});
}

export function checkSecret(context: IWebhookFunctions): void {
	if (!isSecretSet(context)) return;
	const secret = secretOf(context);
	// An expression without a value must not open the door.
	if (secret === undefined) throw new Refusal('CALL_SECRET_WRONG', NO_VALUE);
	// A parameter that is given twice is an array.
	const { secret: given } = context.getQueryData() as { secret?: unknown };
	// It takes as long for a secret that is nearly right as for any other.
	if (typeof given === 'string' && timingSafeEqual(digest(given), digest(secret))) return;
	throw new Refusal('CALL_SECRET_WRONG');
}

/** The secret that is set, or nothing where an expression has no value: n8n throws for some of them. */
function secretOf(context: IHookFunctions | IWebhookFunctions): string | undefined {
	try {
		const given: unknown = context.getNodeParameter('secret', '');
		const secret = Number.isFinite(given) ? String(given) : given;
		return typeof secret === 'string' && secret !== '' ? secret : undefined;
	} catch {
		return undefined;
	}
}

function isSecretSet(context: IHookFunctions | IWebhookFunctions): boolean {
	return context.getNodeParameter('secret', '', { rawExpressions: true }) !== '';
}

/** All digests have one length, as the comparison needs it. */
function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
