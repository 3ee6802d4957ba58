import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { jobIdOf } from '../api/jobId';
import { nameJob, type NodeFailure } from '../errors/nodeErrors';
import { refuseFixedExpressions } from '../parameters/field';
import { asFailure, logFailure } from './failure';
import type { TaskPlace } from './journal';
import type { Operation } from './operation';

export type Task<Plan> = TaskPlace & ({ plan: Plan } | { error: NodeFailure });

export type PlanningPart<Plan> = Pick<Operation<Plan>, 'fields' | 'plan' | 'split' | 'group'>;

/** Nothing is sent before all items are checked. @throws the first item's error, unless the node continues on fail */
export async function planTasks<Plan>(
	context: IExecuteFunctions,
	operation: PlanningPart<Plan>,
	items: Iterable<number>,
): Promise<Array<Task<Plan>>> {
	// In the order of each group's first item. A task without a key stays alone.
	const groups = new Map<unknown, Array<Task<Plan>>>();
	for (const index of items) {
		const { key, tasks } = await planItem(context, operation, index);
		for (const task of tasks) {
			const group = groups.get(key ?? task) ?? [];
			groups.set(key ?? task, group);
			group.push(task);
		}
	}
	const tasks = [...groups].map(([key, group]) =>
		typeof key === 'string' ? joinGroup(context, operation, group) : group[0],
	);
	for (const task of context.continueOnFail() ? [] : tasks) {
		if (!('error' in task)) continue;
		logFailure(context, task.error);
		throw task.error;
	}
	return tasks;
}

async function planItem<Plan>(
	context: IExecuteFunctions,
	operation: PlanningPart<Plan>,
	index: number,
): Promise<{ key?: string; tasks: Array<Task<Plan>> }> {
	const place = placeOf(context, operation.fields, index);
	let key: string | undefined;
	try {
		refuseFixedExpressions(operation.fields, context.getNode().parameters);
		key = operation.group?.key(context, index);
		const plan = await operation.plan(context, index);
		const plans = key === undefined && operation.split ? operation.split(plan) : [plan];
		return { key, tasks: plans.map((plan, part) => ({ ...place, part, plan })) };
	} catch (error) {
		return { key, tasks: [failedTask(context, place, error)] };
	}
}

/** An item that can't be done fails its whole group. */
function joinGroup<Plan>(
	context: IExecuteFunctions,
	{ group }: PlanningPart<Plan>,
	tasks: Array<Task<Plan>>,
): Task<Plan> {
	const itemIndexes = tasks.flatMap((task) => task.itemIndexes);
	const place = { itemIndexes, part: 0, jobParameter: tasks[0].jobParameter };
	const plans: Plan[] = [];
	for (const task of tasks) {
		if ('error' in task) return { ...place, error: task.error };
		plans.push(task.plan);
	}
	try {
		return { ...place, plan: group ? group.join(plans) : plans[0] };
	} catch (error) {
		return failedTask(context, place, error);
	}
}

function failedTask(context: IExecuteFunctions, place: TaskPlace, error: unknown) {
	const nodeError = asFailure(context, error, place.itemIndexes[0]);
	nameJob(nodeError, jobIdOf(place.jobParameter));
	return { ...place, error: nodeError };
}

export function placeOf(
	context: IExecuteFunctions,
	fields: INodeProperties[],
	index: number,
): TaskPlace {
	const place = { itemIndexes: [index], part: 0, jobParameter: '' };
	if (!fields.some(({ name }) => name === 'jobId')) return place;
	try {
		return { ...place, jobParameter: String(context.getNodeParameter('jobId', index, '')).trim() };
	} catch {
		// n8n can't resolve its expression.
		return place;
	}
}
