import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ServiceClient } from '../api/client';
import { jobInfo } from '../api/jobInfo';
import { type NodeFailure, withJob } from '../errors/nodeErrors';
import { StepError } from '../errors/stepError';
import { STOPPED } from '../http/cancellation';
import { Records } from '../n8n/records';
import { positiveInteger } from '../parameters/values';
import { concurrency } from '../upload/transferOptions';
import { CompletedSteps, shortHash } from './completedSteps';
import {
	addSentence,
	appendCreated,
	failureOf,
	endFailedJob,
	failedItem,
	logFailure,
} from './failure';
import type { Operation, OperationContext, Task } from './operation';
import { planTasks, sequencesOf } from './plan';
import { type Skipped, skippedBy, withSkipped } from './skipped';
import { Slots } from './slots';

export class Runner<Plan> {
	/** Ends transfers and waits that are still under way after a failure that ends the run. */
	private readonly stop = new AbortController();

	private readonly signal: AbortSignal;

	private readonly client: ServiceClient;

	private readonly concurrency: number;

	private readonly transfers: Slots;

	private readonly records: Records;

	private readonly skipped: Skipped[] = [];

	private firstFailure?: NodeFailure;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation<Plan>,
	) {
		const cancel = context.getExecutionCancelSignal();
		this.signal = AbortSignal.any([this.stop.signal, ...(cancel ? [cancel] : [])]);
		this.client = new ServiceClient(context, this.signal);
		this.concurrency = readConcurrency(context);
		this.transfers = new Slots(this.concurrency);
		this.records = new Records(context);
	}

	/** Nothing is still under way when it returns or throws. The outputs are in the order of the items. */
	async run(): Promise<INodeExecutionData[]> {
		// A refused value may be the key, which a message must not show.
		await this.client.findBaseUrl().catch(() => undefined);
		const tasks = await planTasks(this.context, this.operation).catch((error: NodeFailure) => {
			const { length } = this.context.getInputData();
			const isFirstTry = CompletedSteps.ofItems(this.context, Array(length).keys()).length === 0;
			if (length > 1 && isFirstTry) addSentence(error, 'OTHER_ITEMS');
			return this.throwWithCreated(error);
		});
		const outputs: INodeExecutionData[][] = [];
		// All workers take their tasks from one iterator, so each task is taken once.
		const queue = sequencesOf(tasks, this.operation).values();
		const work = async () => {
			for (const sequence of queue) {
				for (const [position, task] of sequence) outputs[position] = await this.runTask(task);
			}
		};
		const atATime = Math.max(this.operation.atATime ?? 0, this.concurrency);
		const length = Math.min(tasks.length, atATime);
		await Promise.all(Array.from({ length }, work));
		const all = withSkipped(this.context, outputs.flat(), this.skipped);
		if (this.firstFailure === undefined) return all;
		return this.throwWithCreated(this.firstFailure);
	}

	/** Also lists what earlier attempts created, where this one ends early. */
	private readonly throwWithCreated = (error: NodeFailure): never => {
		const items = this.context.getInputData().keys();
		throw appendCreated(this.context, error, CompletedSteps.ofItems(this.context, items));
	};

	private async runTask(task: Task<Plan>): Promise<INodeExecutionData[]> {
		if (this.stop.signal.aborted) return [];
		const { context, client, signal, transfers, records } = this;
		if (task.error !== undefined) {
			logFailure(context, task.error);
			return this.failed(task.error, task);
		}
		try {
			const operation = this.operation.option.value as string;
			const account = this.operation.isFollowUp ? undefined : await accountOf(context, client);
			const completed = CompletedSteps.of(context, task, { operation, account });
			await completed.continueIn(account, async (jobId) => await jobInfo(client, jobId));
			const run: OperationContext = { context, client, signal, transfers, completed, records };
			const output = await this.operation.run(run, task.plans);
			if (!output) return [];
			const { json, binary, asIs } = output;
			const shown = { json: client.secrets.clean(json, asIs), ...(binary && { binary }) };
			return [{ ...shown, pairedItem: pairedItemOf(task) }];
		} catch (error) {
			const skipped = skippedBy(context, error, task.itemIndexes[0]);
			if (skipped !== undefined) {
				this.skipped.push(skipped);
				return [];
			}
			const tasks = CompletedSteps.ofItems(context, task.itemIndexes, task.part);
			const ended = endFailedJob(error, tasks);
			const nodeError = failureOf(context, ended, task.itemIndexes[0]);
			if (!this.isCutShort(error)) logFailure(context, nodeError);
			return this.failed(nodeError, task);
		}
	}

	/** Whether the item failed only because the run was stopped. */
	private isCutShort(error: unknown): boolean {
		const { aborted, reason } = this.signal;
		const isStopped = error instanceof StepError && error.details.message.includes(STOPPED);
		return aborted && (isStopped || error === reason);
	}

	private failed(error: NodeFailure, task: Task<Plan>): INodeExecutionData[] {
		// What can't be planned has no parts yet.
		const part = task.error === undefined ? task.part : undefined;
		const tasks = CompletedSteps.ofItems(this.context, task.itemIndexes, part);
		withJob(error, tasks.find(({ createdJob }) => createdJob !== undefined)?.createdJob);
		withJob(error, positiveInteger(task.jobId));
		if (this.context.continueOnFail()) {
			appendCreated(this.context, error, tasks);
			return [failedItem(this.context, error, tasks, pairedItemOf(task))];
		}
		this.firstFailure ??= error;
		this.stop.abort();
		return [];
	}
}

function pairedItemOf({ itemIndexes }: Task<unknown>): Array<{ item: number }> {
	return itemIndexes.map((item) => ({ item }));
}

/** The credential and its host: with another credential or host, nothing counts as done. */
async function accountOf(context: IExecuteFunctions, client: ServiceClient): Promise<string> {
	const { credentials } = context.getNode();
	return shortHash([credentials?.verbitApi?.id, await client.findBaseUrl()]);
}

/** The option Concurrency of the first item, for all items: they share one limit. */
function readConcurrency(context: IExecuteFunctions): number {
	try {
		return concurrency.readIn(context.getNodeParameter('options', 0, {}) as IDataObject);
	} catch {
		// An expression that fails, or a number out of bounds, is the error of the item whose options are read.
		return concurrency.readIn({});
	}
}
