import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Skipped } from '../journal/saved';
import { isAgentCall } from '../n8n/agents';
import { isInLoop, showSkipped } from './skipped';

/**
 * Sorts the outputs by item, and shows hints about skipped items. Skipped items are output if the user asked for them, for an AI
 * agent, and in a loop that would otherwise end.
 */
export function outputOf(
	context: IExecuteFunctions,
	ends: Array<INodeExecutionData | Skipped>,
): INodeExecutionData[] {
	const outputs = ends.filter((end) => 'json' in end);
	const skipped = ends.filter((end): end is Skipped => !('json' in end));
	showSkipped(context, skipped);
	// Failed items don't count, because they may go to the error output.
	const isEmpty = outputs.every(({ json }) => json.error !== undefined);
	const areNeeded = isAgentCall(context) || (isEmpty && isInLoop(context));
	const items = skipped
		.filter(({ isOutputWanted }) => areNeeded || isOutputWanted)
		.map(({ externalId, jobId, item }) => ({
			json: { external_id: externalId, skipped: true, ...(jobId && { job_id: jobId }) },
			pairedItem: [{ item }],
		}));
	return [...outputs, ...items].sort((a, b) => itemIndexOf(a) - itemIndexOf(b));
}

export function itemIndexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as Array<{ item: number }>)[0].item;
}
