import { type IExecuteFunctions, type INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { type Entry, isWaiting, type Wait } from './entry';
import { type Look, lookAtJob } from './lookAtJob';
import { nextLookIn } from './nextLook';
import { waitingWorkflow } from './subWorkflow';
import { toNodeError } from '../errors/nodeErrors';
import type { Run } from '../run/operation';
import type { Task } from '../run/task';

/** A wait that may take longer gives the worker back to n8n, ms. */
const LONGEST_IN_PLACE_MS = 5 * 60_000;

/** Who starts n8n in these modes wants the result of the very run. */
const MODES_IN_PLACE = ['cli', 'evaluation'];

type Looker = Pick<Run, 'client' | 'inTurn'>;
type Tasks = Array<Task<Entry>>;

/**
 * Hands a long wait over to n8n. n8n does not run a node again after it has put an execution to wait, but a node that
 * calls a sub-workflow gets its output also when that has waited: so the jobs go into a small sub-workflow that waits,
 * looks at them, and waits again (see `subWorkflow.ts`). Neither it nor the calling execution is in a worker meanwhile.
 * @returns what the node puts out for now, or nothing where the wait is over, is short, or has to be done here
 */
export async function handOver(
	context: IExecuteFunctions,
	looker: Looker,
	tasks: Tasks,
): Promise<INodeExecutionData[] | undefined> {
	if (!canHandOver(context) || !tasks.some(isLong)) return undefined;
	const goesOn = await lookAtAll(context, looker, tasks);
	if (!goesOn || !tasks.some(isLong)) return undefined;
	return await callSubWorkflow(context, tasks).then(undefined, (error: Error) => {
		context.logger.warn(`Wait for completion: waits in place, as n8n refused: ${error.message}`);
		return undefined;
	});
}

/**
 * A further look at the jobs, in the sub-workflow.
 * @returns the items for the next one; none when nobody waits for them any more; undefined when the wait is over
 */
export async function lookAgain(
	context: IExecuteFunctions,
	looker: Looker,
	tasks: Tasks,
	{ executionId, since }: Wait,
): Promise<INodeExecutionData[] | undefined> {
	if (await hasStopped(context, executionId)) return [];
	const goesOn = await lookAtAll(context, looker, tasks);
	return goesOn ? itemsOf(tasks, executionId, since) : undefined;
}

/**
 * `onExecutionFinish` only tells the version: it is there since n8n 2.33, and n8n hands the error of a sub-workflow that
 * has waited to the calling execution since 2.27. Before that, the calling node would pass its input on all the same.
 */
function canHandOver(context: IExecuteFunctions): boolean {
	return context.onExecutionFinish !== undefined && !MODES_IN_PLACE.includes(context.getMode());
}

function isLong({ plans: [entry], error }: Task<Entry>): boolean {
	if (error !== undefined || !isWaiting(entry)) return false;
	return entry.deadline - Date.now() > LONGEST_IN_PLACE_MS;
}

/**
 * Looks at each job that is waited for, and leaves in its task what was seen.
 * @returns whether there is one to wait for, and no failure that ends the run
 */
async function lookAtAll(
	context: IExecuteFunctions,
	{ client, inTurn }: Looker,
	tasks: Tasks,
): Promise<boolean> {
	const lookAt = async (task: Task<Entry>) => {
		const [entry] = task.plans;
		if (task.error !== undefined || !isWaiting(entry)) return;
		await inTurn(async () => await lookAtJob(client, entry)).then(
			(look) => (task.plans = [afterLook(entry, look)]),
			(error: unknown) => (task.error = toNodeError(context.getNode(), error, task.itemIndexes[0])),
		);
	};
	await Promise.all(tasks.map(lookAt));
	if (tasks.some(isLost) && !context.continueOnFail()) return false;
	return tasks.some(({ plans: [entry], error }) => error === undefined && isWaiting(entry));
}

function afterLook(entry: Exclude<Entry, { failure: unknown }>, look: Look): Entry {
	const seen = { ...entry, wasSeen: true };
	if ('info' in look) return { ...seen, end: 'completed' };
	const isOver = entry.deadline <= Date.now();
	return { ...seen, status: look.text, ...(isOver && { end: 'deadline' }) };
}

/** Failed, or past its deadline. */
function isLost({ plans: [entry], error }: Task<Entry>): boolean {
	return error !== undefined || 'failure' in entry || entry.end === 'deadline';
}

async function callSubWorkflow(
	context: IExecuteFunctions,
	tasks: Tasks,
): Promise<INodeExecutionData[]> {
	const executionId = context.getExecutionId();
	const workflowId = String(context.getWorkflow().id);
	const settings = context.getWorkflowSettings();
	const code = waitingWorkflow(context.getNode(), context.continueOnFail(), settings);
	const items = itemsOf(tasks, executionId, Date.now());
	const { waitTill, data } = await context.executeWorkflow({ code }, items, undefined, {
		executionMode: context.getMode(),
		parentExecution: { executionId, workflowId, shouldResume: true },
	});
	// n8n hands the output of the sub-workflow on when it resumes this execution.
	if (waitTill) return [];
	return (data[0] ?? []).map((item, index) => ({ ...item, pairedItem: { item: index } }));
}

function itemsOf(tasks: Tasks, executionId: string, since: number): INodeExecutionData[] {
	const entries = tasks.map(entryOf);
	const wait: Wait = { executionId, since, nextLookIn: nextLookIn(entries, since) };
	return entries.map((entry, item) => ({ json: { ...entry, ...wait }, pairedItem: { item } }));
}

function entryOf({ plans, error }: Task<Entry>): Entry {
	if (error === undefined) return plans[0];
	const { message, description } = error;
	const isAnswer = error instanceof NodeApiError;
	return {
		failure: {
			kind: isAnswer ? 'answer' : 'input',
			// Its message holds its step already.
			step: 'Check input',
			what: message,
			remedy: description ?? '',
			...(isAnswer && error.httpCode !== null && { httpCode: error.httpCode }),
		},
	};
}

/** Whether the calling execution was stopped or deleted: n8n does not tell its sub-workflow. */
async function hasStopped(context: IExecuteFunctions, executionId: string): Promise<boolean> {
	const data = await context.getExecutionDataById(executionId);
	return data === undefined || data.resultData.error !== undefined;
}
