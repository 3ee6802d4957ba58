import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isToolRun } from '../n8n/tools';
import { hashOfItem } from './hashes';
import { Journal } from './journal';
import { itemIndexOf } from './skipped';

/** An agent's last call with each hash of its arguments, by the context of the tool in an execution. */
const lastCalls = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Equal calls of an agent share their journals: of those at the same time, each begins when the one before has ended. What
 * has succeeded is forgotten, because the next equal call is meant as another one.
 */
export async function afterEqualCall(
	context: IExecuteFunctions,
	run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	if (!isToolRun(context)) return await run();
	const ofTool = context.getContext('node');
	const calls = lastCalls.get(ofTool) ?? new Map<string, Promise<unknown>>();
	lastCalls.set(ofTool, calls);
	const hash = context.getInputData().map(hashOfItem).join();
	const before = calls.get(hash) ?? Promise.resolve();
	const own = before.then(run, run);
	calls.set(hash, own);
	const outputs = await own;
	const done = outputs.filter(({ json }) => json.error === undefined).map(itemIndexOf);
	for (const journal of Journal.ofItems(context, done)) journal.endCall();
	return outputs;
}
