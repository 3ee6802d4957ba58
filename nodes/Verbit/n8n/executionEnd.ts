/**
 * n8n doesn't tell a node how an execution ended: `onExecutionFinish` has no argument, and is missing before n8n 2.33.
 * Relied on: `resultData.error`, which n8n sets before it saves the end, even if saving fails; the signal of a Stop; the
 * `destinationNode`; another execution's saved data with an empty stack, a last node and no error.
 * Seen in: n8n 1.123, 2.0, 2.40.
 * Missing: the end of the execution stays unknown.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import { getOrInsert } from '../inspect/inspect';
import { type SavedExecution, savedExecution, waitingCallers } from './suspend';

/**
 * Returns the ID of the execution that uses the node's output in the end; for a sub-workflow, the caller's ID. Returns undefined if
 * n8n doesn't know the caller, whose end then stays unknown.
 */
export async function outermostExecution(context: IExecuteFunctions): Promise<string | undefined> {
	return await askOnce(context, 'caller', async () => {
		let id: string | undefined = context.getExecutionId();
		try {
			// `waitingCallers` ends at a caller that doesn't wait.
			for await (const { executionId } of waitingCallers(context)) id = executionId;
		} catch {
			return undefined;
		}
		return id;
	});
}

/** Returns whether this execution has failed or was stopped. `false` doesn't mean that the execution has ended well. */
export function hasFailedSoFar(context: IExecuteFunctions): boolean {
	const { resultData } = savedExecution(context);
	const isStopped = context.getExecutionCancelSignal()?.aborted === true;
	return isStopped || resultData?.error !== undefined;
}

/** Returns whether the execution ends with this node, as with 'Execute step' in the editor, so that nobody gets its output. */
export function endsWithNode(context: IExecuteFunctions): boolean {
	const { destinationNode: node } = savedExecution(context).startData ?? {};
	return (typeof node === 'string' ? node : node?.nodeName) === context.getNode().name;
}

export async function hasEndedWell(context: IExecuteFunctions, executionId: string) {
	return await askOnce(context, executionId, async () => {
		const saved: SavedExecution | undefined = await context.getExecutionDataById(executionId);
		if (saved === undefined) return undefined;
		const { resultData, executionData, waitTill } = saved;
		const hasEnded = resultData?.lastNodeExecuted !== undefined && waitTill === undefined;
		const isLeft = (executionData?.nodeExecutionStack ?? []).length > 0;
		return hasEnded && !isLeft && resultData.error === undefined;
	});
}

const answers = new WeakMap<IExecuteFunctions, Map<string, Promise<unknown>>>();

/** Asks n8n once a run: for each of a thousand items it would load the same execution of many megabytes. */
async function askOnce<T>(context: IExecuteFunctions, question: string, ask: () => Promise<T>) {
	const known = getOrInsert(answers, context, () => new Map());
	const asked = getOrInsert(known, question, ask) as Promise<T>;
	// A database that couldn't be asked is asked again.
	asked.catch(() => known.delete(question));
	return await asked;
}
