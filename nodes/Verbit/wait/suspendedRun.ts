import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hintOnce } from '../errors/hints';
import { timeText } from '../errors/timeText';
import { removeInterimRun, suspend } from '../n8n/suspend';
import { runIndexOf } from '../run/completedSteps';
import type { Skipped } from '../run/skipped';
import type { Wait, WaitOptions } from './nextCheck';

/** Saved as JSON while the execution is suspended. */
export interface AwaitedJob extends WaitOptions {
	jobId: number;
	isSimple: boolean;
}

export interface ItemState<Job> {
	job?: Job & Wait;
	status?: string;
	/** One of: what Verbit says of the completed job, the output of a failure, and why there is no job. */
	end?: { info?: IDataObject; failed?: IDataObject; skipped?: Skipped };
}

export type AwaitedItem<Job> = ItemState<Job> & { job: Job & Wait };

export function isToBegin({ job, end }: ItemState<unknown>): boolean {
	return job === undefined && end === undefined;
}

export function isAwaited<Job>(item: ItemState<Job>): item is AwaitedItem<Job> {
	return item.job !== undefined && item.end === undefined;
}

/** What n8n saves of the node. Retry in the list of executions creates a new execution, which starts over. */
interface Memory<Job> {
	suspendedRun?: {
		executionId: string;
		runIndex: number;
		isSuspended: boolean;
		items: Array<ItemState<Job>>;
	};
}

/** @returns what this run of the node knows from before it was suspended, or from an earlier try; nothing in a new run */
export function resumeRun<Job>(context: IExecuteFunctions): Array<ItemState<Job>> | undefined {
	const { suspendedRun: kept }: Memory<Job> = context.getContext('node');
	if (kept === undefined) return undefined;
	const runIndex = runIndexOf(context);
	if (kept.isSuspended) {
		// The suspended run is at the head of n8n's stack: the first one after it is the same.
		removeInterimRun(context, runIndex);
		kept.isSuspended = false;
		kept.runIndex = runIndex;
	}
	const isSame = kept.executionId === context.getExecutionId() && kept.runIndex === runIndex;
	return isSame ? kept.items : undefined;
}

/** @param until ms since 1970 @returns what a webhook gets that responds when its last node finishes, and the editor shows */
export async function suspendRun<Job extends AwaitedJob>(
	context: IExecuteFunctions,
	items: Array<ItemState<Job>>,
	until: number,
): Promise<INodeExecutionData[]> {
	// A stopped execution must not wait again: n8n would keep it among those that run.
	context.getExecutionCancelSignal()?.throwIfAborted();
	const next_check_at = new Date(until).toISOString();
	const memory: Memory<Job> = context.getContext('node');
	const [executionId, runIndex] = [context.getExecutionId(), runIndexOf(context)];
	memory.suspendedRun = { executionId, runIndex, isSuspended: true, items };
	const time = timeText(context.getTimezone(), until);
	hintOnce(context, 'WAITS_FOR_JOBS', { jobs: listAwaited(items), time });
	await suspend(context, runIndex, until);
	return items.flatMap(({ job, status, end }, item) => {
		if (end?.skipped !== undefined) return [];
		// No field `error`: Retry On Fail would take it for a failed try.
		const known = { job_id: job?.jobId, job_status: status, failure: end?.failed?.error };
		return [{ json: { ...known, next_check_at }, pairedItem: [{ item }] }];
	});
}

const MAX_LISTED_JOBS = 5;

/** `job 7 (In Progress), job 8 (Pending), items to submit: 2` */
function listAwaited(items: Array<ItemState<AwaitedJob>>): string {
	const jobs = items.filter(isAwaited).map(({ job, status }) => `job ${job.jobId} (${status})`);
	const listed = jobs.slice(0, MAX_LISTED_JOBS);
	if (jobs.length > listed.length) listed.push(`${jobs.length - listed.length} more`);
	const open = items.filter(isToBegin).length;
	if (open > 0) listed.push(`items to submit: ${open}`);
	return listed.join(', ');
}
