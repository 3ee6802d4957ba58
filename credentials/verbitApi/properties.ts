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
				description: 'For testing: jobs are not transcribed. The sandbox has its own API key.',
			},
			{
				name: 'Custom',
				value: 'custom',
				description: 'For accounts with their own Verbit URLs',
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
		description: 'URL of the Verbit host that issues access tokens',
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
				description: 'n8n exchanges the key for an access token and renews it',
			},
			{
				name: 'Original API Token',
				value: 'apiToken',
				description: "For accounts that still have one. Enter it in 'API Key'.",
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
		description: 'Copy it from My Account in Verbit. The sandbox key is beside the production key.',
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
		description: 'When to renew the access token, in ms since 1970. Stored by n8n.',
		default: '',
	},
];
