import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { getOrInsert } from '../inspect/inspect';
import type { TaskOrigin } from '../journal/journal';
import { refuseFixedExpressions } from '../parameters/field';
import { jobIdProperty } from '../parameters/jobIdField';
import type { Operation } from './operation';

export type Task<Plan> = TaskOrigin & ({ plan: Plan } | { error: unknown; failedIndex: number });

export type Planner<Plan> = Pick<Operation<Plan>, 'fields' | 'plan' | 'split' | 'group'>;

/** Returns the tasks of a run or, without Continue On Fail, only the first that can't be done: then nothing else is sent. */
export async function planTasks<Plan>(
	context: IExecuteFunctions,
	operation: Planner<Plan>,
	items: Iterable<number>,
): Promise<Array<Task<Plan>>> {
	// The tasks by key, in the order of each group's first item. A task without a key is a group of its own.
	const groups = new Map<unknown, Array<Task<Plan>>>();
	for (const index of items) {
		// Planning an item may take a while, because it reads the beginning of the item's file.
		context.getExecutionCancelSignal()?.throwIfAborted();
		const { groupKey, tasks } = await planItem(context, operation, index);
		if ('error' in tasks[0] && !context.continueOnFail()) return tasks;
		for (const task of tasks) getOrInsert(groups, groupKey ?? task, () => []).push(task);
	}
	const joined = [...groups.values()].map((tasks) => joinGroup(operation, tasks));
	const failed = context.continueOnFail() ? undefined : joined.find((task) => 'error' in task);
	return failed ? [failed] : joined;
}

async function planItem<Plan>(
	context: IExecuteFunctions,
	operation: Planner<Plan>,
	index: number,
): Promise<{ groupKey?: string; tasks: Array<Task<Plan>> }> {
	const origin = originOf(context, operation.fields, index);
	let groupKey: string | undefined;
	try {
		refuseFixedExpressions(operation.fields, context.getNode().parameters);
		groupKey = operation.group?.key(context, index);
		const plan = await operation.plan(context, index);
		const plans = groupKey === undefined && operation.split ? operation.split(plan) : [plan];
		return { groupKey, tasks: plans.map((plan, part) => ({ ...origin, part, plan })) };
	} catch (error) {
		return { groupKey, tasks: [{ ...origin, error, failedIndex: index }] };
	}
}

/** Joins the tasks of a group. An item that couldn't be planned fails the whole group. */
function joinGroup<Plan>({ group }: Planner<Plan>, tasks: Array<Task<Plan>>): Task<Plan> {
	const itemIndexes = tasks.flatMap((task) => task.itemIndexes);
	const [{ part, jobParameter }] = tasks;
	const origin = { itemIndexes, part, jobParameter };
	const plans: Plan[] = [];
	for (const task of tasks) {
		if ('error' in task) return { ...task, ...origin };
		plans.push(task.plan);
	}
	try {
		return { ...origin, plan: group ? group.join(plans) : plans[0] };
	} catch (error) {
		return { ...origin, error, failedIndex: itemIndexes[0] };
	}
}

export function originOf(context: IExecuteFunctions, fields: INodeProperties[], index: number) {
	const origin = { itemIndexes: [index], part: 0, jobParameter: '' };
	// Without the field, the task creates its job.
	if (!fields.includes(jobIdProperty)) return origin;
	try {
		const jobId = context.getNodeParameter(jobIdProperty.name, index, '');
		return { ...origin, jobParameter: String(jobId).trim() };
	} catch {
		// n8n can't resolve the expression of 'Job ID'.
		return origin;
	}
}
