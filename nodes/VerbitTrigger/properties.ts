import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../Verbit/parameters/fields';
import { captionsShownFor } from '../Verbit/parameters/captionFields';

const captions = captionsShownFor('downloadCaptions', [true]);

/** Their names are part of saved workflows. */
export const properties: INodeProperties[] = [
	{
		displayName:
			'Give the production URL, under Webhook URLs above, to the service: as the option Callback URL of Submit Recording or Start Transcription. With a secret, its end is ?secret= and the secret. n8n can not register the URL itself, as the service has no documented call for that.',
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{
				name: 'Job Completed',
				value: 'completed',
				description: 'The transcription or captions are ready',
			},
			{
				name: 'Job Failed',
				value: 'failed',
				description: 'The job has ended without a result; its errors say why',
			},
		],
		default: ['completed', 'failed'],
	},
	{
		displayName: 'Secret',
		name: 'secret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		hint: 'Add it to the end of the URL that the service calls: ?secret=my-secret',
		description: 'Calls without it are refused. The service does not sign its calls.',
	},
	{
		displayName: 'Confirm Job',
		name: 'confirmJob',
		type: 'boolean',
		default: true,
		description:
			'Whether to ask the service for the job before the workflow starts, so that a forged call starts nothing. The output then has what the service says of the job.',
	},
	{
		displayName: 'Download Captions',
		name: 'downloadCaptions',
		type: 'boolean',
		default: false,
		description:
			'Whether to download the captions or the transcript of a completed job before the workflow starts',
	},
	...captions.fields,
	optionsField(...captions.options),
];
