import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { getOrInsert } from '../inspect/inspect';
import { hashOfItem } from '../journal/hashes';
import { Journal } from '../journal/journal';
import { itemIndexOf } from './outputs';

const lastCallsByNode = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Runs equal calls of an agent one by one: they share a journal, which a success deletes, so the next call is new work. */
export async function afterEqualCall(
	context: IExecuteFunctions,
	execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const calls = getOrInsert(lastCallsByNode, context.getContext('node'), () => new Map());
	const hash = context.getInputData().map(hashOfItem).join();
	const run = async () => await execute(context);
	const earlierCall = calls.get(hash) ?? Promise.resolve();
	const thisCall = earlierCall.then(run, run);
	calls.set(hash, thisCall);
	const outputs = await thisCall;
	// After an answer with `finished: false`, the submission may still write the journal.
	const isDone = ({ json }: INodeExecutionData) =>
		json.error === undefined && json.finished !== false;
	const done = outputs.filter(isDone).map(itemIndexOf);
	for (const journal of Journal.ofItems(context, done)) journal.forgetTask();
	return outputs;
}
