import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { createError } from '../../nodes/Verbit/errors/createError';
import { hashOf } from '../../nodes/Verbit/inspect/inspect';
import { AuthenticationError } from './authenticationError';
import { hostsOf } from './hosts';

/** Quotes, white space and the start of a header, which users copy together with a key. */
const AROUND_KEY =
	/^(["'`“”‘’\s]|authorization:|(bearer|apitoken)\s)+|(?<!["'`“”‘’\s])["'`“”‘’\s]+$/gi;

export function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	const key = String(apiKey ?? '')
		// Invisible characters
		.replace(/\p{Cf}/gu, '')
		.replace(AROUND_KEY, '')
		.replace(/\s+/g, '');
	if (/^[\x21-\x7e]+$/.test(key)) return key;
	throw new AuthenticationError(createError('CREDENTIAL_KEY_INVALID', {}));
}

/** Returns a hash of a token's key and hosts. n8n keeps the token when the key changes, so a wrong key would seem to work. */
export function hashOfCredential(credentials: ICredentialDataDecryptedObject): string {
	return hashOf([hostsOf(credentials), apiKeyOf(credentials), credentials.authentication]);
}
