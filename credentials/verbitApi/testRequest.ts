import type { ICredentialTestRequest } from 'n8n-workflow';

import { BASE_URL_EXPRESSION, HOSTS } from './hosts';

const REFUSED =
	'The service did not accept this key or token. Check the API Key, the Authentication and the Environment.';

const refusedStatuses = [400, 401, 403].map((value) => ({
	type: 'responseCode' as const,
	properties: { value, message: REFUSED },
}));

const wrongBaseUrl = {
	type: 'responseCode' as const,
	properties: {
		value: 404,
		message: `The Base URL answered 404. It usually ends in /api, e.g. ${HOSTS.production.baseUrl}`,
	},
};

const refusedBodies = [
	{
		type: 'responseSuccessBody' as const,
		properties: { key: 'ErrorType', value: 'BAD_API_TOKEN', message: REFUSED },
	},
	{
		// A web page at a mistyped base URL answers 200 as well.
		type: 'responseSuccessBody' as const,
		properties: {
			key: 'profiles',
			value: undefined,
			message:
				'The Base URL answered, but not as the Verbit API does: there is no list of profiles',
		},
	},
];

/** Reads the account's profiles: the smallest call that needs a valid key and changes nothing. */
export const testRequest: ICredentialTestRequest = {
	request: {
		baseURL: BASE_URL_EXPRESSION,
		url: '/profiles',
		qs: { v: 4 },
		disableFollowRedirect: true,
		timeout: 30_000,
	},
	// n8n takes rules of both types together; its type allows one of them.
	rules: [...refusedStatuses, wrongBaseUrl, ...refusedBodies] as ICredentialTestRequest['rules'],
};
