import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { hasToBeRenewed } from './accessToken';
import { AccessTokenEnded } from './errors';
import { identityOf } from './identity';
import type { TokenTrace } from './tokenTrace';

/**
 * The `Authorization` header of an API call: `ApiToken <KEY>`, or `bearer <TOKEN>` (in lower case, as it is documented).
 * @throws AccessTokenEnded when the token is missing, near its end, of another key or host, or one that the service has refused
 */
export function authorizationOf(
	credentials: ICredentialDataDecryptedObject,
	trace: TokenTrace = {},
): string {
	if (credentials.authentication === 'apiToken') return `ApiToken ${String(credentials.apiKey)}`;
	const token = String(credentials.accessToken ?? '');
	const isOfAnother = credentials.tokenFor !== identityOf(credentials);
	const isRefused = token === trace.refused;
	if (token === '' || isOfAnother || isRefused || hasToBeRenewed(token, credentials.renewAfter)) {
		throw new AccessTokenEnded();
	}
	trace.sent = token;
	return `bearer ${token}`;
}
