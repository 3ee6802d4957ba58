import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';

import { sentence } from '../../nodes/Verbit/errors/createError';
import { BAD_TOKEN_TYPE } from './authenticationError';
import { BASE_URL_EXPRESSION, HOSTS } from './hosts';

const showForCustom = { show: { environment: ['custom'] } };

const optionsOf = (choices: Record<string, [name: string, description?: string]>) =>
	Object.entries(choices).map(([value, [name, description]]) => ({ name, value, description }));

const stored = (
	displayName: string,
	name: string,
	typeOptions: INodeProperties['typeOptions'] = {},
): INodeProperties => ({ displayName, name, type: 'hidden', typeOptions, default: '' });

export const credentialProperties: INodeProperties[] = [
	{
		displayName: 'Environment',
		name: 'environment',
		type: 'options',
		options: optionsOf({
			production: ['Production', 'Jobs are transcribed and use audio minutes'],
			sandbox: [
				'Sandbox',
				'For testing: jobs are not transcribed. The sandbox has its own API key.',
			],
			custom: ['Custom', 'For accounts with their own Verbit URLs'],
		}),
		default: 'production',
		description: 'Verbit environment that the API key belongs to',
	},
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		placeholder: `e.g. ${HOSTS.production.baseUrl}`,
		description: 'URL of the Verbit API',
		required: true,
		displayOptions: showForCustom,
	},
	{
		displayName: 'Authentication URL',
		name: 'authUrl',
		type: 'string',
		default: '',
		placeholder: `e.g. ${HOSTS.production.authUrl}`,
		description: 'URL of the Verbit host that issues access tokens',
		required: true,
		displayOptions: showForCustom,
	},
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: optionsOf({
			auto: ['Automatic', 'n8n finds out which kind of key it is'],
			jwt: ['API Key', 'A key that n8n exchanges for an access token, which it renews'],
			apiToken: ['Original API Token', 'A key that n8n sends unchanged, as an ApiToken'],
		}),
		default: 'auto',
		description: 'Kind of key. Leave at Automatic unless you know it.',
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		description:
			'Key that My Account in Verbit shows for this environment. Generating a new key may revoke an earlier one.',
	},
	// n8n exchanges the key only while this field is an empty string, and then stores the token in it.
	stored('Access Token', 'accessToken', { expirable: true, password: true }),
	// Which key and hosts the access token belongs to.
	stored('Token For', 'tokenFor', { password: true }),
	// When to renew the access token, ms since 1970.
	stored('Renew After', 'renewAfter'),
	{
		displayName: 'API Version',
		name: 'apiVersion',
		type: 'number',
		default: 4,
		description: 'Leave at 4 unless Verbit tells you otherwise',
	},
];

const REFUSED_STATUSES = [401, 403];

/** Statuses of the load balancer of Verbit's servers. 500 is missing, because Verbit may return it for a job that can't exist. */
const UNAVAILABLE_STATUSES = [429, 502, 503, 504];

const refused = sentence('TESTED_KEY_REFUSED', {});

const unchecked = sentence('TESTED_KEY_UNCHECKED', {});

const wrongUrl = sentence('TESTED_URL_WRONG', { example: HOSTS.production.baseUrl });

const rules = [
	...REFUSED_STATUSES.map((value) => ({ value, message: refused })),
	...UNAVAILABLE_STATUSES.map((value) => ({ value, message: unchecked })),
	{ key: 'ErrorType', value: BAD_TOKEN_TYPE, message: refused },
	// A web page at a mistyped base URL contains no `ErrorType`.
	{ key: 'ErrorType', value: undefined, message: wrongUrl },
].map((properties) => ({
	type: 'key' in properties ? 'responseSuccessBody' : 'responseCode',
	properties,
}));

/**
 * The call of the Test button, which needs a valid key, changes nothing and works in the sandbox. It asks for a job that can't
 * exist: if Verbit refuses the job, with any status, the key is accepted.
 */
export const testRequest: ICredentialTestRequest = {
	request: {
		baseURL: BASE_URL_EXPRESSION,
		url: '/job/info',
		qs: { v: '={{ $credentials.apiVersion }}', job_id: 0 },
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: {
			ignore: true,
			// Without `except`, n8n wouldn't renew the token after a 401.
			except: [...REFUSED_STATUSES, ...UNAVAILABLE_STATUSES],
		},
		timeout: 30_000,
	},
	// n8n accepts rules of both types together, but its TypeScript type doesn't.
	rules: rules as ICredentialTestRequest['rules'],
};
