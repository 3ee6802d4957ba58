import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { inputError } from '../errors/stepError';
import { readWholeNumber } from './wholeNumber';
import type { StartOptions } from '../api/startTranscription';
import { readHttpUrl } from '../http/httpUrl';
import { readOptions } from './jobCall';

/** Seconds, as the vendor bounds them. */
const FINISH_IN = { displayName: 'Finish In', min: 0, max: 900 };

export const startOptions: INodeProperties[] = [
	{
		displayName: 'Callback URL',
		name: 'callbackUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/verbit',
		description: 'Link that the service is to call when this job has ended',
	},
	{
		displayName: 'Sandbox: Finish In (Seconds)',
		name: 'finishIn',
		type: 'number',
		typeOptions: { minValue: FINISH_IN.min, maxValue: FINISH_IN.max },
		default: 60,
		description:
			'Sandbox only: after how many seconds the job ends. Without this option a job of the sandbox stays In Progress.',
	},
	{
		displayName: 'Sandbox: Finish With Error',
		name: 'finishWithError',
		type: 'boolean',
		default: false,
		description: 'Whether a job of the sandbox ends as a Failure; needs Finish In',
	},
];

/** @throws StepError for what the service could not use */
export function readStartOptions(context: IExecuteFunctions, itemIndex: number): StartOptions {
	const { callbackUrl, finishIn, finishWithError } = readOptions(context, itemIndex);
	if (finishWithError === true && finishIn === undefined) {
		throw inputError(
			'The option Finish With Error is set without Finish In',
			'Add the option Finish In: it tells the sandbox when the job ends.',
		);
	}
	const hasCallback = callbackUrl !== undefined && callbackUrl !== '';
	return {
		...(hasCallback && { callbackUrl: readHttpUrl('Callback URL', callbackUrl) }),
		...(finishIn !== undefined && { finishIn: readWholeNumber(finishIn, FINISH_IN) }),
		...(finishWithError === true && { finishWithError }),
	};
}
