import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { isToolRun } from '../n8n/tools';
import { CompletedSteps, CREATE_JOB, type KeptTask, shortHash } from './completedSteps';
import type { Made } from './failure';
import type { Task } from './operation';

/** What a task is found by, beside its item. */
interface Place extends Pick<Task<unknown>, 'itemIndexes' | 'part' | 'jobId'> {
	/** The name of its operation. */
	operation: string;
}

/** What the tries of the node keep of their tasks in n8n's context of the node, for one run of the node. */
export class KeptTasks {
	/** Which run of the node this is. */
	private run?: string;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * Finds what earlier tries of the node completed for a task. A task is the same as before when it has the same place
	 * and the same input item, whatever its parameters evaluate to this time. For a job that exists already, another
	 * operation is another task.
	 * @param account a hash of the account that the node works in
	 * @throws StepError when the earlier tries worked in another account
	 */
	completedSteps(task: Place, account: string): CompletedSteps {
		const { kept } = this;
		const key = this.keyOf(task);
		const before = kept[key] as KeptTask | undefined;
		if (before !== undefined && before.account !== account) throw accountChanged(before);
		return new CompletedSteps(before ?? { account, steps: {} }, (changed) => {
			kept[key] = changed;
		});
	}

	/**
	 * Keeps nothing of a task that an AI agent's tool has completed: the agent may ask for the same again, and means
	 * another one.
	 */
	forgetCompletedCall(task: Place): void {
		if (isToolRun(this.context)) delete this.kept[this.keyOf(task)];
	}

	/**
	 * What the tries of the node have made for items, whatever their parameters evaluate to now: also for a try that fails
	 * before it gets to them.
	 * @param part of each item; all of them by default
	 * @returns in the order of the items
	 */
	madeFor(itemIndexes: Iterable<number>, part?: number): Made[] {
		const { kept } = this;
		const places = Object.keys(kept);
		// Mostly nothing is kept: then no item has to be hashed.
		if (places.length === 0) return [];
		return [...itemIndexes].flatMap((index) => {
			const [beginning, end] = this.itemOf(index);
			const place = part === undefined ? beginning : `${beginning}part ${part}, `;
			return places
				.filter((key) => key.startsWith(place) && key.endsWith(end))
				.map((key) => ({ jobId: jobIdIn(key), completed: new CompletedSteps(kept[key]) }));
		});
	}

	private get kept(): Record<string, KeptTask> {
		return this.context.getContext('node') as Record<string, KeptTask>;
	}

	/** The key that a task is kept under. It names the run of the node: in a loop the same item index comes again. */
	private keyOf({ itemIndexes: [index], part, jobId, operation }: Place): string {
		const [beginning, end] = this.itemOf(index);
		const work = jobId === '' ? '' : `, ${operation}`;
		return `${beginning}part ${part}, job ${jobId}${work}${end}`;
	}

	/** What the places of an item's tasks begin and end with. */
	private itemOf(index: number): [string, string] {
		this.run ??= runOf(this.context, index);
		const hash = hashOfItem(this.context.getInputData()[index]);
		return [`run ${this.run}, item ${index}, `, `, ${hash}`];
	}
}

/** To ask n8n for it takes as long as an expression does. Each try of a tool is another run: only its item stays. */
function runOf(context: IExecuteFunctions, index: number): string {
	return isToolRun(context) ? 'of tool' : String(context.getWorkflowDataProxy(index).$runIndex);
}

/** The job in the key of a task; empty if the task creates its job. */
function jobIdIn(place: string): string {
	return /, job (\d*),/.exec(place)?.[1] ?? '';
}

function hashOfItem({ json, binary }: INodeExecutionData): string {
	try {
		const files = Object.entries(binary ?? {}).map(([field, file]) => [
			field,
			...fileIdentity(file),
		]);
		return shortHash([json, files]);
	} catch {
		// JSON can't hold this item (a circular reference, a BigInt). Its index identifies it well enough.
		return '';
	}
}

/** Identifies a file. A Code node may have put anything in its place. */
function fileIdentity(file: unknown): unknown[] {
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
