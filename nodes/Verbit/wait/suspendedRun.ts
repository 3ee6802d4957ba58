import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { hintOnce, hintsOf, listed } from '../errors/hints';
import { Journal } from '../journal/journal';
import type { AwaitedJob, SavedWait } from '../journal/saved';
import { runIndexOf, save, savedIn } from '../journal/storage';
import { suspend } from '../n8n/suspend';

export interface AwaitedItem<Job extends AwaitedJob = AwaitedJob> {
	journal: Journal;
	state: SavedWait<Job>;
}

/**
 * Saves the state of all items, and suspends the execution.
 * @param until ms since 1970
 * @returns the items that the editor shows meanwhile, and that a webhook returns if this is its last node
 */
export async function suspendRun(
	context: IExecuteFunctions,
	items: AwaitedItem[],
	until: number,
): Promise<INodeExecutionData[]> {
	// A stopped execution must not wait again, because n8n would list it among the running executions.
	context.getExecutionCancelSignal()?.throwIfAborted();
	for (const { journal, state } of items) journal.saveWait(state);
	const awaited = items.filter(({ state }) => state.is === 'waiting');
	const hints = hintsOf(context);
	// No job is awaited if the execution is suspended only to save a long submission.
	if (awaited.length > 0) {
		const areFound = awaited.every(({ journal }) => journal.nextRun === 'continues');
		const isSafe = areFound && Journal.nextRunFindsAll(context);
		const how = sentence(isSafe ? 'AGAIN_BY_RUN' : 'BY_CAPTIONS', {});
		hintOnce(context, 'WAITS_FOR_JOBS', { jobs: listAwaited(items), how });
	}
	const runIndex = runIndexOf(context);
	save(context, { ...savedIn(context), suspended: runIndex, hints });
	await suspend(context, runIndex, until);
	const next_check_at = new Date(until).toISOString();
	return items.flatMap(({ journal, state }) => {
		if (state.is === 'skipped') return [];
		// The field isn't called `error`, because Retry On Fail would take it for a failed try.
		const failure = state.is === 'failed' ? state.output.error : undefined;
		const jobFields = { job_id: state.job?.jobId, job_status: state.status, failure };
		return [{ json: { ...jobFields, next_check_at }, pairedItem: [{ item: journal.itemIndex }] }];
	});
}

/** Lists the jobs, e.g. `job 7 (In Progress), job 8 (Pending), items to submit: 2`. */
function listAwaited(items: AwaitedItem[]): string {
	const jobs = items.flatMap(({ state }) =>
		state.is === 'waiting' ? [`job ${state.job.jobId} (${state.status})`] : [],
	);
	const toBegin = items.filter(({ state }) => state.is === 'toBegin').length;
	return toBegin > 0 ? `${listed(jobs)}, items to submit: ${toBegin}` : listed(jobs);
}
