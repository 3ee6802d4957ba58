import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { showHints } from '../errors/hints';
import type { StepError } from '../errors/stepError';
import { fieldsOf } from '../inspect/inspect';
import { isAgentCall } from '../n8n/agents';
import { hashOfItem } from './hashes';
import { type Saved, VERSION } from './saved';

/** What this and earlier tries have saved in the execution. */
export function savedIn(context: IExecuteFunctions): Saved {
	const { verbit: saved } = context.getContext('node');
	return saved?.version === VERSION ? saved : { version: VERSION, entries: {} };
}

/** @returns an error that lists the jobs, for an execution that was saved by a version of the node which this one can't read */
export function savedByOtherVersion(context: IExecuteFunctions): StepError | undefined {
	const saved: IDataObject = context.getContext('node');
	if (Object.keys(saved).length === 0 || fieldsOf(saved.verbit).version === VERSION)
		return undefined;
	const jobs = new Set(JSON.stringify(saved).match(/(?<="job(_?id|Parameter)":"?)\d+/gi) ?? []);
	return createError('SAVED_BY_OTHER_VERSION', { jobs: [...jobs].join(', ') || 'unknown' });
}

export function save(context: IExecuteFunctions, saved: Saved): void {
	context.getContext('node').verbit = saved;
}

export function markSuspended(
	context: IExecuteFunctions,
	suspended: number,
	hints: Saved['hints'],
): void {
	save(context, { ...savedIn(context), suspended, hints });
}

/**
 * To be called first in each run. The suspended run is at the head of n8n's stack, so the next one is the same, whatever
 * index n8n gives it.
 * @returns whether this run goes on with a suspended one
 */
export function resumeRun(context: IExecuteFunctions): boolean {
	const { suspended, hints, ...saved } = savedIn(context);
	if (suspended === undefined) return false;
	showHints(context, hints);
	const runIndex = runIndexOf(context);
	const entries = Object.entries(saved.entries).map(([key, entriesOfItem]) => {
		const [run, ...rest] = key.split(' ');
		return [run === String(suspended) ? [runIndex, ...rest].join(' ') : key, entriesOfItem];
	});
	save(context, { ...saved, entries: Object.fromEntries(entries) });
	return true;
}

/** Which run of the node in its execution this is, from 0: in a loop, each round is another run. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/** The place of an item's entries. Each try of an agent's call is another run for n8n, so its runs share one. */
export function itemKeyOf(context: IExecuteFunctions, item: number): string {
	const run = isAgentCall(context) ? 'of tool' : String(runIndexOf(context));
	return [run, item, hashOfItem(context.getInputData()[item])].join(' ');
}
