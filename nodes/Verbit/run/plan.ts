import type { IExecuteFunctions } from 'n8n-workflow';

import { withJob } from '../errors/nodeErrors';
import { positiveInteger } from '../parameters/values';
import { failureOf, logFailure } from './failure';
import type { Operation, Task } from './operation';

/** Nothing is sent before all items are checked. @throws the first item's error, unless the node continues on fail */
export async function planTasks<Plan>(
	context: IExecuteFunctions,
	operation: Operation<Plan>,
): Promise<Array<Task<Plan>>> {
	const planned: Array<Task<Plan>> = [];
	for (const index of context.getInputData().keys()) {
		planned.push(...(await planItem(context, operation, index)));
	}
	const tasks = joinGroups(planned);
	for (const task of tasks) {
		try {
			if (task.error === undefined) operation.check?.(task.plans);
		} catch (error) {
			task.error = failureOf(context, error, task.itemIndexes[0]);
		}
	}
	const failed = tasks.find(({ error }) => error !== undefined);
	if (failed?.error === undefined || context.continueOnFail()) return tasks;
	logFailure(context, failed.error);
	throw failed.error;
}

async function planItem<Plan>(
	context: IExecuteFunctions,
	operation: Operation<Plan>,
	index: number,
): Promise<Array<Task<Plan>>> {
	const task = { itemIndexes: [index], part: 0, jobId: jobIdOf(context, operation, index) };
	let group: string | undefined;
	try {
		group = operation.groupBy?.(context, index);
		const plans = await operation.plan(context, index);
		if (group !== undefined) return [{ ...task, plans, group }];
		return plans.map((plan, part) => ({ ...task, part, plans: [plan] }));
	} catch (error) {
		const nodeError = failureOf(context, error, index);
		withJob(nodeError, positiveInteger(task.jobId));
		return [{ ...task, plans: [], group, error: nodeError }];
	}
}

/** As the parameter says, which may be no job ID; empty without the parameter, or where n8n can't resolve its expression. */
function jobIdOf(
	context: IExecuteFunctions,
	{ fields }: Operation<unknown>,
	index: number,
): string {
	if (!fields.some(({ name }) => name === 'jobId')) return '';
	try {
		return String(context.getNodeParameter('jobId', index, '')).trim();
	} catch {
		return '';
	}
}

/** In the order of each group's first item. An item that can't be done fails its whole group. */
function joinGroups<Plan>(tasks: Array<Task<Plan>>): Array<Task<Plan>> {
	const groups = new Map<string, Task<Plan>>();
	return tasks.filter((task) => {
		const group = task.group === undefined ? undefined : groups.get(task.group);
		if (group === undefined) {
			if (task.group !== undefined) groups.set(task.group, task);
			return true;
		}
		group.itemIndexes.push(...task.itemIndexes);
		group.plans.push(...task.plans);
		group.error ??= task.error;
		return false;
	});
}

export function sequencesOf<Plan>(
	tasks: Array<Task<Plan>>,
	{ sequence }: Operation<Plan>,
): Array<Array<[number, Task<Plan>]>> {
	const sequences = new Map<unknown, Array<[number, Task<Plan>]>>();
	for (const [position, task] of tasks.entries()) {
		const [plan] = task.plans as Array<Plan | undefined>;
		const key = plan === undefined ? position : (sequence?.(plan) ?? position);
		sequences.set(key, sequences.get(key) ?? []);
		sequences.get(key)?.push([position, task]);
	}
	return [...sequences.values()];
}
