import { createHash, timingSafeEqual } from 'crypto';
import type { DisplayCondition, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { fault } from '../Verbit/errors/fault';
import { sentence } from '../Verbit/errors/fault';
import { digitsOf } from '../Verbit/parameters/values';
import { Refusal } from './respond';

/** Query parameter of the webhook's URL that carries the secret. */
export const SECRET_QUERY = 'secret';

/** A character that a program may encode, or not, when it puts the secret into a URL. */
const NOT_URL_SAFE = /[^A-Za-z0-9._~-]/;

/** The printable ones of ASCII, and those beyond it that western European languages use. */
const NOT_URL_SAFE_CHARACTERS = [
	...' !"#$%&\'()*+,/:;<=>?@[\\]^`{|}',
	...Array.from({ length: 0x60 }, (_, index) => String.fromCharCode(0xa0 + index)),
];

/**
 * Shows the editor's notice. Not a condition of kind `regex`: n8n evaluates it at each call, and refuses the call where that
 * takes 250 ms, as on a busy machine. A secret that only mixes in another script further on is refused when the workflow is
 * published.
 */
export const NOT_URL_SAFE_CONDITIONS: DisplayCondition[] = [
	// Texts are compared from their first character: one that begins beyond ASCII, in any script, is greater.
	{ _cnd: { gt: '\u007f' } },
	...NOT_URL_SAFE_CHARACTERS.map((includes) => ({ _cnd: { includes } })),
];

/**
 * Checks the secret when the workflow is published and when it listens for a test event.
 * @throws StepError for a secret that would need encoding in a URL, or an expression without a value
 */
export function checkSecretField(context: IHookFunctions): void {
	if (!isSecretSet(context)) return;
	const secret = secretOf(context);
	if (secret === undefined) throw fault('SECRET_EMPTY', {});
	if (NOT_URL_SAFE.test(secret)) throw fault('SECRET_NOT_URL_SAFE', {});
}

/**
 * Checks that a call carries the secret, where one is set.
 * @throws Refusal 403 for a call without it
 */
export function checkSecret(context: IWebhookFunctions): void {
	if (!isSecretSet(context)) return;
	const secret = secretOf(context);
	// An expression without a value must not open the door.
	if (secret !== undefined && carriesSecret(context.getQueryData(), secret)) return;
	throw new Refusal(
		'CALL_SECRET_WRONG',
		secret === undefined ? sentence('CALL_SECRET_WITHOUT_VALUE', {}) : undefined,
	);
}

/** The secret that is set, or nothing where an expression has no value: n8n throws for some of them. */
function secretOf(context: IHookFunctions | IWebhookFunctions): string | undefined {
	try {
		const given: unknown = context.getNodeParameter('secret', '');
		const secret = typeof given === 'number' ? digitsOf(given) : given;
		return typeof secret === 'string' && secret !== '' ? secret : undefined;
	} catch {
		return undefined;
	}
}

function isSecretSet(context: IHookFunctions | IWebhookFunctions): boolean {
	return context.getNodeParameter('secret', '', { rawExpressions: true }) !== '';
}

/**
 * Whether a call carries the secret. It takes as long for one that is nearly right as for any other.
 * @param query of the call, as it was parsed: a parameter that is given twice is an array
 */
export function carriesSecret(query: unknown, secret: string): boolean {
	const given = (query as Record<string, unknown> | undefined)?.[SECRET_QUERY];
	return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}

/** A hash of a text. All have one length, as the comparison needs it. */
function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
