import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { createError } from '../Verbit/errors/createError';
import type { CallCode } from '../Verbit/errors/messages/trigger';
import { toNodeError } from '../Verbit/errors/nodeErrors';
import { handleCall } from './handleCall';
import { EVENT_OPTIONS } from './jobEvent';
import { triggerProperties } from './properties';
import { EVENT_KEY, withoutRepeats } from './repeats';
import { accept, ACCEPTED, reject } from './respond';

const EVENT_NAMES = Object.fromEntries(EVENT_OPTIONS.map(({ value, name }) => [value, name]));

// An expression in the field may return a single text, or undefined while the editor can't resolve it.
const SUBTITLE = `={{ [$parameter["events"] ?? []].flat().map((event) => (${JSON.stringify(EVENT_NAMES)})[event] ?? event).join(", ") }}`;

const executionsHelp =
	"<b>While you build the workflow</b>, click <b>Execute step</b>, copy the Test URL under 'Webhook URLs', and submit a job with the Test URL as its 'Callback URL'. In the sandbox, set 'Sandbox: Finish In' to let the job finish. Verbit calls when the job finishes, and the event shows up here." +
	'<br /><br /><b>When the workflow is published</b>, jobs need the Production URL as their \'Callback URL\'. Those executions show up in the <a data-key="executions">list of executions</a>, but not here.';

export class VerbitTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Verbit Trigger',
		name: 'verbitTrigger',
		icon: { light: 'file:../Verbit/verbit.svg', dark: 'file:../Verbit/verbit.dark.svg' },
		group: ['trigger'],
		// n8n can't call version 1 in a workflow whose setting `binaryMode` is `combined`.
		version: [1, 1.1],
		subtitle: SUBTITLE,
		// n8n's list of nodes has one entry for this node and Verbit, with this description.
		description:
			'Transcribe and caption recordings with Verbit, and start workflows when jobs finish',
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
		triggerPanel: {
			header: 'Test with a job',
			executionsHelp,
			activationHint:
				"Click <b>Execute step</b>, then submit a job whose 'Callback URL' is the Test URL. n8n listens for two minutes.",
		},
		eventTriggerDescription: "Waiting for you to submit a job whose 'Callback URL' is the Test URL",
		activationMessage:
			"Verbit can now call the Production URL. Use it as 'Callback URL' of your jobs.",
		properties: triggerProperties,
	};

	/** Methods without effect: Verbit documents no call that registers a webhook. Users enter the URL in Verbit or with each job. */
	webhookMethods = {
		default: { checkExists: async () => true, create: async () => true, delete: async () => true },
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await handleCall(this).then(
			(item) => accept(this, item),
			(error: unknown) => reject(this, error),
		);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [item] = this.getInputData();
		if (EVENT_KEY in item.json) return [await withoutRepeats(this, item)];
		const { refused } = item.json;
		// This is a Retry of an execution whose call couldn't be handled, so n8n has saved no job.
		if (refused === undefined) return [[]];
		throw toNodeError(this, createError(refused as CallCode, {}), 0);
	}
}
