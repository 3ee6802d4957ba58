/**
 * Suspends an execution, and has n8n run the same node again.
 *
 * n8n lacks: a node can ask for a time to go on at (`putExecutionToWait`), but n8n then disables it, passes its input on
 * as its output, and doesn't tell a sub-workflow how it was called.
 *
 * Relied on, as seen in n8n-core 1.122, 2.0, 2.40 and 2.41:
 * - `runExecutionData` of the execute context is what n8n saves. Where the saved data has no `waitTill`, n8n disables
 *   nothing: it runs the entry at the head of its stack, which is this node with its own items, whatever its settings.
 *   The table of executions says when. That holds after a crash and a Retry with the currently saved workflow, too.
 * - An entry with a `runIndex` is that run of the node: the items of the nodes behind stay paired.
 * - `parentExecution` and the items that a workflow was started with, which tell whether n8n can suspend the caller.
 * - After its start n8n resumes what is due at once, and seconds later, in its recovery, marks as crashed what is running or
 *   waiting again, or what ends while it is marked. What an execution saves after that replaces the mark.
 * - `getExecutionContext` returns what this engine sets before an execution's first node, and nothing in n8n's engine 2.0,
 *   which hands on what a waiting node outputs and never runs it again.
 *
 * Missing: an n8n that saves `waitTill` disables the node, and passes its input on as its output. Then that input ends the
 * execution: each item has an `error` without a message, which n8n looks for in all that a node outputs. Without
 * `runExecutionData` or the entry, `reasonAgainst` returns a reason, and the node waits in place. An n8n that ignores
 * `runIndex` keeps the interim items of each check as one more run.
 */
import type { IExecuteData, IExecuteFunctions, ITaskData, RelatedExecution } from 'n8n-workflow';

import { createError, sentence } from '../errors/createError';
import { toNodeError } from '../errors/nodeErrors';
import { isAgentCall } from './agents';

export interface SavedExecution {
	waitTill?: { getTime: () => number };
	parentExecution?: RelatedExecution & { shouldResume?: boolean };
	executionData?: { nodeExecutionStack?: Array<Partial<IExecuteData>> };
	resultData?: {
		error?: unknown;
		lastNodeExecuted?: string;
		runData?: Record<string, ITaskData[] | undefined>;
	};
}

export function savedExecution(context: IExecuteFunctions): SavedExecution {
	const { runExecutionData } = context as unknown as { runExecutionData?: SavedExecution };
	return runExecutionData ?? {};
}

/**
 * Has n8n save the execution as Waiting when the node returns, and run the node again then.
 * @param runIndex of this run of the node
 * @param until ms since 1970
 * @throws NodeOperationError where n8n would save more than it did so far, and then not run the node again
 */
export async function suspend(context: IExecuteFunctions, runIndex: number, until: number) {
	const entry = context.getExecuteData();
	entry.runIndex = runIndex;
	// Where the node is disabled, this ends the execution: see `Missing`.
	for (const item of entry.data.main.flatMap((items) => items ?? []))
		Object.assign(item, { error: null });
	const saved = savedExecution(context);
	Object.defineProperty(saved, 'waitTill', {
		value: undefined,
		enumerable: false,
		writable: true,
		configurable: true,
	});
	await context.putExecutionToWait(new Date(until));
	if (Object.keys(saved).includes('waitTill') || saved.waitTill === undefined) {
		saved.waitTill = undefined;
		throw toNodeError(context, createError('WAIT_NOT_SUSPENDED', {}), 0);
	}
}

const LOADED_AT = Date.now();

/** n8n resumes what is due within minutes of its start, ms. */
const START_MS = 5 * 60_000;

/** n8n gets to its recovery within seconds of the first execution that it resumes, ms. */
const RECOVERY_MS = 60_000;

let firstResumedAt: number | undefined;

/** How long an execution that is resumed must neither end nor be suspended again, ms. With 0 or less it may. */
export function recoveryLeft(): number {
	const now = Date.now();
	firstResumedAt ??= now;
	return Math.min(firstResumedAt, LOADED_AT + START_MS) + RECOVERY_MS - now;
}

/** Until when the execution is to be suspended, ms since 1970; nothing where it isn't. */
export function waitsUntil(context: IExecuteFunctions): number | undefined {
	return savedExecution(context).waitTill?.getTime();
}

/** Removes what the node output when it was suspended, so that the saved data doesn't grow with each check. */
export function removeInterimRun(context: IExecuteFunctions, runIndex: number): void {
	const runs = savedExecution(context).resultData?.runData?.[context.getNode().name];
	if (runs?.length === runIndex + 1) runs.pop();
}

/** Why this execution can't be suspended, for the log; nothing where it can. */
export async function reasonAgainst(context: IExecuteFunctions): Promise<string | undefined> {
	// Behind an MCP server, for instance, n8n runs a node without an execution.
	const hasExecution = context.getExecutionId() !== undefined;
	if (isAgentCall(context) || !hasExecution || ['cli', 'evaluation'].includes(context.getMode()))
		return sentence('WAITS_FOR_CALLER', {});
	const { resultData } = savedExecution(context);
	const entry: IExecuteData | undefined = context.getExecuteData();
	// Old versions of this engine don't have the method.
	const isEngine2 =
		context.getExecutionContext !== undefined && context.getExecutionContext() === undefined;
	if (resultData?.runData === undefined || entry === undefined || isEngine2)
		return sentence('WAITS_IN_OTHER_N8N', {});
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
	for await (const { called } of waitingCallers(context)) {
		if (context.onExecutionFinish === undefined) return sentence('WAITS_IN_OLD_SUB_WORKFLOW', {});
		if (startItems(called) < 2) return sentence('WAITS_IN_SUB_WORKFLOW_OF_ITEM', {});
	}
	return undefined;
}

/** The IDs of the execution's caller, of the caller's caller and so on, each with what it called, as long as they wait for it. */
export async function* waitingCallers(context: IExecuteFunctions) {
	let called: SavedExecution | undefined = savedExecution(context);
	while (called?.parentExecution !== undefined && called.parentExecution.shouldResume !== false) {
		const { executionId } = called.parentExecution;
		yield { executionId, called };
		called = await context.getExecutionDataById(executionId);
	}
}

/** How many items a workflow was started with: those of its first node, or, where n8n has saved no run yet, of its start. */
function startItems({ resultData, executionData }: SavedExecution): number {
	// An older n8n saves no index.
	const order = (run: ITaskData) => run.executionIndex ?? run.startTime;
	const runs = Object.values(resultData?.runData ?? {}).flatMap((nodeRuns) => nodeRuns ?? []);
	const first = runs.sort((a, b) => order(a) - order(b)).at(0);
	const start = first ?? executionData?.nodeExecutionStack?.[0];
	return start?.data?.main[0]?.length ?? 0;
}
