import type { IExecuteFunctions } from 'n8n-workflow';

import { CALLBACK_URL_FIELD, type StartOptions } from '../api/startTranscription';
import { createError } from '../errors/createError';
import { readHttpUrl } from '../http/url';
import { extraFields } from '../parameters/extraFields';
import { text, toggle, wholeNumber } from '../parameters/field';
import { readOptions } from '../parameters/jobCall';

const callback = text('Callback URL', 'callbackUrl', {
	placeholder: 'e.g. https://example.com/verbit',
	description: "URL that Verbit calls when the job finishes, such as a Verbit Trigger's URL",
});

/** The bounds are from Verbit's API reference. */
const finish = wholeNumber(
	'Sandbox: Finish In (Seconds)',
	'finishIn',
	{ min: 0, max: 900, byDefault: 60 },
	'Seconds until a sandbox job finishes. Without it, the job stays In Progress.',
);

const finishWithError = toggle(
	'Sandbox: Finish With Error',
	'finishWithError',
	false,
	"Whether the sandbox job fails. Requires 'Sandbox: Finish In'.",
);

const extraStartFields = extraFields('Extra Start Fields', 'options', {
	[CALLBACK_URL_FIELD]: callback.field.displayName,
	finish_in: finish.field.displayName,
	finish_with_error: finishWithError.field.displayName,
	job_id: 'Job ID',
	v: 'API Version',
});

export const startOptions = [
	callback.field,
	extraStartFields.field,
	finish.field,
	finishWithError.field,
];

/** @throws StepError also when the sandbox is to fail without 'Sandbox: Finish In' */
export function readStartOptions(context: IExecuteFunctions, itemIndex: number): StartOptions {
	const options = readOptions(context, itemIndex);
	const { callbackUrl } = options;
	const isToFail = finishWithError.readIn(options);
	const hasFinishIn = 'finishIn' in options;
	if (isToFail && !hasFinishIn) throw createError('FINISH_IN_MISSING', {});
	// An expression that returns nothing is an error: the job would finish without a call.
	const hasCallback = 'callbackUrl' in options && callbackUrl !== '';
	return {
		...(hasCallback && { callbackUrl: readHttpUrl('Callback URL', callbackUrl) }),
		...(hasFinishIn && { finishIn: finish.read(options.finishIn) }),
		...(isToFail && { finishWithError: true }),
		extraFields: extraStartFields.readIn(options),
	};
}
