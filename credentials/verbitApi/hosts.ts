import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { createError } from '../../nodes/Verbit/errors/createError';
import type { StepError } from '../../nodes/Verbit/errors/stepError';
import { Secrets } from '../../nodes/Verbit/secrets/secrets';

/**
 * Why there is no access token. The message includes what to do, because the credential's Test button and other nodes show
 * nothing else. n8n shows it unchanged if it finds no `status`, `code` or `details` in the error and no word such as
 * ECONNREFUSED in the message. The node reads `failure` by its name: n8n may load the credential apart from it.
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

/** Insights and live booking, which the node doesn't call but n8n's HTTP Request node may. For production only. */
const OTHER_HOSTS = ['https://ai.verbit.co', 'https://orders.verbit.co'];

const DISPLAY_NAMES = { baseUrl: 'Base URL', authUrl: 'Authentication URL' };

/** A credential's hosts, without trailing slashes. Throws an AuthenticationError for a custom URL that is missing or unfit. */
export function hostsOf(credentials: ICredentialDataDecryptedObject) {
	if (credentials.environment === 'custom') {
		return {
			baseUrl: customUrl('baseUrl', credentials.baseUrl),
			authUrl: customUrl('authUrl', credentials.authUrl),
		};
	}
	return HOSTS[credentials.environment === 'sandbox' ? 'sandbox' : 'production'];
}

function customUrl(name: 'baseUrl' | 'authUrl', value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(text) && URL.canParse(text))
		return text.replace(/(?<!\/)\/+$/, '');
	const values = { field: DISPLAY_NAMES[name], example: HOSTS.production[name] };
	throw new AuthenticationError(createError('CREDENTIAL_URL_INVALID', values));
}

export const BASE_URL_EXPRESSION =
	'={{ $credentials.environment === "custom" ? $credentials.baseUrl.trim().replace(/\\/+$/, "") : ' +
	`$credentials.environment === "sandbox" ? "${HOSTS.sandbox.baseUrl}" : "${HOSTS.production.baseUrl}" }}`;

/**
 * @param request n8n's HTTP Request node has the URL in `uri`
 * @throws AuthenticationError for another origin than the credential's, which must not get the token
 */
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

/** What is easily copied with a key: quotes, the scheme of a header, white space, and spaces that nobody sees. */
const AROUND_KEY =
	/^(["'`“”‘’\s]|authorization:|(bearer|apitoken)\s)+|(?<!["'`“”‘’\s])["'`“”‘’\s]+$/gi;

const NOT_SEEN = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;

export function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	const key = String(apiKey ?? '')
		.replace(NOT_SEEN, '')
		.replace(AROUND_KEY, '')
		.replace(/\s+/g, '');
	if (/^[\x21-\x7e]+$/.test(key)) return key;
	throw new AuthenticationError(createError('CREDENTIAL_KEY_INVALID', {}));
}

/** n8n keeps the token when a user changes the key or the hosts: the old one would go on working for a wrong key. */
export function credentialHash(credentials: ICredentialDataDecryptedObject): string {
	const kind = String(credentials.authentication);
	const parts = [...Object.values(hostsOf(credentials)), apiKeyOf(credentials), kind];
	return createHash('sha256').update(parts.join('\n')).digest('hex');
}
