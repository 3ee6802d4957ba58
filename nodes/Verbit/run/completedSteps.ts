import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import type { Earlier } from '../api/callInDoubt';
import type { UploadedFile } from '../upload/uploadedFile';
import { outputFields } from '../api/outputFields';

/** What has been done for a task in this try of the node and the tries before it, by the name of the step: JSON. */
export type CompletedSteps = Record<string, IDataObject | string>;

interface Kept {
	/** A hash of the work, so that nothing is taken over by other work. */
	work: string;
	completed: CompletedSteps;
}

/**
 * n8n's Retry On Fail, and Retry in the list of executions, run a node again from its start and for all items. What may
 * not be done twice is kept in n8n's context of the node, which lives and is saved as long as the execution: nothing
 * secret may be in it.
 * @param position of the task in the run
 * @param work what tells it from another: JSON
 */
export function completedSteps(
	context: IExecuteFunctions,
	position: number,
	work: unknown,
): CompletedSteps {
	const all = context.getContext('node') as Record<string, Kept>;
	// In a loop the same position comes again, as another run of the node.
	const { $runIndex: runIndex } = context.getWorkflowDataProxy(0);
	const key = `run ${runIndex}, task ${position}`;
	const hash = createHash('sha256').update(JSON.stringify(work)).digest('hex');
	if (all[key]?.work !== hash) all[key] = { work: hash, completed: {} };
	return all[key].completed;
}

/** Does a step unless it has been done before; what it gave then is given again. */
export async function runOnce<T extends IDataObject>(
	completed: CompletedSteps,
	step: string,
	work: () => Promise<T>,
): Promise<T> {
	const before = completed[step] as T | undefined;
	if (before !== undefined) return before;
	const result = await work();
	completed[step] = result;
	return result;
}

/**
 * The same for a call that is taken once: it is told whether an earlier try of it may have arrived. Its answer is kept,
 * and given, as the node puts it out.
 */
export async function callOnce(
	completed: CompletedSteps,
	step: string,
	call: (earlier: Earlier) => Promise<IDataObject>,
): Promise<IDataObject> {
	const doubt = `${step}, in doubt`;
	return await runOnce(completed, step, async () => {
		const answer = call({ mayHaveArrived: completed[doubt] !== undefined });
		return await answer.then(outputFields, (error: unknown) => {
			if (error instanceof StepError && error.details.mayHaveArrived)
				completed[doubt] = error.message;
			throw error;
		});
	});
}

/** The same for an upload, which is gone when it has not been used for a day. */
export async function uploadOnce(
	completed: CompletedSteps,
	step: string,
	upload: () => Promise<UploadedFile>,
): Promise<UploadedFile> {
	const before = completed[step] as UploadedFile | undefined;
	if (before !== undefined && Date.parse(before.use_before) <= Date.now()) delete completed[step];
	return await runOnce(completed, step, upload);
}
