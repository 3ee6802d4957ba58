import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';

/** What n8n's execute context holds beside its public interface, the same in n8n-core 1.100 to 2.41. */
interface RunExecutionData {
	waitTill?: Date;
	executionData?: { nodeExecutionStack?: IExecuteData[] };
	resultData: { runData: Record<string, unknown[] | undefined> };
}

/** A node can be suspended only where it reaches the list of what n8n is to run next. */
export function canReachStack(context: IExecuteFunctions): boolean {
	const data = executionOf(context);
	return Array.isArray(data?.executionData?.nodeExecutionStack) && data.resultData !== undefined;
}

/**
 * Has n8n save the execution as Waiting when the node returns, and run the node again with the same items at a given
 * time. n8n by itself would disable the node then, and so pass its input on as if it were done.
 * - What is run next is the node once more: a second entry below its own, which n8n keeps at the head.
 * - Its own entry gets no items, so that n8n has nothing to pass on; and a node of its own, as n8n disables it for every
 *   entry that shares it.
 * - The saved data does not say that it waits; n8n's table of executions does. n8n then disables nothing, not even after
 *   a crash and a retry "with the currently saved workflow", which has all entries share the node again.
 * @param until ms since 1970
 */
export async function suspend(context: IExecuteFunctions, until: number): Promise<void> {
	const data = executionOf(context);
	const entry = context.getExecuteData();
	data?.executionData?.nodeExecutionStack?.unshift({ ...entry });
	setAside(entry);
	entry.data = { ...entry.data, main: [] };
	Object.defineProperty(data, 'waitTill', {
		value: undefined,
		enumerable: false,
		writable: true,
		configurable: true,
	});
	await context.putExecutionToWait(new Date(until));
}

/**
 * Removes the interim items of a suspended run, where n8n has not, and has n8n run the node afresh in their place: so
 * the saved data does not grow, and the items of the nodes behind stay paired.
 * @param runIndex of the run that was suspended
 * @returns whether the node has to return nothing, as n8n runs it once more
 */
export function replaceInterimRun(context: IExecuteFunctions, runIndex: number): boolean {
	const data = executionOf(context);
	const runs = data?.resultData.runData[context.getNode().name];
	if (runs?.length !== runIndex + 1 || runIndexOf(context) !== runIndex + 1) return false;
	runs.pop();
	const entry = context.getExecuteData();
	data?.executionData?.nodeExecutionStack?.unshift({ ...entry });
	setAside(entry);
	return true;
}

export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/** This entry puts out nothing, not even the empty item of the setting Always Output Data. */
function setAside(entry: IExecuteData): void {
	entry.node = { ...entry.node, alwaysOutputData: false };
}

function executionOf(context: IExecuteFunctions): RunExecutionData | undefined {
	return (context as unknown as { runExecutionData?: RunExecutionData }).runExecutionData;
}
