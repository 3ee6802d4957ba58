import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { fieldsOf } from '../inspect/inspect';
import { refuseTrialRun } from '../n8n/trialRun';
import { extraFields, readOptions, toggle, urlField, wholeNumber } from '../parameters/field';
import type { Tools } from '../run/operation';
import { refusePrivateUrl } from '../sources/fileUrl';

/** Assumed name of a field that Verbit's reference describes without its name. */
const CALLBACK_URL_FIELD = 'callback_url';

const callbackField = urlField('Callback URL', 'callbackUrl', {
	placeholder: 'e.g. https://example.com/verbit',
	description: 'URL that Verbit calls when the job finishes, if your account allows one per job',
});

/** The bounds are from Verbit's API reference. */
const finishInField = wholeNumber('Sandbox: Finish In (Seconds)', 'finishIn', [0, 900], {
	default: 60,
	description:
		'Seconds until a sandbox job finishes. If left out, Transcribe uses 10, other operations none.',
});

const finishWithErrorField = toggle('Sandbox: Finish With Error', 'finishWithError', {
	default: false,
	description: "Whether the sandbox job fails. Requires 'Sandbox: Finish In'.",
});

const extraStartFields = extraFields('Extra Start Fields', '{ "options": { … } }', {
	[CALLBACK_URL_FIELD]: callbackField.property.displayName,
	finish_in: finishInField.property.displayName,
	finish_with_error: finishWithErrorField.property.displayName,
	job_id: 'Job ID',
	v: 'API Version',
});

export const startOptions = [
	callbackField.property,
	extraStartFields.property,
	finishInField.property,
	finishWithErrorField.property,
];

/** Reads the body of the call that starts a job. Throws a StepError if the sandbox must fail without 'Sandbox: Finish In'. */
export async function readStartOptions(context: IExecuteFunctions, itemIndex: number) {
	refuseTrialRun(context);
	const options = readOptions(context, itemIndex);
	const { callbackUrl } = options;
	const isToFail = finishWithErrorField.readIn(options);
	const finishIn = finishInField.readIfAdded(options);
	if (isToFail && finishIn === undefined) {
		const example = "the seconds after which the job fails, or remove 'Sandbox: Finish With Error'";
		throw createError('FIELD_EMPTY', { field: 'Sandbox: Finish In', example });
	}
	// An expression that returns undefined is refused, because the job would finish without the requested callback.
	const hasCallback = 'callbackUrl' in options && callbackUrl !== '';
	const url = hasCallback ? callbackField.read(callbackUrl) : undefined;
	// n8n shows a private URL until it knows its own address.
	if (url !== undefined) await refusePrivateUrl(context, callbackField.property.displayName, url);
	return {
		...extraStartFields.readIn(options),
		...(url !== undefined && { [CALLBACK_URL_FIELD]: url }),
		...(finishIn !== undefined && { finish_in: finishIn }),
		...(isToFail && { finish_with_error: true }),
	};
}

/** Returns whether a job that starts with these fields never finishes, as in the sandbox without `finish_in`. */
export async function neverFinishes({ client }: Tools, start: IDataObject): Promise<boolean> {
	// Verbit may read `finish_in` in `options`, which 'Extra Start Fields' can send.
	const finishIn = start.finish_in ?? fieldsOf(start.options).finish_in;
	return finishIn === undefined && (await client.credential()).environment === 'sandbox';
}

/** Returns the code of the hint about a start in the credential's environment. A host that Verbit doesn't document has no hint. */
export async function environmentHint(tools: Tools, start?: IDataObject) {
	if (start === undefined) return undefined;
	if (await neverFinishes(tools, start)) return 'SANDBOX_JOB_STAYS';
	const { environment } = await tools.client.credential();
	const isRepeated = tools.journal.nextRun === 'creates' && tools.context.getMode() === 'manual';
	return environment === 'production' && isRepeated ? 'EACH_RUN_COSTS' : undefined;
}
