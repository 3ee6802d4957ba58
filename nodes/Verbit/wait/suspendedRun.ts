import type { IExecuteFunctions } from 'n8n-workflow';

import { createError, sentence } from '../errors/createError';
import { hintOnce, hintsOf, listed, showHints } from '../errors/hints';
import type { StepError } from '../errors/stepError';
import { Journal, type TaskOrigin } from '../journal/journal';
import type { AwaitedJob, SavedWait } from '../journal/saved';
import { runIndexOf, save, savedIn } from '../journal/storage';
import { hasResumedItems, removeTraces, suspend } from '../n8n/suspend';

export interface ItemWait<Job extends AwaitedJob = AwaitedJob> {
	origin: TaskOrigin;
	journal: Journal;
	state: SavedWait<Job>;
}

/**
 * Saves the state of all items, and suspends the execution.
 * @param until ms since 1970
 * @returns the items that the editor shows meanwhile, and that a webhook returns if this is its last node
 */
export async function suspendRun(context: IExecuteFunctions, waits: ItemWait[], until: number) {
	// A stopped execution must not wait again, because n8n would list it among the running executions.
	context.getExecutionCancelSignal()?.throwIfAborted();
	for (const { journal, state } of waits) journal.saveWait(state);
	const runIndex = runIndexOf(context);
	save(context, { ...savedIn(context), suspended: runIndex, hints: hintsOf(context) });
	// This hint isn't saved, because the jobs' statuses change until the next check.
	hintAtAwaited(context, waits);
	await suspend(context, runIndex, until);
	const next_check_at = new Date(until).toISOString();
	return waits.flatMap(({ journal, state }) => {
		if (state.is === 'skipped') return [];
		// The field isn't called `error`, because Retry On Fail would take it for a failed try.
		const failure = state.is === 'failed' ? state.output.error : undefined;
		const jobFields = { job_id: state.job?.jobId, job_status: state.status, failure };
		return [{ json: { ...jobFields, next_check_at }, pairedItem: [{ item: journal.itemIndex }] }];
	});
}

/** Shows which jobs are awaited, e.g. `job 7 (In Progress), job 8 (Pending), items to submit: 2`. */
function hintAtAwaited(context: IExecuteFunctions, waits: ItemWait[]): void {
	const awaited = waits.filter(({ state }) => state.is === 'waiting');
	// No job is awaited if the execution is suspended only to save a long submission.
	if (awaited.length === 0) return;
	const toBegin = waits.filter(({ state }) => state.is === 'toBegin').length;
	const names = awaited.map(({ state }) => `job ${state.job?.jobId} (${state.status})`);
	const jobs = toBegin > 0 ? `${listed(names)}, items to submit: ${toBegin}` : listed(names);
	const areFound = awaited.every(({ journal }) => journal.nextRun === 'continues');
	const isSafe = areFound && Journal.nextRunFindsAll(context);
	const how = sentence(isSafe ? 'AGAIN_BY_RUN' : 'BY_CAPTIONS', {});
	hintOnce(context, 'WAITS_FOR_JOBS', { jobs, how });
}

/**
 * Moves the saved entries of a suspended run to this run, which n8n may give another index, and removes the marks of the suspension.
 * n8n runs the suspended node before any other, so a waiting operation calls this first in each run.
 * @returns whether this run goes on with a suspended run
 */
export function resumeRun(context: IExecuteFunctions): boolean {
	const { suspended, hints, ...saved } = savedIn(context);
	if (suspended === undefined || !hasResumedItems(context)) return false;
	showHints(context, hints);
	const runIndex = runIndexOf(context);
	removeTraces(context, runIndex);
	const entries = Object.entries(saved.entries).map(([key, entriesOfItem]) => {
		const [run, ...rest] = key.split(' ');
		return [run === String(suspended) ? [runIndex, ...rest].join(' ') : key, entriesOfItem];
	});
	save(context, { ...saved, entries: Object.fromEntries(entries) });
	return true;
}

/**
 * @returns an error that lists the jobs of items for which a suspended run waits, if n8n goes on with others: when a second
 *   sub-workflow of the execution ends, n8n hands its items to whatever node waits then
 */
export function itemsReplacedError(context: IExecuteFunctions): StepError | undefined {
	const { suspended, entries } = savedIn(context);
	// Later rounds of a loop have other items, too.
	if (suspended !== runIndexOf(context) || hasResumedItems(context)) return undefined;
	const awaited = Object.entries(entries)
		.filter(([key]) => key.startsWith(`${suspended} `))
		.flatMap(([, tasks]) => tasks.flatMap((task) => task.wait ?? []))
		.filter(({ execution }) => execution === context.getExecutionId());
	if (awaited.length === 0) return undefined;
	const jobs = awaited.flatMap(({ state }) =>
		state.is === 'waiting' || state.is === 'done' ? state.job.jobId : [],
	);
	return createError('WAIT_ITEMS_REPLACED', { jobs: jobs.join(', ') || 'none' });
}
