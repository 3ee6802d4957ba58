import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { hintOnce, listed } from '../errors/hints';
import type { Skipped } from '../journal/saved';
import { isAgentCall } from '../n8n/agents';
import { logOf } from '../secrets/secrets';

/** How the work on a task ends if it doesn't end the run: with an output, maybe an error's, or with an item that Skip drops. */
export type Outcome = INodeExecutionData | Skipped;

/** Thrown to end the work for an item that Skip drops. It is no failure. */
export class ItemSkipped extends Error {
	constructor(readonly skipped: Skipped) {
		super();
	}
}

/**
 * Returns the outputs in the order of their items, and shows hints about skipped items. These are output if the user asked for them,
 * for an AI agent, and in a loop that would otherwise end.
 */
export function outputOf(context: IExecuteFunctions, outcomes: Outcome[]): INodeExecutionData[] {
	const outputs = outcomes.filter((outcome) => 'json' in outcome);
	const skipped = outcomes.filter((outcome): outcome is Skipped => !('json' in outcome));
	hintAtSkipped(context, skipped);
	// Failed items don't count, because they may go to the error output.
	const isEmpty = outputs.every(({ json }) => json.error !== undefined);
	const areNeeded = isAgentCall(context) || (isEmpty && isInLoop(context));
	const items = skipped
		.filter(({ outputsSkipped }) => areNeeded || outputsSkipped)
		.map(({ externalId, jobId, item }) => ({
			json: { external_id: externalId, skipped: true, ...(jobId && { job_id: jobId }) },
			pairedItem: [{ item }],
		}));
	return [...outputs, ...items].sort((a, b) => itemIndexOf(a) - itemIndexOf(b));
}

function hintAtSkipped(context: IExecuteFunctions, skipped: Skipped[]): void {
	for (const [reason, code] of Object.entries(HINTS)) {
		const items = skipped.filter((item) => item.reason === reason);
		if (items.length > 0) hintOnce(context, code, hintValues(items));
	}
}

export function itemIndexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as Array<{ item: number }>)[0].item;
}

export function logSkip(context: IExecuteFunctions, { skipped }: ItemSkipped): void {
	logOf(context).info(`Verbit: ${sentence(HINTS[skipped.reason], hintValues([skipped]))}`);
}

const HINTS = {
	done: 'ITEMS_DONE',
	inWork: 'ITEMS_IN_WORK',
	failedTwice: 'ITEMS_FAILED_TWICE',
	shared: 'ITEMS_SHARED',
} as const satisfies Record<Skipped['reason'], string>;

function hintValues(skipped: Skipped[]) {
	const items = skipped.length === 1 ? '1 item' : `${skipped.length} items`;
	const names = skipped.map(({ recording, externalId, jobId }) => {
		const name = recording === undefined ? '' : `"${recording}" with `;
		const job = jobId === undefined ? '' : ` (job ${jobId})`;
		return `${name}External ID "${externalId}"${job}`;
	});
	return { items, recordings: listed(names) };
}

export function isInLoop(context: IExecuteFunctions): boolean {
	const { name } = context.getNode();
	const parents = new Set(context.getParentNodes(name).map((node) => node.name));
	return context.getChildNodes(name).some((node) => parents.has(node.name));
}
