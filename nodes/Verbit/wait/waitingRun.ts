import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asStepError } from '../errors/nodeErrors';
import { RunLeases } from '../externalId/runLeases';
import { resumeId } from '../externalId/submitOnce';
import { anySignal } from '../http/signals';
import { cancellableSleep } from '../http/sleep';
import { Journal } from '../journal/journal';
import type { AwaitedJob, SavedWait, Skipped, WaitForJob } from '../journal/saved';
import { isAgentCall } from '../n8n/agents';
import { toErrorOutput } from '../n8n/errorOutput';
import { recoveryLeft, whyNotSuspended } from '../n8n/suspend';
import { logFailure } from '../run/failure';
import type { Operation, Output, Tools } from '../run/operation';
import { itemIndexOf, outputOf } from '../run/outputs';
import { originOf, type Task } from '../run/plan';
import { Runner } from '../run/runner';
import { CALLS_AT_A_TIME, Slots } from '../run/slots';
import { logOf, secretsOf } from '../secrets/secrets';
import { AnswerTime, submitInTime, unfinishedOutput } from './answerTime';
import { checkJob, refuseJobOfOtherHost, timeoutError } from './checkJob';
import { nextCheckAt, pauseInPlace, timeLeft } from './nextCheck';
import { type AwaitedItem, resumeRun, suspendRun } from './suspendedRun';

/** An operation with one job for each item, which takes Verbit minutes to days. `Job` holds what `finish` needs. */
export interface WaitingOperation<Plan, Job extends AwaitedJob> extends Pick<
	Operation<Plan>,
	'name' | 'action' | 'description' | 'fields' | 'plan'
> {
	/**
	 * Finds or submits the job of an item, before the first check. It is called in each execution until it has succeeded, and again
	 * if the execution has the External ID no more.
	 */
	begin(tools: Tools, plan: Plan): Promise<Job>;
	finish(tools: Tools, job: Job, info: IDataObject): Promise<Output>;
}

/** Time after which the execution is suspended before more items are submitted, so that n8n saves the jobs, ms. */
const SAVED_AFTER_MS = 60_000;

/**
 * Waits for the jobs of all items, and makes their outputs. A long wait suspends the execution: the node outputs what is known,
 * n8n runs the node again for the next check, and the journals of the items hold the state.
 */
export class WaitingRun<Plan, Job extends AwaitedJob> {
	private readonly answerTime: AnswerTime;

	private readonly lateSubmissions: Array<Promise<unknown>> = [];

	private readonly runner: Runner;

	private items: Array<AwaitedItem<Job>> = [];

	private readonly calls = new Slots(CALLS_AT_A_TIME);

	private readonly itemsOutput = new Set<number>();

	private suspendUntil = Infinity;

	private firstBeginAt?: number;

	private whyInPlace?: Promise<string | undefined>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: WaitingOperation<Plan, Job>,
		private readonly operationKey: string,
	) {
		this.answerTime = new AnswerTime(context);
		this.runner = new Runner(context, operationKey);
	}

	async run(): Promise<INodeExecutionData[]> {
		const { context } = this;
		const isResumed = resumeRun(context);
		this.items = context.getInputData().map((_, index) => this.restoreItem(index));
		try {
			if (isResumed) await this.waitForRecovery();
			await this.beginItems();
			await this.checkItems();
			if (this.suspendUntil < Infinity)
				return await suspendRun(context, this.items, this.suspendUntil);
			return outputOf(context, await this.finishItems());
		} finally {
			const settled = this.settle();
			if (this.lateSubmissions.length === 0) await settled;
			else settled.catch((error: unknown) => logFailure(context, asStepError(error)));
		}
	}

	private async settle(): Promise<void> {
		const { context, itemsOutput } = this;
		await Promise.all(this.lateSubmissions);
		const awaited = this.tasksIn('done', 'waiting').flatMap((task) => task.itemIndexes);
		await RunLeases.of(context).settleAtNodeEnd(itemsOutput, new Set(awaited));
	}

	private async waitForRecovery(): Promise<void> {
		const cancel = this.context.getExecutionCancelSignal();
		await cancellableSleep(recoveryLeft(), cancel);
		cancel?.throwIfAborted();
	}

	private async beginItems(): Promise<void> {
		const { operation, runner } = this;
		const begun = this.tasksIn('waiting', 'done');
		this.keepOutcomes(await runner.runTasks(begun, this.resumeItem, { anyCredential: true }));
		const toBegin = this.tasksIn('toBegin').flatMap((task) => task.itemIndexes);
		this.keepOutcomes(await runner.runTasks(await runner.plan(operation, toBegin), this.beginItem));
	}

	private async checkItems(): Promise<void> {
		// All jobs are checked at once, because a job with a long Poll Interval must not delay others.
		const limits = { anyCredential: true, atATime: Infinity };
		this.keepOutcomes(await this.runner.runTasks(this.tasksIn('waiting'), this.checkItem, limits));
	}

	private async finishItems(): Promise<Array<INodeExecutionData | Skipped>> {
		const { context, items } = this;
		// An item that isn't done is one of an MCP client whose time is up.
		const unfailed = this.tasksIn('done', 'waiting', 'toBegin');
		const outcomes = await this.runner.runTasks(unfailed, this.finishItem, { anyCredential: true });
		const earlier = items.flatMap(({ state, journal: { itemIndex: item } }) => {
			if (state.is === 'skipped') return state.skipped;
			if (state.is !== 'failed') return [];
			return toErrorOutput(context, { json: state.output, pairedItem: [{ item }] });
		});
		return [...earlier, ...outcomes];
	}

	/** Keeps how items ended before their result. Work up to there outputs nothing, so an item that is output has failed. */
	private keepOutcomes(outcomes: Array<INodeExecutionData | Skipped>): void {
		for (const outcome of outcomes) {
			const item = this.items['json' in outcome ? itemIndexOf(outcome) : outcome.item];
			const { job, status } = item.state;
			item.state =
				'json' in outcome
					? { is: 'failed', job, status, output: outcome.json }
					: { is: 'skipped', job, status, skipped: outcome };
		}
	}

	/** Returns the items in these states as tasks. The plan of each is its state. */
	private tasksIn<Is extends SavedWait['is']>(...kinds: Is[]) {
		type State = SavedWait<Job> & { is: Is };
		const isWanted = (state: SavedWait<Job>): state is State => kinds.some((is) => is === state.is);
		return this.items.flatMap(({ journal, state }): Task<State> | [] =>
			isWanted(state)
				? { ...originOf(this.context, this.operation.fields, journal.itemIndex), plan: state }
				: [],
		);
	}

	private readonly beginItem = async (tools: Tools, plan: Plan): Promise<void> => {
		const now = Date.now();
		this.firstBeginAt ??= now;
		if (now - this.firstBeginAt >= SAVED_AFTER_MS && (await this.canSuspend())) {
			this.suspendUntil = now;
			return;
		}
		const item = this.items[tools.journal.itemIndex];
		const submit = async () => await this.operation.begin(tools, plan);
		const begun = await submitInTime(this.answerTime, tools, submit);
		if ('lateEnd' in begun) {
			this.lateSubmissions.push(begun.lateEnd);
			return;
		}
		const { job: earlier } = item.state;
		// If the item was begun anew but has the same job, its timeout goes on from the first begin.
		const since = earlier?.jobId === begun.job.jobId ? earlier.since : Date.now();
		item.state = { is: 'waiting', job: { ...begun.job, since } };
		// This journal of the item knows the credential, too.
		tools.journal.saveWait(item.state);
	};

	private readonly resumeItem = async (tools: Tools, state: WaitForJob<Job>) => {
		// An agent that calls again after a timeout waits anew.
		const waitsAnew = isAgentCall(this.context) && timeLeft(state.job) <= 0;
		const job = waitsAnew ? { ...state.job, since: Date.now() } : state.job;
		const goesOn = await resumeId(tools);
		this.items[tools.journal.itemIndex].state = goesOn ? { ...state, job } : { is: 'toBegin', job };
	};

	private readonly checkItem = async (tools: Tools, { job }: WaitForJob<Job>) => {
		const { client, journal, signal } = tools;
		const item = this.items[journal.itemIndex];
		const secrets = secretsOf(this.context);
		const mode = this.context.getMode();
		for (;;) {
			const checking = this.calls.use(
				async () => await checkJob(this.answerTime.limited(client), job.jobId, journal),
			);
			// An exchange of the key, which n8n makes, has a longer limit than the call.
			const check = await this.answerTime.inTime(checking);
			if (check === undefined) {
				item.state.status ??= 'unknown';
				return;
			}
			const status = secrets.redact(check.text);
			if (check.info !== undefined) {
				item.state = { is: 'done', job, status, info: secrets.redactOutput(check.info) };
				return;
			}
			item.state = { is: 'waiting', job, status };
			const next = nextCheckAt(job, mode);
			if (next !== undefined && (await this.canSuspend())) {
				this.suspendUntil = Math.min(this.suspendUntil, next);
				return;
			}
			if (timeLeft(job) <= 0) throw timeoutError(job, check, journal.isSubmission);
			const answerDueIn = this.answerTime.left();
			if (answerDueIn <= 0) return;
			await cancellableSleep(Math.min(pauseInPlace(job, mode), answerDueIn), signal);
			signal.throwIfAborted();
		}
	};

	private readonly finishItem = async (tools: Tools, state: SavedWait<Job>) => {
		const unfinished = { json: unfinishedOutput(tools.journal, state.status) };
		if (state.is !== 'done') return unfinished;
		await refuseJobOfOtherHost(tools.client, tools.journal.credentialHash);
		const late = new AbortController();
		const signal = anySignal(tools.signal, late.signal);
		const finishing = this.operation.finish({ ...tools, signal }, state.job, state.info);
		const output = await this.answerTime.inTime(finishing);
		late.abort();
		if (output === undefined) return unfinished;
		this.itemsOutput.add(tools.journal.itemIndex);
		return output;
	};

	private async canSuspend(): Promise<boolean> {
		const { context } = this;
		this.whyInPlace ??= whyNotSuspended(context).then((reason) => {
			const text = `${context.getNode().name} waits without suspending the execution: ${reason}`;
			if (reason) logOf(context).warn(text);
			return reason;
		});
		return (await this.whyInPlace) === undefined;
	}

	private restoreItem(index: number): AwaitedItem<Job> {
		const { context, operation, operationKey } = this;
		const restored = Journal.ofItems(context, [index]).find((journal) => journal.awaited());
		const origin = originOf(context, operation.fields, index);
		const journal = restored ?? Journal.ofTask(context, origin, operationKey);
		const state = journal.awaited<Job>() ?? { is: 'toBegin' };
		const { job } = state;
		// If this try fails, Retry On Fail checks the job again, and the time that was waited counts.
		if (restored) journal.saveWait(job ? { is: 'waiting', job } : { is: 'toBegin' });
		return { journal, state };
	}
}
