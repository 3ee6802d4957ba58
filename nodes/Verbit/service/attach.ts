import type { IDataObject } from 'n8n-workflow';

import { StepError, type Step } from '../errors';
import type { JobCall } from './addAsset';
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

/** What is known of the same call in an earlier try of the node. */
export interface Earlier {
	mayHaveArrived: boolean;
}

const NONE_BEFORE: Earlier = { mayHaveArrived: false };

/**
 * Makes such a call. An attempt of which it is not known whether it arrived is repeated: when the repeat is told that
 * the job has it already, the first has arrived, and the output says so. Any other refusal of a repeat proves nothing.
 */
export async function attach(
	client: ServiceClient,
	{ jobId, apiVersion }: JobCall,
	{ step, path, body, saysAlready }: Attachment,
	earlier = NONE_BEFORE,
): Promise<IDataObject> {
	let { mayHaveArrived } = earlier;
	const call = client.call({
		step,
		method: 'POST',
		path,
		jobId,
		apiVersion,
		body,
		repeatable: true,
		onRetry: ({ details }) => (mayHaveArrived ||= details.mayHaveArrived === true),
	});
	return await call.then(
		({ data }) => data,
		(error: unknown) => {
			if (!mayHaveArrived || !(error instanceof StepError)) throw error;
			if (saysAlready(error)) return { confirmed_by_repeat: true };
			throw unclear(error);
		},
	);
}

function unclear({ details }: StepError): StepError {
	// An error without an answer says so itself.
	if (details.httpCode === undefined) return new StepError({ ...details, mayHaveArrived: true });
	const remedy = `${details.remedy} An earlier attempt ended without a clear answer, and it is not known whether it arrived: look at the job first.`;
	return new StepError({ ...details, remedy, mayHaveArrived: true });
}
