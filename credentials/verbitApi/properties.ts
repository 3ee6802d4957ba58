import type { INodeProperties } from 'n8n-workflow';

import { HOSTS } from './hosts';

const showForCustom = { show: { environment: ['custom'] } };

/** The names are part of saved credentials: they stay as they are. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Environment',
		name: 'environment',
		type: 'options',
		options: [
			{ name: 'Production', value: 'production' },
			{
				name: 'Sandbox',
				value: 'sandbox',
				description: 'For tests: nothing is transcribed. The sandbox has its own API key.',
			},
			{
				name: 'Custom',
				value: 'custom',
				description: 'Hosts that Verbit gave you',
			},
		],
		default: 'production',
	},
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		placeholder: `e.g. ${HOSTS.production.baseUrl}`,
		required: true,
		displayOptions: showForCustom,
	},
	{
		displayName: 'Authentication URL',
		name: 'authUrl',
		type: 'string',
		default: '',
		placeholder: `e.g. ${HOSTS.production.authUrl}`,
		description: 'Host that exchanges the API key for an access token',
		required: true,
		displayOptions: showForCustom,
	},
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: [
			{
				name: 'API Key',
				value: 'jwt',
				description: 'Exchanged for an access token, which n8n stores and renews',
			},
			{
				name: 'Original API Token',
				value: 'apiToken',
				description: 'Sent with each call, for accounts that still have one',
			},
		],
		default: 'jwt',
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		description:
			'Find it under My Account in Verbit, where the sandbox key stands beside the production key. For Original API Token, enter that token.',
	},
	{
		displayName: 'Access Token',
		name: 'accessToken',
		type: 'hidden',
		// n8n exchanges the key only while this is an empty string, and keeps the token here.
		typeOptions: { expirable: true, password: true },
		default: '',
	},
	{
		displayName: 'Token For',
		name: 'tokenFor',
		type: 'hidden',
		typeOptions: { password: true },
		description: 'Which key and hosts the access token belongs to. Stored by n8n.',
		default: '',
	},
	{
		displayName: 'Renew After',
		name: 'renewAfter',
		type: 'hidden',
		description: 'When to renew the access token, ms since 1970. Stored by n8n.',
		default: '',
	},
];
