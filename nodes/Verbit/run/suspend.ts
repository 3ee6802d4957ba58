import type { IExecuteData, IExecuteFunctions, RelatedExecution } from 'n8n-workflow';

import { sentence } from '../errors/fault';
import { isToolRun } from '../n8n/tools';

/** What n8n's execute context holds beside its public interface, the same in n8n-core 1.100 to 2.41. */
interface RunExecutionData {
	waitTill?: Date;
	executionData?: { nodeExecutionStack?: IExecuteData[] };
	resultData: { runData: Record<string, unknown[] | undefined> };
}

/** A node can be suspended only where it reaches the list of what n8n is to run next. */
function canReachStack(context: IExecuteFunctions): boolean {
	const data = executionOf(context);
	return Array.isArray(data?.executionData?.nodeExecutionStack) && data.resultData !== undefined;
}

/**
 * Has n8n save the execution as Waiting when the node returns, and run the node again with the same items at a
 * given time. On its own, n8n would disable the node then and pass its input on as its output.
 * - A second entry below the node's own, which n8n keeps at the head, runs the node once more.
 * - Its own entry gets no items, which leaves n8n nothing to pass on. It also gets a copy of the node, because n8n
 *   disables the node for every entry that shares it.
 * - The saved data doesn't say that the execution waits; n8n's table of executions does. n8n then disables nothing,
 *   not even after a crash and a retry "with the currently saved workflow", in which all entries share the node
 *   again.
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

/** Which run of the node in its execution this is, from 0: in a loop, each round is another run. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/** Keeps n8n from outputting anything for an entry of its stack, even the empty item of the setting Always Output Data. */
export function setAside(entry: IExecuteData): void {
	entry.node = { ...entry.node, alwaysOutputData: false };
}

function executionOf(context: IExecuteFunctions): RunExecutionData | undefined {
	return (context as unknown as { runExecutionData?: RunExecutionData }).runExecutionData;
}

/** Who starts n8n in these modes wants the result of the very run. */
const MODES_IN_PLACE = ['cli', 'evaluation'];

/** What is read of an execution that may have been called as a sub-workflow. */
interface Called {
	parentExecution?: RelatedExecution & { shouldResume?: boolean };
	executionData?: { nodeExecutionStack?: StartData[] };
	resultData: { runData: Record<string, FirstRun[]> };
}

interface StartData {
	data?: { main: Array<unknown[] | null> };
}

interface FirstRun extends StartData {
	startTime: number;
	executionIndex?: number;
}

/** Why this execution can't be suspended, for the log; nothing where it can. */
export async function reasonAgainst(context: IExecuteFunctions): Promise<string | undefined> {
	if (isToolRun(context)) return sentence('WAITS_FOR_AGENT', {});
	if (MODES_IN_PLACE.includes(context.getMode())) return sentence('WAITS_FOR_CALLER', {});
	if (!canReachStack(context)) return sentence('WAITS_IN_OLD_N8N', {});
	return await reasonOfCaller(context);
}

/**
 * A sub-workflow that n8n resumes when its own wait is over.
 * - n8n before 2.27 loses its error: the caller would continue with unfinished work. `onExecutionFinish`, present
 *   since 2.33, identifies newer versions.
 * - If it is called once for each item, n8n would resume the caller when the first call finishes. Such a call has
 *   one item. The same holds for a caller that is a sub-workflow itself, which is suspended along with this one.
 */
async function reasonOfCaller(context: IExecuteFunctions): Promise<string | undefined> {
	let called = executionOf(context) as Called | undefined;
	while (called?.parentExecution !== undefined && called.parentExecution.shouldResume !== false) {
		if (context.onExecutionFinish === undefined) {
			return sentence('WAITS_IN_OLD_SUB_WORKFLOW', {});
		}
		if (startItems(called) < 2) return sentence('WAITS_IN_SUB_WORKFLOW_OF_ITEM', {});
		const { executionId } = called.parentExecution;
		called = (await context.getExecutionDataById(executionId)) as Called | undefined;
	}
	return undefined;
}

/** How many items a workflow was started with. While it runs, n8n may have saved only what it was to start with. */
function startItems({ resultData: { runData }, executionData }: Called): number {
	const order = (run: FirstRun) => run.executionIndex ?? run.startTime;
	const [first] = Object.values(runData)
		.flat()
		.sort((a, b) => order(a) - order(b)) as Array<FirstRun | undefined>;
	const start = first ?? executionData?.nodeExecutionStack?.[0];
	return start?.data?.main[0]?.length ?? 0;
}
