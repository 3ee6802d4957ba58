import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { fieldsOf } from '../inspect/inspect';
import { refuseTrialRun } from '../n8n/trialRun';
import { extraFields, readOptions, textField, toggle, wholeNumber } from '../parameters/field';
import { isPrivateUrl } from '../parameters/privateUrl';
import { readHttpUrl } from '../parameters/values';
import type { Tools } from '../run/operation';

/** Verbit's reference describes this field, but doesn't give its name: an assumption. */
const CALLBACK_URL_FIELD = 'callback_url';

const callback = textField('Callback URL', 'callbackUrl', {
	placeholder: 'e.g. https://example.com/verbit',
	description: 'URL that Verbit calls when the job finishes, if your account allows one per job',
});

/** The bounds are from Verbit's API reference. */
const finishIn = wholeNumber(
	'Sandbox: Finish In (Seconds)',
	'finishIn',
	{ min: 0, max: 900, byDefault: 60 },
	'Seconds until a sandbox job finishes. Without it, only Transcribe has its job finish.',
);

const finishWithError = toggle(
	'Sandbox: Finish With Error',
	'finishWithError',
	false,
	"Whether the sandbox job fails. Requires 'Sandbox: Finish In'.",
);

const extraStartFields = extraFields('Extra Start Fields', '{ "options": { … } }', {
	[CALLBACK_URL_FIELD]: callback.property.displayName,
	finish_in: finishIn.property.displayName,
	finish_with_error: finishWithError.property.displayName,
	job_id: 'Job ID',
	v: 'API Version',
});

export const startOptions = [
	callback.property,
	extraStartFields.property,
	finishIn.property,
	finishWithError.property,
];

/** The body of the call that starts a job. Throws a StepError also when the sandbox is to fail without 'Sandbox: Finish In'. */
export async function readStartOptions(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<IDataObject> {
	refuseTrialRun(context);
	const options = readOptions(context, itemIndex);
	const { callbackUrl } = options;
	const isToFail = finishWithError.readIn(options);
	const hasFinishIn = 'finishIn' in options;
	if (isToFail && !hasFinishIn) {
		const example = "the seconds after which the job fails, or remove 'Sandbox: Finish With Error'";
		throw createError('FIELD_EMPTY', { field: 'Sandbox: Finish In', example });
	}
	// An expression that returns nothing is refused: the job would finish without the call that was asked for.
	const hasCallback = 'callbackUrl' in options && callbackUrl !== '';
	return {
		...extraStartFields.readIn(options),
		...(hasCallback && { [CALLBACK_URL_FIELD]: await readCallbackUrl(context, callbackUrl) }),
		...(hasFinishIn && { finish_in: finishIn.read(options.finishIn) }),
		...(isToFail && { finish_with_error: true }),
	};
}

/** Refuses a private URL, which n8n shows until it knows its own address. */
async function readCallbackUrl(context: IExecuteFunctions, value: unknown): Promise<string> {
	const url = readHttpUrl(callback.property, value);
	if (!(await isPrivateUrl(context, url))) return url;
	const { displayName: field } = callback.property;
	throw createError('URL_PRIVATE', { cause: field, field, url });
}

/** Whether a job that is started with these fields never finishes, as in the sandbox without `finish_in`. */
export async function staysInSandbox({ client }: Tools, start: IDataObject): Promise<boolean> {
	// Verbit may read it in `options`, where 'Extra Start Fields' can send it.
	const finishIn = start.finish_in ?? fieldsOf(start.options).finish_in;
	return finishIn === undefined && (await client.findAccount()).environment === 'sandbox';
}

/** The code of the hint at what a start means in the credential's environment. Nothing is known of a custom one. */
export async function environmentHint(
	tools: Tools,
	{ start, isReusedByNextRun = false }: { start?: IDataObject; isReusedByNextRun?: boolean },
): Promise<'EACH_RUN_COSTS' | 'SANDBOX_JOB_STAYS' | undefined> {
	if (start === undefined) return undefined;
	if (await staysInSandbox(tools, start)) return 'SANDBOX_JOB_STAYS';
	const { environment } = await tools.client.findAccount();
	const isRepeated = !isReusedByNextRun && tools.context.getMode() === 'manual';
	return environment === 'production' && isRepeated ? 'EACH_RUN_COSTS' : undefined;
}
