import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { AuthenticationError } from './authenticationError';

interface Hosts {
	baseUrl: string;
	authUrl: string;
}

/**
 * The URLs of Verbit's two environments, as Verbit documents them. That the sandbox shares the production
 * authentication host is an assumption.
 */
export const HOSTS: Record<'production' | 'sandbox', Hosts> = {
	production: { baseUrl: 'https://api.verbit.co/api', authUrl: 'https://users.verbit.co' },
	sandbox: { baseUrl: 'https://sandbox-api.verbit.co/api', authUrl: 'https://users.verbit.co' },
};

/** As the credential's form shows them. */
const DISPLAY_NAMES = { baseUrl: 'Base URL', authUrl: 'Authentication URL' };

/**
 * The hosts a credential points to, without trailing slashes.
 * @throws AuthenticationError when a custom URL is missing, isn't http(s) or has a query
 */
export function hostsOf(credentials: ICredentialDataDecryptedObject): Hosts {
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
	const values = { field: DISPLAY_NAMES[name], example: HOSTS.production[name] };
	if (!/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) {
		throw new AuthenticationError('CREDENTIAL_URL_INVALID', values);
	}
	if (/[?#]/.test(text)) throw new AuthenticationError('CREDENTIAL_URL_HAS_QUERY', values);
	return text.replace(/\/+$/, '');
}

/** The base URL as an n8n expression, for the credential's own test request. */
export const BASE_URL_EXPRESSION =
	'={{ $credentials.environment === "custom" ? $credentials.baseUrl.trim().replace(/\\/+$/, "") : ' +
	`$credentials.environment === "sandbox" ? "${HOSTS.sandbox.baseUrl}" : "${HOSTS.production.baseUrl}" }}`;

/** The API key of a credential, without the space or line break that is easily copied with it. */
export function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	return String(apiKey).trim();
}

/**
 * A hash of the key and hosts of a credential, which reveals none of them, to recognize a token of another key or
 * host. n8n keeps the token when a user changes the key or the environment: the old one would go on working for a
 * wrong key, or go to another host.
 * @returns SHA-256, 64 hexadecimal digits
 * @throws AuthenticationError for a custom URL that can't be used
 */
export function credentialHash(credentials: ICredentialDataDecryptedObject): string {
	const { baseUrl, authUrl } = hostsOf(credentials);
	const parts = [baseUrl, authUrl, apiKeyOf(credentials)];
	return createHash('sha256').update(parts.join('\n')).digest('hex');
}
