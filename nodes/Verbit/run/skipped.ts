import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import { isToolRun } from '../n8n/tools';

/** An item that Skip drops, as JSON: a suspended execution keeps it. */
export interface Skipped {
	itemIndex: number;
	externalId: string;
	recording?: string;
	isOutput: boolean;
	jobId?: number;
	/** It isn't used up: another execution has it. */
	isInWork?: boolean;
	/** A job that this execution created, and that another one made superfluous. */
	leftover?: number;
}

export class ItemSkipped extends Error {
	constructor(
		readonly item: Omit<Skipped, 'itemIndex'>,
		reason: string,
	) {
		super(reason);
	}
}

const MAX_NAMED = 5;

/**
 * The output in the order of the items, with a hint at those that were skipped. These are in it where the user wants them,
 * for an AI agent, which waits for a result, and where a loop of n8n's would end because the node outputs nothing.
 */
export function withSkipped(
	context: IExecuteFunctions,
	outputs: INodeExecutionData[],
	skipped: Skipped[],
): INodeExecutionData[] {
	if (skipped.length > 0) hintAt(context, skipped);
	const areNeeded = isToolRun(context) || endsLoop(context, outputs);
	const items = skipped
		.filter(({ isOutput }) => areNeeded || isOutput)
		.map(({ externalId, jobId, itemIndex }) => ({
			json: { external_id: externalId, skipped: true, ...(jobId && { job_id: jobId }) },
			pairedItem: [{ item: itemIndex }],
		}));
	return [...outputs, ...items].sort((a, b) => itemIndexOf(a) - itemIndexOf(b));
}

export function itemIndexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as Array<{ item: number }>)[0].item;
}

function hintAt(context: IExecuteFunctions, skipped: Skipped[]): void {
	const named = skipped.slice(0, MAX_NAMED).map(({ recording, externalId, isInWork, jobId }) => {
		const name = recording === undefined ? '' : `"${recording}" with `;
		const job = jobId === undefined ? '' : ` as job ${jobId}`;
		const work = isInWork ? ` (in work${job})` : '';
		return `${name}external ID "${externalId}"${work}`;
	});
	const more = skipped.length - named.length;
	const jobs = skipped.flatMap(({ leftover }) => leftover ?? []).join(', ');
	hintOnce(context, 'ITEMS_SKIPPED', {
		items: skipped.length === 1 ? '1 item was' : `${skipped.length} items were`,
		recordings: more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`,
		leftovers: jobs === '' ? '' : ` ${sentence('JOBS_LEFT_OVER', { jobs })}`,
	});
}

/** Whether the node can reach itself, and outputs no item but failed ones, which may have an output of their own. */
function endsLoop(context: IExecuteFunctions, outputs: INodeExecutionData[]): boolean {
	if (outputs.some(({ json }) => json.error === undefined)) return false;
	const { name } = context.getNode();
	const before = new Set(context.getParentNodes(name).map((node) => node.name));
	return context.getChildNodes(name).some((node) => before.has(node.name));
}
