import type { IDataObject } from 'n8n-workflow';

import { callProven, type ProvenCall } from '../api/callProven';
import type { StepName } from '../journal/saved';
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
