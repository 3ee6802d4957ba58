import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import type { Earlier } from '../api/callInDoubt';
import type { UploadedFile } from '../upload/uploadedFile';
import { answerFields } from '../api/answerFields';

/** What has been done for a task in this try of the node and the tries before it, by the name of the step: JSON. */
export type Done = Record<string, IDataObject | string>;

interface Kept {
	/** A hash of the work, so that nothing is taken over by other work. */
	work: string;
	done: Done;
}

/**
 * n8n's Retry On Fail, and Retry in the list of executions, run a node again from its start and for all items. What may
 * not be done twice is kept in n8n's context of the node, which lives and is saved as long as the execution: nothing
 * secret may be in it.
 * @param position of the task in the run
 * @param work what tells it from another: JSON
 */
export function doneBefore(context: IExecuteFunctions, position: number, work: unknown): Done {
	const all = context.getContext('node') as Record<string, Kept>;
	// In a loop the same position comes again, as another run of the node.
	const { $runIndex: runIndex } = context.getWorkflowDataProxy(0);
	const key = `run ${runIndex}, task ${position}`;
	const hash = createHash('sha256').update(JSON.stringify(work)).digest('hex');
	if (all[key]?.work !== hash) all[key] = { work: hash, done: {} };
	return all[key].done;
}

/** Does a step unless it has been done before; what it gave then is given again. */
export async function once<T extends IDataObject>(
	done: Done,
	step: string,
	work: () => Promise<T>,
): Promise<T> {
	const before = done[step] as T | undefined;
	if (before !== undefined) return before;
	const result = await work();
	done[step] = result;
	return result;
}

/**
 * The same for a call that is taken once: it is told whether an earlier try of it may have arrived. Its answer is kept,
 * and given, as the node puts it out.
 */
export async function onceInDoubt(
	done: Done,
	step: string,
	call: (earlier: Earlier) => Promise<IDataObject>,
): Promise<IDataObject> {
	const doubt = `${step}, in doubt`;
	return await once(done, step, async () => {
		const answer = call({ mayHaveArrived: done[doubt] !== undefined });
		return await answer.then(answerFields, (error: unknown) => {
			if (error instanceof StepError && error.details.mayHaveArrived) done[doubt] = error.message;
			throw error;
		});
	});
}

/** The same for an upload, which is gone when it has not been used for a day. */
export async function uploadOnce(
	done: Done,
	step: string,
	upload: () => Promise<UploadedFile>,
): Promise<UploadedFile> {
	const before = done[step] as UploadedFile | undefined;
	if (before !== undefined && Date.parse(before.use_before) <= Date.now()) delete done[step];
	return await once(done, step, upload);
}
