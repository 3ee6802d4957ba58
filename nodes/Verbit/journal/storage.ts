import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { fieldsOf, getOrInsert } from '../inspect/inspect';
import { isAgentCall } from '../n8n/agents';
import { hashOfItem } from './hashes';
import { type Saved, VERSION } from './saved';

export function savedIn(context: IExecuteFunctions): Saved {
	const { verbit: saved } = context.getContext('node');
	return saved?.version === VERSION ? saved : { version: VERSION, entries: {} };
}

/** @returns an error that lists the execution's jobs if they were saved by a node version that this version can't read */
export function otherVersionError(context: IExecuteFunctions): StepError | undefined {
	const saved: IDataObject = context.getContext('node');
	if (Object.keys(saved).length === 0 || fieldsOf(saved.verbit).version === VERSION)
		return undefined;
	const jobs = new Set(JSON.stringify(saved).match(/(?<="job(_?id|Parameter)":"?)\d+/gi) ?? []);
	return createError('SAVED_BY_OTHER_VERSION', { jobs: [...jobs].join(', ') || 'unknown' });
}

export function save(context: IExecuteFunctions, saved: Saved): void {
	context.getContext('node').verbit = saved;
}

/** Returns the index of this run of the node in its execution, from 0. In a loop, each round is a run. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/** The key of each item in a run, because it is asked for all items at each of a thousand failures. */
const itemKeys = new WeakMap<IExecuteFunctions, string[]>();

/** Returns the key of an item's entries. Each try of an agent's call is a run for n8n, so all runs of a tool share one key. */
export function itemKeyOf(context: IExecuteFunctions, item: number): string {
	const keys = getOrInsert(itemKeys, context, () => []);
	if (keys[item] === undefined) {
		const run = isAgentCall(context) ? 'of tool' : String(runIndexOf(context));
		keys[item] = [run, item, hashOfItem(context.getInputData()[item])].join(' ');
	}
	return keys[item];
}
