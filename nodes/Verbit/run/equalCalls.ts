import type { IExecuteFunctions } from 'n8n-workflow';

import { isToolRun } from '../n8n/tools';
import { hashOfItem } from './hashes';

/** The last call of an agent with each hash of its arguments, by what n8n keeps of the tool in an execution. */
const callsOfAgents = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Equal calls of an agent share what is kept: of those at the same time, each begins when the one before has ended. */
export async function afterEqualCall<T>(
	context: IExecuteFunctions,
	run: () => Promise<T>,
): Promise<T> {
	if (!isToolRun(context)) return await run();
	const kept = context.getContext('node');
	const calls = callsOfAgents.get(kept) ?? new Map<string, Promise<unknown>>();
	callsOfAgents.set(kept, calls);
	const hash = context.getInputData().map(hashOfItem).join();
	const before = calls.get(hash) ?? Promise.resolve();
	const own = before.then(run, run);
	calls.set(hash, own);
	return await own;
}
