import {
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { handleCall } from './handleCall';
import { properties } from './properties';
import { accept, ACCEPTED, refuse } from './respond';

export class VerbitTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Verbit Trigger',
		name: 'verbitTrigger',
		icon: { light: 'file:../Verbit/verbit.svg', dark: 'file:../Verbit/verbit.dark.svg' },
		group: ['trigger'],
		version: [1],
		subtitle: '={{ $parameter["events"].join(", ") }}',
		// n8n's list of nodes has one entry for this one and for Verbit, with this description.
		description:
			'Bring recordings to the Verbit transcription and caption service, and start a workflow when a job completes or fails',
		defaults: { name: 'Verbit Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'verbitApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: ACCEPTED,
				path: 'webhook',
			},
		],
		properties,
	};

	/** The service has no documented call to register a webhook: its URL is given to it by hand, or with each job. */
	webhookMethods = {
		default: {
			async checkExists(): Promise<boolean> {
				return true;
			},
			async create(): Promise<boolean> {
				return true;
			},
			async delete(): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await handleCall(this).then(
			(emission) => accept(this, emission),
			(error: unknown) => refuse(this, error),
		);
	}
}
