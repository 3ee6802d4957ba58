import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { createError } from '../../nodes/Verbit/errors/createError';
import { describeValue } from '../../nodes/Verbit/secrets/shownText';
import { AuthenticationError } from './authenticationError';

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
	// An expression may return any value, which must not lead to paid jobs.
	const hosts = Object.entries(HOSTS).find(([name]) => name === credentials.environment)?.[1];
	if (hosts !== undefined) return hosts;
	const got = describeValue(credentials.environment);
	const refusal = createError('CREDENTIAL_URL_INVALID', { variant: 'Environment', got });
	throw new AuthenticationError(refusal);
}

function customUrl(field: string, value: unknown, example: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(text) && URL.canParse(text))
		// One host that is written in two ways, such as in capitals, is one account.
		return new URL(text).href.replace(/(?<!\/)\/+$/, '');
	throw new AuthenticationError(createError('CREDENTIAL_URL_INVALID', { field, example }));
}

/** The Base URL for the Test button, for which n8n evaluates an expression. */
export const BASE_URL_EXPRESSION =
	'={{ $credentials.environment === "custom" ? $credentials.baseUrl.trim().replace(/\\/+$/, "") : ' +
	Object.entries(HOSTS)
		.map(([name, { baseUrl }]) => `$credentials.environment === "${name}" ? "${baseUrl}" : `)
		.join('') +
	'"" }}';

/** Throws for a request to a host that isn't the credential's. n8n's HTTP Request node passes its URL as `uri`. */
export function refuseOtherHost(
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
	const { baseUrl } = hosts;
	throw new AuthenticationError(createError('CREDENTIAL_HOST_MISMATCH', { baseUrl }));
}
