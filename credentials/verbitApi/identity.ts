import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { hostsOf } from './hosts';

/**
 * Which key and hosts a token belongs to, without telling them. n8n keeps the token when a user changes the key or the
 * environment: the old one would go on working for a wrong key, or go to another host.
 */
export function identityOf(credentials: ICredentialDataDecryptedObject): string {
	const { baseUrl, authUrl } = hostsOf(credentials);
	const parts = [baseUrl, authUrl, String(credentials.apiKey)];
	return createHash('sha256').update(parts.join('\n')).digest('hex');
}
