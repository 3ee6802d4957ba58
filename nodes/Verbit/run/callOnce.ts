import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { callProven, type ProvenCall } from '../api/callProven';
import { createError } from '../errors/createError';
import type { StepName } from '../journal/saved';
import { readJobId } from '../parameters/jobIdField';
import type { Tools } from './operation';

/** Makes a call that Verbit accepts once for a job, once over all tries. A `subject`, such as a file, must be the same each time. */
export async function callOnce(
	{ client, journal, runStep }: Pick<Tools, 'client' | 'journal' | 'runStep'>,
	step: Exclude<StepName, 'create' | `upload ${number}`>,
	call: ProvenCall,
	subject?: unknown,
): Promise<IDataObject> {
	const { isSubmission } = journal;
	const makeCall = async (wasInDoubt: boolean) =>
		await callProven(client, call, { isSubmission, wasInDoubt });
	return await runStep(step, makeCall, subject);
}

/** Returns the key of a `group` of items that name the same job. */
export const keyOfJob = (context: IExecuteFunctions, itemIndex: number) =>
	String(readJobId(context, itemIndex));

/** Returns the `group` of an operation that works once per job: if several items name a job, nothing is sent for any of them. */
export function oncePerJob<Plan extends { jobId: number }>(whyOnce: string, variant?: string) {
	return {
		key: keyOfJob,
		join(plans: Plan[]): Plan {
			const { length: count, 0: plan } = plans;
			if (count === 1) return plan;
			const { jobId } = plan;
			const values = { jobId, count, reason: whyOnce, variant };
			throw createError('JOB_IN_SEVERAL_ITEMS', values, { jobId });
		},
	};
}
