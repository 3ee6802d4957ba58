import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { CALLBACK_URL_FIELD, type StartOptions } from '../api/startTranscription';
import { createError } from '../errors/createError';
import { readHttpUrl } from '../http/url';
import { extraFieldsField, type OwnFields, readExtraFields } from './extraFields';
import { readOptions } from './jobCall';
import { readSwitchOption, readWholeNumber } from './values';

/** Seconds; the bounds are from Verbit's API reference. */
const FINISH_IN = { displayName: 'Sandbox: Finish In', min: 0, max: 900 };

const FINISH_WITH_ERROR = 'Sandbox: Finish With Error';

const EXTRA_START_FIELDS = 'Extra Start Fields';

const OWN_FIELDS: OwnFields = {
	[CALLBACK_URL_FIELD]: 'Callback URL',
	finish_in: 'Sandbox: Finish In (Seconds)',
	finish_with_error: FINISH_WITH_ERROR,
	job_id: 'Job ID',
	v: 'API Version',
};

export const startOptions: INodeProperties[] = [
	{
		displayName: 'Callback URL',
		name: 'callbackUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/verbit',
		description: "URL that Verbit calls when the job finishes, such as a Verbit Trigger's URL",
	},
	extraFieldsField(EXTRA_START_FIELDS, 'options'),
	{
		displayName: 'Sandbox: Finish In (Seconds)',
		name: 'finishIn',
		type: 'number',
		typeOptions: { minValue: FINISH_IN.min, maxValue: FINISH_IN.max },
		default: 60,
		description: 'Seconds until a sandbox job finishes. Without it, the job stays In Progress.',
	},
	{
		displayName: FINISH_WITH_ERROR,
		name: 'finishWithError',
		type: 'boolean',
		default: false,
		description: "Whether the sandbox job fails. Requires 'Sandbox: Finish In'.",
	},
];

/** @throws StepError also when the sandbox is to fail without 'Sandbox: Finish In' */
export function readStartOptions(context: IExecuteFunctions, itemIndex: number): StartOptions {
	const options = readOptions(context, itemIndex);
	const { extraFields, finishIn } = options;
	const finishWithError = readSwitchOption(FINISH_WITH_ERROR, options.finishWithError, false);
	const hasFinishIn = 'finishIn' in options;
	if (finishWithError && !hasFinishIn) {
		throw createError('FINISH_IN_MISSING', {});
	}
	return {
		...readCallbackUrl(options),
		...(hasFinishIn && { finishIn: readWholeNumber(finishIn, FINISH_IN) }),
		...(finishWithError && { finishWithError }),
		extraFields: readExtraFields(EXTRA_START_FIELDS, extraFields, OWN_FIELDS),
	};
}

/** An option that is there, and whose expression returns nothing, is an error: the job would finish without a call. */
function readCallbackUrl(options: IDataObject): Pick<StartOptions, 'callbackUrl'> {
	const { callbackUrl } = options;
	if (!('callbackUrl' in options) || callbackUrl === '') return {};
	return { callbackUrl: readHttpUrl('Callback URL', callbackUrl) };
}
