import type { IDataObject } from 'n8n-workflow';

import { StepError, type Step } from '../errors/stepError';
import type { JobCall } from './jobCall';
import { callInDoubt, type Earlier, unclear } from './callInDoubt';
import type { ServiceClient } from './client';

/** A call that gives a job something which it takes once, or had better get once. */
interface Attachment {
	step: Step;
	/** Below the base URL, e.g. `/job/add_media`. */
	path: string;
	body: IDataObject;
	/** Whether a refusal says that the job has it already. */
	saysAlready: (refusal: StepError) => boolean;
}

/**
 * Makes such a call. An attempt of which it is not known whether it arrived is repeated: when the repeat is told that
 * the job has it already, the first has arrived, and the output says so. Any other refusal of a repeat proves nothing.
 */
export async function attach(
	client: ServiceClient,
	{ jobId, apiVersion }: JobCall,
	{ step, path, body, saysAlready }: Attachment,
	earlier?: Earlier,
): Promise<IDataObject> {
	const outcome = await callInDoubt(
		client,
		{
			step,
			method: 'POST',
			path,
			jobId,
			apiVersion,
			body,
			repeatable: true,
			responseIsOptional: true,
		},
		earlier,
	);
	if ('answer' in outcome) return outcome.answer.data;
	const { error, mayHaveArrived } = outcome;
	if (!mayHaveArrived || !(error instanceof StepError)) throw error;
	if (saysAlready(error)) return { confirmed_by_repeat: true };
	throw unclear(error);
}
