import type { ICredentialTestRequest } from 'n8n-workflow';

import { BASE_URL_EXPRESSION, HOSTS } from './hosts';

const REFUSED =
	"Verbit didn't accept this key or token. Check 'API Key', 'Authentication' and 'Environment': the sandbox has its own key under My Account in Verbit.";

const NOT_VERBIT = `'Base URL' isn't the address of the Verbit API. It usually ends in /api, such as ${HOSTS.production.baseUrl}`;

const rules = [
	...[401, 403].map((value) => ({
		type: 'responseCode' as const,
		properties: { value, message: REFUSED },
	})),
	{
		type: 'responseSuccessBody' as const,
		properties: { key: 'ErrorType', value: 'BAD_API_TOKEN', message: REFUSED },
	},
	{
		// A web page at a mistyped base URL has no error of Verbit's.
		type: 'responseSuccessBody' as const,
		properties: { key: 'ErrorType', value: undefined, message: NOT_VERBIT },
	},
];

/**
 * Asks for a job that can't exist: a call that every environment has, that needs a valid key and that changes nothing.
 * The list of profiles is said to be missing in the sandbox. Verbit's own refusal of the job is the proof that the key was
 * accepted, whatever HTTP status it has; without `except`, n8n would not renew the token at a 401.
 */
export const testRequest: ICredentialTestRequest = {
	request: {
		baseURL: BASE_URL_EXPRESSION,
		url: '/job/info',
		qs: { v: 4, job_id: 0 },
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: { ignore: true, except: [401, 403] },
		timeout: 30_000,
	},
	// n8n takes rules of both types together; its type allows one of them.
	rules: rules as ICredentialTestRequest['rules'],
};
