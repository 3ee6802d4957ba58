/**
 * Suspends an execution, and makes n8n run the same node again. `putExecutionToWait` alone makes n8n disable the node and pass its
 * input on as its output.
 * Relied on: the facts about this file in `docs/maintainers/n8n-facts.md`. Above all, n8n saves `runExecutionData`, disables no node
 * without a `waitTill` in it, and at the time in its table of executions runs the head of the stack. `rootExecutionMode` of a
 * sub-workflow is the mode of its outermost caller.
 * Seen in: n8n-core 1.122, 2.0, 2.40 and 2.41.
 * Missing: an n8n that saves `waitTill` disables the node and passes its input on. `suspend` sets `error: null` in the input, on
 * which such an n8n fails, so that the execution ends. Without `runExecutionData` or the entry, `whyNotSuspended` returns a
 * reason, and the node waits in place. An n8n that ignores `runIndex` keeps the interim items of each check as one more run.
 */
import type {
	IExecuteData,
	IExecuteFunctions,
	INodeExecutionData,
	ITaskData,
	RelatedExecution,
} from 'n8n-workflow';

import { createError, sentence } from '../errors/createError';
import { toNodeError } from '../errors/nodeErrors';
import { isAgentCall, isMcpCall } from './agents';

export interface SavedExecution {
	startData?: { destinationNode?: string | { nodeName?: string } };
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

/** Makes n8n save the execution as Waiting when the node returns, and run the node again at `until`, ms since 1970. */
export async function suspend(context: IExecuteFunctions, runIndex: number, until: number) {
	const entry = context.getExecuteData();
	entry.runIndex = runIndex;
	// If n8n disables the node, these items end the execution: see `Missing`.
	for (const item of itemsOf(entry)) Object.assign(item, { error: null });
	const saved = savedExecution(context);
	// n8n sees the time now. As it isn't enumerable, n8n saves the execution without it, and so disables no node.
	const hidden = { value: undefined, enumerable: false, writable: true, configurable: true };
	Object.defineProperty(saved, 'waitTill', hidden);
	await context.putExecutionToWait(new Date(until));
	if (Object.keys(saved).includes('waitTill') || saved.waitTill === undefined) {
		saved.waitTill = undefined;
		throw toNodeError(context, createError('WAIT_NOT_SUSPENDED', {}), 0);
	}
}

/** When n8n loaded this file, which is soon after its start. */
const LOADED_AT = Date.now();

/** Time after its start within which n8n resumes the executions that were due meanwhile, ms. */
const START_MS = 5 * 60_000;

/** Time from the first of these executions to the end of n8n's recovery, ms. A stopping n8n gives executions 30 seconds to end. */
const RECOVERY_MS = 25_000;

let firstResumedAt: number | undefined;

/**
 * Returns how long a resumed execution must stay running, ms; 0 or less if it may end or be suspended again. Seconds after its
 * start, n8n's recovery marks as crashed what is running, also if it ends or is suspended again meanwhile. Only what an execution
 * saves after that replaces the mark.
 */
export function recoveryLeft(): number {
	const now = Date.now();
	firstResumedAt ??= now;
	return Math.min(firstResumedAt, LOADED_AT + START_MS) + RECOVERY_MS - now;
}

/** Returns when n8n resumes this execution, ms since 1970, if a node has suspended it. */
export function suspendedUntil(context: IExecuteFunctions): number | undefined {
	return savedExecution(context).waitTill?.getTime();
}

function itemsOf({ data }: IExecuteData): INodeExecutionData[] {
	return data.main.flatMap((items) => items ?? []);
}

/** Returns whether the node's items are those that `suspend` has marked, not others that n8n has put in their place. */
export function hasResumedItems(context: IExecuteFunctions): boolean {
	return itemsOf(context.getExecuteData()).every(({ error }) => error === null);
}

/**
 * Removes what a suspension has left: the marks of the items, on which n8n fails if somebody turns the node off before a Retry, and
 * the node's output, so that the saved data doesn't grow with each check.
 */
export function removeTraces(context: IExecuteFunctions, runIndex: number): void {
	for (const item of itemsOf(context.getExecuteData())) delete item.error;
	const runs = savedExecution(context).resultData?.runData?.[context.getNode().name];
	if (runs?.length === runIndex + 1) runs.pop();
}

/** Returns why the execution can't be suspended, in words for n8n's log; undefined if it can. */
export async function whyNotSuspended(context: IExecuteFunctions): Promise<string | undefined> {
	const { additionalData } = context as unknown as {
		additionalData?: { rootExecutionMode?: string };
	};
	const mode = additionalData?.rootExecutionMode ?? context.getMode();
	if (isAgentCall(context) || isMcpCall(context) || ['cli', 'evaluation'].includes(mode))
		return sentence('WAITS_FOR_CALLER', {});
	const { resultData } = savedExecution(context);
	const entry: IExecuteData | undefined = context.getExecuteData();
	// Old versions of n8n's usual engine lack `getExecutionContext`.
	const isEngine2 =
		context.getExecutionContext !== undefined && context.getExecutionContext() === undefined;
	if (resultData?.runData === undefined || entry === undefined || isEngine2)
		return sentence('WAITS_IN_OTHER_N8N', {});
	// n8n resumes a sub-workflow when its own wait is over.
	for await (const { called } of waitingCallers(context)) {
		// n8n before 2.27 loses the error of a sub-workflow, so the caller would continue with unfinished work. `onExecutionFinish`,
		// present since 2.33, identifies newer versions.
		if (context.onExecutionFinish === undefined) return sentence('WAITS_IN_OLD_SUB_WORKFLOW', {});
		// A sub-workflow that is called once for each item gets one item. n8n would resume the caller, and the caller's own callers,
		// when the first call finishes.
		if (startItems(called) < 2) return sentence('WAITS_IN_SUB_WORKFLOW_OF_ITEM', {});
	}
	return undefined;
}

export function isSubWorkflow(context: IExecuteFunctions): boolean {
	return waitingCaller(savedExecution(context)) !== undefined;
}

function waitingCaller({ parentExecution }: SavedExecution): RelatedExecution | undefined {
	return parentExecution?.shouldResume === false ? undefined : parentExecution;
}

/** Yields the IDs of the caller, the caller's caller and so on, each with what it called, as long as they wait. */
export async function* waitingCallers(context: IExecuteFunctions) {
	let called: SavedExecution | undefined = savedExecution(context);
	while (called !== undefined) {
		const caller = waitingCaller(called);
		if (caller === undefined) return;
		yield { executionId: caller.executionId, called };
		called = await context.getExecutionDataById(caller.executionId);
	}
}

/** Counts the items that a workflow was started with: those of its first run, or of the stack if n8n has saved no run yet. */
function startItems({ resultData, executionData }: SavedExecution): number {
	// An older n8n saves no `executionIndex`.
	const order = (run: ITaskData) => run.executionIndex ?? run.startTime;
	const runs = Object.values(resultData?.runData ?? {}).flatMap((nodeRuns) => nodeRuns ?? []);
	const first = runs.sort((a, b) => order(a) - order(b)).at(0);
	const start = first ?? executionData?.nodeExecutionStack?.[0];
	return start?.data?.main[0]?.length ?? 0;
}
