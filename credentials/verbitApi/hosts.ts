import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { createError } from '../../nodes/Verbit/errors/createError';
import type { StepError } from '../../nodes/Verbit/errors/stepError';
import { Secrets } from '../../nodes/Verbit/secrets/secrets';

/**
 * Why there is no access token. Its message includes what to do, because the credential's Test button and other nodes show
 * only the message. n8n shows it unchanged if the error has no `status`, `code` or `details`, and the message no word such as
 * ECONNREFUSED. The node reads `failure` of an error of this name: n8n may load the class a second time for the credential.
 */
export class AuthenticationError extends Error {
	override readonly name = 'AuthenticationError';

	readonly failure: StepError;

	constructor(failure: StepError, ...keys: string[]) {
		const details = new Secrets().addKeys(...keys).redact(failure.details);
		super(`${details.message}. ${details.remedies.join(' ')}`);
		this.failure = failure.with(details);
	}
}

/** Hosts as Verbit documents them. That the sandbox shares the production authentication host is an assumption. */
export const HOSTS = {
	production: { baseUrl: 'https://api.verbit.co/api', authUrl: 'https://users.verbit.co' },
	sandbox: { baseUrl: 'https://sandbox-api.verbit.co/api', authUrl: 'https://users.verbit.co' },
};

/** Hosts of Verbit Insights and live booking, which n8n's HTTP Request node may call with the credential. For production only. */
const OTHER_HOSTS = ['https://ai.verbit.co', 'https://orders.verbit.co'];

export function hostsOf(credentials: ICredentialDataDecryptedObject) {
	if (credentials.environment === 'custom') {
		return {
			baseUrl: customUrl('Base URL', credentials.baseUrl, HOSTS.production.baseUrl),
			authUrl: customUrl('Authentication URL', credentials.authUrl, HOSTS.production.authUrl),
		};
	}
	return HOSTS[credentials.environment === 'sandbox' ? 'sandbox' : 'production'];
}

function customUrl(field: string, value: unknown, example: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(text) && URL.canParse(text))
		return text.replace(/(?<!\/)\/+$/, '');
	throw new AuthenticationError(createError('CREDENTIAL_URL_INVALID', { field, example }));
}

export const BASE_URL_EXPRESSION =
	'={{ $credentials.environment === "custom" ? $credentials.baseUrl.trim().replace(/\\/+$/, "") : ' +
	`$credentials.environment === "sandbox" ? "${HOSTS.sandbox.baseUrl}" : "${HOSTS.production.baseUrl}" }}`;

/** Refuses to send the token to other hosts than the credential's. n8n's HTTP Request node has the URL in `uri`. */
export function checkTarget(
	credentials: ICredentialDataDecryptedObject,
	{ baseURL, url, uri }: Partial<IHttpRequestOptions> & { uri?: unknown },
): void {
	const hosts = hostsOf(credentials);
	const others = hosts === HOSTS.production ? OTHER_HOSTS : [];
	const ownOrigins = [...Object.values(hosts), ...others].map((own) => new URL(own).origin);
	const isOwn = (target: string) =>
		URL.canParse(target, baseURL) && ownOrigins.includes(new URL(target, baseURL).origin);
	const targets = [url, uri].filter((target) => target !== undefined).map(String);
	if (targets.length > 0 && targets.every(isOwn)) return;
	throw new AuthenticationError(
		createError('CREDENTIAL_HOST_MISMATCH', { baseUrl: hosts.baseUrl }),
	);
}

export const BAD_TOKEN_TYPE = 'BAD_API_TOKEN';

/** What users copy together with a key: quotes, the beginning of the header, and white space. */
const AROUND_KEY =
	/^(["'`“”‘’\s]|authorization:|(bearer|apitoken)\s)+|(?<!["'`“”‘’\s])["'`“”‘’\s]+$/gi;

const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;

export function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	const key = String(apiKey ?? '')
		.replace(INVISIBLE, '')
		.replace(AROUND_KEY, '')
		.replace(/\s+/g, '');
	if (/^[\x21-\x7e]+$/.test(key)) return key;
	throw new AuthenticationError(createError('CREDENTIAL_KEY_INVALID', {}));
}

/** Identifies the key and hosts of a token: n8n keeps the token when a user changes them, and a wrong key would seem to work. */
export function credentialHash(credentials: ICredentialDataDecryptedObject): string {
	const kind = String(credentials.authentication);
	const parts = [...Object.values(hostsOf(credentials)), apiKeyOf(credentials), kind];
	return createHash('sha256').update(parts.join('\n')).digest('hex');
}
