import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { CompletedSteps, CREATE_JOB, type KeptTask, shortHash } from './completedSteps';
import type { Made } from './failure';
import type { Task } from './operation';

/** What a task is found by, beside its item. */
interface Place extends Pick<Task<unknown>, 'itemIndexes' | 'part' | 'jobId'> {
	/** The name of its operation. */
	operation: string;
}

/**
 * Finds what earlier tries of the node completed for a task. A task is the same as before when it has the same place and
 * the same input item, whatever its parameters evaluate to this time. For a job that exists already, another operation is
 * another task.
 * @param account a hash of the account that the node works in
 * @throws StepError when the earlier tries worked in another account
 */
export function completedSteps(
	context: IExecuteFunctions,
	task: Place,
	account: string,
): CompletedSteps {
	const kept = context.getContext('node') as Record<string, KeptTask>;
	const key = placeOf(context, task);
	const before = kept[key] as KeptTask | undefined;
	if (before !== undefined && before.account !== account) throw accountChanged(before);
	return new CompletedSteps(before ?? { account, steps: {} }, (changed) => {
		kept[key] = changed;
	});
}

/**
 * What the tries of the node have made for items, whatever their parameters evaluate to now: also for a try that fails
 * before it gets to them.
 * @param part of each item; all of them by default
 * @returns in the order of the items
 */
export function madeFor(
	context: IExecuteFunctions,
	itemIndexes: Iterable<number>,
	part?: number,
): Made[] {
	const kept = context.getContext('node') as Record<string, KeptTask>;
	const places = Object.keys(kept);
	// Mostly nothing is kept: then no item has to be hashed.
	if (places.length === 0) return [];
	return [...itemIndexes].flatMap((index) => {
		const [beginning, end] = itemOf(context, index);
		const place = part === undefined ? beginning : `${beginning}part ${part}, `;
		return places
			.filter((key) => key.startsWith(place) && key.endsWith(end))
			.map((key) => ({ jobId: jobIdIn(key), completed: new CompletedSteps(kept[key]) }));
	});
}

/** In a loop the same item index comes again, as another run of the node. An AI agent's calls differ in their item only. */
function placeOf(
	context: IExecuteFunctions,
	{ itemIndexes: [index], part, jobId, operation }: Place,
): string {
	const [beginning, end] = itemOf(context, index);
	const work = jobId === '' ? '' : `, ${operation}`;
	return `${beginning}part ${part}, job ${jobId}${work}${end}`;
}

/** What the places of an item's tasks begin and end with. */
function itemOf(context: IExecuteFunctions, index: number): [string, string] {
	const hash = hashOfItem(context.getInputData()[index]);
	return [`run ${runIndexOf(context)}, item ${index}, `, `, ${hash}`];
}

/** By the context, which n8n makes anew for each run of a node. To ask for it takes as long as an expression does. */
const runIndexes = new WeakMap<IExecuteFunctions, number>();

function runIndexOf(context: IExecuteFunctions): number {
	const known = runIndexes.get(context);
	if (known !== undefined) return known;
	const { $runIndex: runIndex } = context.getWorkflowDataProxy(0);
	runIndexes.set(context, runIndex as number);
	return runIndex as number;
}

/** Of a place; empty where the task creates its job. */
function jobIdIn(place: string): string {
	return /, job (\d*),/.exec(place)?.[1] ?? '';
}

function hashOfItem({ json, binary }: INodeExecutionData): string {
	try {
		const files = Object.entries(binary ?? {}).map(([field, file]) => [field, ...identityOf(file)]);
		return shortHash([json, files]);
	} catch {
		// JSON can't hold this item (a circular reference, a BigInt). Its index identifies it well enough.
		return '';
	}
}

/** Identifies a file. A Code node may have put anything in its place. */
function identityOf(file: unknown): unknown[] {
	if (typeof file !== 'object' || file === null) return [file];
	const { id, fileName, data } = file as { id?: unknown; fileName?: unknown; data?: unknown };
	// n8n moves a webhook's file to another folder when it knows the execution's ID: only the end of the path stays.
	if (typeof id === 'string') return [fileName, id.split(/[/:]/).at(-1)];
	return [fileName, typeof data === 'string' ? data.length : 0];
}

function accountChanged({ steps }: KeptTask) {
	return fault(
		'CREDENTIAL_CHANGED',
		{},
		{ jobId: steps[CREATE_JOB]?.result?.job_id as number | undefined },
	);
}
