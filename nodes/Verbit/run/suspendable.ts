import type { IExecuteFunctions, RelatedExecution } from 'n8n-workflow';

import { isToolRun } from '../parameters/toolRun';
import { canReachStack } from './suspend';

/** Who starts n8n in these modes wants the result of the very run. */
const MODES_IN_PLACE = ['cli', 'evaluation'];

interface Caller {
	runExecutionData: {
		parentExecution?: RelatedExecution & { shouldResume?: boolean };
		resultData: { runData: Record<string, FirstRun[]> };
	};
}

interface FirstRun {
	startTime: number;
	executionIndex?: number;
	data?: { main: Array<unknown[] | null> };
}

/** Why this execution can't be suspended, for the log; nothing where it can. */
export function reasonAgainst(context: IExecuteFunctions): string | undefined {
	if (isToolRun(context)) return 'an AI agent waits for the result';
	if (MODES_IN_PLACE.includes(context.getMode())) return 'the result is wanted at once';
	if (!canReachStack(context)) return 'this version of n8n does not let it';
	return reasonOfCaller(context);
}

/**
 * A sub-workflow that n8n resumes when its own wait is over.
 * - n8n before 2.27 loses its error: the caller would go on with unfinished work. `onExecutionFinish` tells the version:
 *   it is there since 2.33.
 * - Called once for each item, n8n would resume the caller at the first that ends. Such a call has one item.
 */
function reasonOfCaller(context: IExecuteFunctions): string | undefined {
	const { runExecutionData } = context as unknown as Caller;
	const { parentExecution } = runExecutionData;
	if (parentExecution === undefined || parentExecution.shouldResume === false) return undefined;
	if (context.onExecutionFinish === undefined) {
		return 'this version of n8n loses the errors of sub-workflows that wait';
	}
	if (startItems(runExecutionData.resultData.runData) > 1) return undefined;
	return 'a sub-workflow with one item may have been called once for each item';
}

/** How many items the workflow was started with. */
function startItems(runData: Record<string, FirstRun[]>): number {
	const order = (run: FirstRun) => run.executionIndex ?? run.startTime;
	const [first] = Object.values(runData)
		.flat()
		.sort((a, b) => order(a) - order(b));
	return first?.data?.main[0]?.length ?? 0;
}
