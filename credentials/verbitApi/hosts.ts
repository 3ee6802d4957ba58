import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

interface Hosts {
	baseUrl: string;
	authUrl: string;
}

/** As the vendor documents them. That the sandbox shares the production authentication host is an assumption. */
export const HOSTS: Record<'production' | 'sandbox', Hosts> = {
	production: { baseUrl: 'https://api.verbit.co/api', authUrl: 'https://users.verbit.co' },
	sandbox: { baseUrl: 'https://sandbox-api.verbit.co/api', authUrl: 'https://users.verbit.co' },
};

/**
 * The hosts a credential points to, without trailing slashes.
 * @throws Error when a custom URL is missing or not http(s); its message says which field to mend
 */
export function hostsOf(credentials: ICredentialDataDecryptedObject): Hosts {
	if (credentials.environment === 'custom') {
		return {
			baseUrl: customUrl('Base URL', credentials.baseUrl),
			authUrl: customUrl('Authentication URL', credentials.authUrl),
		};
	}
	return HOSTS[credentials.environment === 'sandbox' ? 'sandbox' : 'production'];
}

function customUrl(field: string, value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) {
		throw new Error(
			`The ${field} of the Verbit credential has to start with http:// or https://, e.g. ${HOSTS.production.baseUrl}`,
		);
	}
	return text.replace(/\/+$/, '');
}

/** The base URL as an n8n expression, for the credential's own test request. */
export const BASE_URL_EXPRESSION =
	'={{ $credentials.environment === "custom" ? $credentials.baseUrl.trim().replace(/\\/+$/, "") : ' +
	`$credentials.environment === "sandbox" ? "${HOSTS.sandbox.baseUrl}" : "${HOSTS.production.baseUrl}" }}`;
