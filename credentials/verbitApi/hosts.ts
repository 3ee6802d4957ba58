import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { createError } from '../../nodes/Verbit/errors/createError';
import type { StepError } from '../../nodes/Verbit/errors/stepError';
import { Secrets } from '../../nodes/Verbit/secrets/secrets';

/** The reason why there is no access token. The Test button and other nodes show only the message, so it includes the remedy. */
export class AuthenticationError extends Error {
	/** The node finds the error by this name, because n8n may load the class a second time for the credential. */
	override readonly name = 'AuthenticationError';

	readonly failure: StepError;

	constructor(failure: StepError, ...keys: string[]) {
		const details = new Secrets().addKeys(...keys).redact(failure.details);
		// n8n changes a message if its error has a `status`, `code` or `details`, or if it contains a code such as ECONNREFUSED.
		super(`${details.message}. ${details.remedies.join(' ')}`);
		this.failure = failure.with(details);
	}
}

/** Hosts that Verbit documents. The sandbox's use of the production authentication host is an assumption. */
export const HOSTS = {
	production: { baseUrl: 'https://api.verbit.co/api', authUrl: 'https://users.verbit.co' },
	sandbox: { baseUrl: 'https://sandbox-api.verbit.co/api', authUrl: 'https://users.verbit.co' },
};

/** Production hosts of Verbit Insights and live booking, which n8n's HTTP Request node may call with the credential. */
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

/** Throws for a request to a host that isn't the credential's. n8n's HTTP Request node passes its URL as `uri`. */
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

/** Quotes, white space and the start of a header, which users copy together with a key. */
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

/** Returns a hash of a token's key and hosts. n8n keeps the token when the key changes, so a wrong key would seem to work. */
export function credentialHash(credentials: ICredentialDataDecryptedObject): string {
	const kind = String(credentials.authentication);
	const parts = [...Object.values(hostsOf(credentials)), apiKeyOf(credentials), kind];
	return createHash('sha256').update(parts.join('\n')).digest('hex');
}
