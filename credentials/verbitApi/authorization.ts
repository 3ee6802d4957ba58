import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { needsRenewal } from './accessToken';
import { AccessTokenExpired } from './authenticationError';
import { identityOf } from './identity';
import type { TokenTrace } from './tokenTrace';

/**
 * The `Authorization` header of an API call: `ApiToken <KEY>`, or `bearer <TOKEN>` (in lower case, as it is documented).
 * @throws AccessTokenExpired when the token is missing, near its end, of another key or host, or one that the service has refused
 */
export function authorizationOf(
	credentials: ICredentialDataDecryptedObject,
	trace: TokenTrace = {},
): string {
	if (credentials.authentication === 'apiToken') return `ApiToken ${String(credentials.apiKey)}`;
	const token = String(credentials.accessToken ?? '');
	const isOfAnother = credentials.tokenFor !== identityOf(credentials);
	const isRefused = token === trace.refused;
	if (token === '' || isOfAnother || isRefused || needsRenewal(token, credentials.renewAfter)) {
		throw new AccessTokenExpired();
	}
	trace.sent = token;
	return `bearer ${token}`;
}
