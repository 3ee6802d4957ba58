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
				description: 'For trying things out: nothing is transcribed',
			},
			{
				name: 'Custom',
				value: 'custom',
				description: 'Hosts that the vendor has given to you',
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
		description: 'Where the API key is exchanged for an access token',
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
				description: 'Is exchanged for an access token, which n8n keeps for 24 hours',
			},
			{
				name: 'Original API Token',
				value: 'apiToken',
				description: 'Is sent as it is with each call, for accounts that still have one',
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
		description: 'The API key of your account or, with Original API Token, that token',
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
		description: 'Which key and hosts the access token belongs to; kept by n8n',
		default: '',
	},
	{
		displayName: 'Renew After',
		name: 'renewAfter',
		type: 'hidden',
		description: 'When the access token is to be replaced, ms since 1970; kept by n8n',
		default: '',
	},
];
