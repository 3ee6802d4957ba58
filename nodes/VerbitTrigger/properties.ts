import type { INodeProperties } from 'n8n-workflow';

import { captionFields, captionOptions } from '../Verbit/captions/captionFields';
import { optionsProperty, showFor, toggle } from '../Verbit/parameters/field';
import { simplifyField } from '../Verbit/parameters/simplify';
import { EVENT_OPTIONS } from './jobEvent';

export const verifyField = toggle('Verify With Verbit', 'confirmJob', {
	default: true,
	description:
		'Whether to get the job from Verbit and output its details. Turned off, anybody who knows the URL can start the workflow for any job.',
});

export const acceptRepeatsField = toggle('Accept Repeated Calls', 'acceptRepeats', {
	default: false,
	description:
		'Whether a repeated call starts the workflow again, such as after a review. Verbit may also repeat a call that arrived.',
});

export const downloadCaptionsField = toggle('Download Captions', 'downloadCaptions', {
	default: false,
	description: 'Whether to download the captions or the draft before the workflow starts',
});

const triggerCaptionOptions = captionOptions
	// The event decides whether the draft is downloaded.
	.filter(({ name }) => name !== 'draft')
	.map((option) => showFor('/downloadCaptions', [true], option));

export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			"<ul><li>Copy the Production URL under 'Webhook URLs'.</li><li>Paste it into 'Callback URL' when you submit a job, or into My Account in Verbit to receive all jobs.</li><li>In My Account, click SEND TEST EVENT to check that Verbit reaches n8n.</li></ul>",
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: EVENT_OPTIONS,
		default: ['completed', 'failed'],
		description: 'Events of a job that start the workflow',
	},
	{
		displayName: "Add 'Job Failed', or failed jobs stay unnoticed.",
		name: 'failedNotice',
		type: 'notice',
		default: '',
		// In the nodes panel of n8n 2.40, the entry 'On job completed' selects only that event.
		displayOptions: { hide: { events: ['failed'] } },
	},
	downloadCaptionsField.property,
	// If a condition's parameter is an expression, n8n doesn't check the conditions after it, so 'Output As' comes first.
	...captionFields.map((field) => showFor('downloadCaptions', [true], field)),
	optionsProperty(
		...triggerCaptionOptions,
		acceptRepeatsField.property,
		simplifyField.property,
		verifyField.property,
	),
];
