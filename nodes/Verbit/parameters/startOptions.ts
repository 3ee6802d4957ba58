import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { readWholeNumber } from './wholeNumber';
import type { StartOptions } from '../api/startTranscription';
import { readHttpUrl } from '../http/httpUrl';
import { readOptions } from './jobCall';

/** Seconds; the bounds are from Verbit's API reference. */
const FINISH_IN = { displayName: 'Finish In', min: 0, max: 900 };

export const startOptions: INodeProperties[] = [
	{
		displayName: 'Callback URL',
		name: 'callbackUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/verbit',
		description: 'URL that Verbit calls when the job finishes, for example of a Verbit Trigger',
	},
	{
		displayName: 'Sandbox: Finish In (Seconds)',
		name: 'finishIn',
		type: 'number',
		typeOptions: { minValue: FINISH_IN.min, maxValue: FINISH_IN.max },
		default: 60,
		description: 'Seconds until a sandbox job finishes. Without it, the job stays In Progress.',
	},
	{
		displayName: 'Sandbox: Finish With Error',
		name: 'finishWithError',
		type: 'boolean',
		default: false,
		description: "Whether a sandbox job ends as a Failure. Needs 'Finish In'.",
	},
];

/** @throws StepError for what Verbit can't use */
export function readStartOptions(context: IExecuteFunctions, itemIndex: number): StartOptions {
	const { callbackUrl, finishIn, finishWithError } = readOptions(context, itemIndex);
	if (finishWithError === true && finishIn === undefined) {
		throw fault('FINISH_IN_MISSING', {});
	}
	const hasCallback = callbackUrl !== undefined && callbackUrl !== '';
	return {
		...(hasCallback && { callbackUrl: readHttpUrl('Callback URL', callbackUrl) }),
		...(finishIn !== undefined && { finishIn: readWholeNumber(finishIn, FINISH_IN) }),
		...(finishWithError === true && { finishWithError }),
	};
}
