import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ServiceClient } from '../api/client';
import { getJob, saysUnknownJob } from '../api/jobInfo';
import { createError } from '../errors/createError';
import { asStepError } from '../errors/nodeErrors';
import { StepError } from '../errors/stepError';
import { anySignal } from '../http/signals';
import { jobIdOf } from '../inspect/inspect';
import { hashOfCredential, isOfHost } from '../journal/hashes';
import { Journal } from '../journal/journal';
import { secretsOf } from '../secrets/secrets';
import type { TaskFailure } from './advice';
import { readConcurrency } from './concurrency';
import { failedItem, giveUpJob, logFailure, toAdvisedError } from './failure';
import type { Operation, Output, Tools } from './operation';
import { ItemSkipped, logSkip, type Outcome, outputOf } from './outputs';
import { type Planner, planTasks, type Task } from './plan';
import { CALLS_AT_A_TIME, Slots } from './slots';

export async function runOperation<Plan>(
	context: IExecuteFunctions,
	operation: Planner<Plan> & Pick<Operation<Plan>, 'perform' | 'movesFiles'>,
	operationKey: string,
): Promise<INodeExecutionData[]> {
	const { perform, movesFiles } = operation;
	const runner = new Runner(context, operationKey);
	const tasks = await runner.plan(operation);
	const atATime = movesFiles ? undefined : CALLS_AT_A_TIME;
	return outputOf(context, await runner.runTasks(tasks, perform, { atATime }));
}

export class Runner {
	/** Ends transfers and waits that are still under way when a failure ends the run. */
	private readonly afterFailure = new AbortController();

	private readonly tools: Omit<Tools, 'journal' | 'runStep'>;

	private readonly concurrency: number;

	private firstFailure?: TaskFailure;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operationKey: string,
	) {
		const signal = anySignal(this.afterFailure.signal, context.getExecutionCancelSignal());
		const client = new ServiceClient(context, { signal });
		this.concurrency = readConcurrency(context);
		const transfers = new Slots(this.concurrency);
		this.tools = { context, client, signal, transfers, runBegan: Date.now() };
	}

	async plan<Plan>(
		operation: Planner<Plan>,
		items: Iterable<number> = this.context.getInputData().keys(),
	): Promise<Array<Task<Plan>>> {
		// The API key is read first, so that it is redacted if a user has pasted it into a field.
		await this.tools.client.credential().catch(() => undefined);
		return await planTasks(this.context, operation, items);
	}

	/**
	 * Returns or throws only after all tasks have ended.
	 * @param atATime how many tasks are in work at a time, or Concurrency if that is more
	 * @param anyCredential whether the credential may differ from earlier tries, because the tasks change nothing at Verbit
	 * @returns the outcomes in the order of the tasks, without tasks that go on later
	 */
	async runTasks<Plan>(
		tasks: Array<Task<Plan>>,
		perform: (tools: Tools, plan: Plan) => Promise<Output | void>,
		{ atATime = 0, anyCredential = false } = {},
	): Promise<Outcome[]> {
		this.tools.client.forgetRefusals();
		const slots = new Slots(Math.max(atATime, this.concurrency));
		const runInTurn = async (task: Task<Plan>) => {
			const release = await slots.acquire();
			return await this.runTask(task, perform, anyCredential).finally(release);
		};
		const outcomes = await Promise.all(tasks.map(runInTurn));
		if (this.firstFailure === undefined) return outcomes.filter((outcome) => outcome !== undefined);
		const journals = Journal.ofItems(this.context, this.context.getInputData().keys());
		throw toAdvisedError(this.context, { ...this.firstFailure, journals });
	}

	private async runTask<Plan>(
		task: Task<Plan>,
		perform: (tools: Tools, plan: Plan) => Promise<Output | void>,
		anyCredential: boolean,
	): Promise<Outcome | undefined> {
		if (this.afterFailure.signal.aborted) return undefined;
		const { context, operationKey: key, tools } = this;
		if ('error' in task) return this.handleFailure(task.error, task);
		try {
			const credentialHash = anyCredential ? undefined : await this.credentialHash();
			const journal = Journal.ofTask(context, task, key, credentialHash);
			journal.undoGiveUp();
			if (credentialHash !== undefined) await this.refuseOtherCredential(journal, credentialHash);
			const output = await perform({ ...tools, journal, runStep: journal.runStep }, task.plan);
			if (!output) return undefined;
			const { binary, unredacted } = output;
			const json = secretsOf(context).redactOutput(output.json, unredacted);
			return { json, ...(binary && { binary }), pairedItem: pairedItemOf(task) };
		} catch (error) {
			if (!(error instanceof ItemSkipped)) return this.handleFailure(error, task);
			logSkip(context, error);
			return error.skipped;
		}
	}

	/**
	 * Compares the credential with earlier tries. A new credential may belong to the same account, so Verbit is asked for the job
	 * with it; on another host the same job number is another job.
	 * @throws StepError, before anything is changed, if Verbit doesn't know the job or its creation is in doubt
	 */
	private async refuseOtherCredential(journal: Journal, credentialHash: string): Promise<void> {
		if (journal.credentialHash === undefined || credentialHash === journal.credentialHash) return;
		const { jobId } = journal;
		if (jobId === undefined && journal.stateOf('create') === 'untried') return;
		const { baseUrl } = await this.tools.client.credential();
		// If Verbit can't be asked, the next call fails with the reason.
		const isUnknown =
			!isOfHost(journal.credentialHash, baseUrl) ||
			jobId === undefined ||
			(await getJob(this.tools.client, jobId).then(() => false, saysUnknownJob));
		if (isUnknown) throw createError('CREDENTIAL_CHANGED', {}, { jobId: journal.submissionJobId });
	}

	private async credentialHash(): Promise<string> {
		const { credentials } = this.context.getNode();
		const { baseUrl } = await this.tools.client.credential();
		return hashOfCredential(baseUrl, credentials?.verbitApi?.id);
	}

	/** Returns whether an item failed only because the run was stopped: it got no response, and nothing can have been done. */
	private isCutShort(error: unknown): boolean {
		const { aborted, reason } = this.tools.signal;
		if (!aborted) return false;
		if (!(error instanceof StepError)) return error === reason;
		return error.details.response === undefined && error.details.isInDoubt !== true;
	}

	/**
	 * Logs a failure, and gives up the job of the task if it is lost.
	 * @returns the failed item; undefined if the failure ends the run
	 */
	private handleFailure(thrown: unknown, task: Task<unknown>): INodeExecutionData | undefined {
		const { context } = this;
		const { itemIndexes, jobParameter } = task;
		// An unplanned item isn't split into parts, so the journals of all its parts count.
		const journals = Journal.ofItems(context, itemIndexes, 'plan' in task ? task.part : undefined);
		const [created] = journals.flatMap(({ submissionJobId }) => submissionJobId ?? []);
		const error = asStepError(thrown).with({ jobOfTask: created ?? jobIdOf(jobParameter) });
		const itemIndex = 'plan' in task ? itemIndexes[0] : task.failedIndex;
		const failure = { error, itemIndex, journals };
		giveUpJob(context, failure);
		if (!this.isCutShort(thrown)) logFailure(context, error);
		if (context.continueOnFail()) return failedItem(context, failure, pairedItemOf(task));
		this.firstFailure ??= failure;
		this.afterFailure.abort();
		return undefined;
	}
}

function pairedItemOf({ itemIndexes }: Task<unknown>): Array<{ item: number }> {
	return itemIndexes.map((item) => ({ item }));
}
