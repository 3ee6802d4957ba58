import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asStepError } from '../errors/nodeErrors';
import { RunLeases } from '../externalId/runLeases';
import { holdIdAgain } from '../externalId/submitOnce';
import { cancellableSleep } from '../http/sleep';
import { Journal } from '../journal/journal';
import type { AwaitedJob, BegunWait, SavedWait } from '../journal/saved';
import { isAgentCall } from '../n8n/agents';
import { toErrorOutput } from '../n8n/errorOutput';
import { recoveryLeft, whyNotSuspended } from '../n8n/suspend';
import { logFailure } from '../run/failure';
import type { Operation, Output, Tools } from '../run/operation';
import { itemIndexOf, type Outcome, outputOf } from '../run/outputs';
import { originOf, type Task } from '../run/plan';
import { Runner } from '../run/runner';
import { CALLS_AT_A_TIME, Slots } from '../run/slots';
import { logOf, secretsOf } from '../secrets/secrets';
import { AnswerTime, submitInTime, unfinishedOutput } from './answerTime';
import { checkJob, refuseJobOfOtherHost, timeoutError } from './checkJob';
import { nextCheckAt, pauseInPlace, timeLeft } from './nextCheck';
import { type ItemWait, resumeRun, suspendRun } from './suspendedRun';

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

	private readonly runner: Runner;

	private waits: Array<ItemWait<Job>> = [];

	private readonly checkSlots = new Slots(CALLS_AT_A_TIME);

	private readonly itemsWithOutput = new Set<number>();

	private suspendUntil = Infinity;

	private firstBeginAt?: number;

	private isSuspendable?: Promise<boolean>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: WaitingOperation<Plan, Job>,
		private readonly operationKey: string,
	) {
		this.answerTime = new AnswerTime(context);
		this.runner = new Runner(context, operationKey);
	}

	async run(): Promise<INodeExecutionData[]> {
		const { context, runner } = this;
		const anyCredential = true;
		const isResumed = resumeRun(context);
		this.waits = context.getInputData().map((_, index) => this.takeUpWait(index));
		try {
			if (isResumed) await this.outlastRecovery();
			const begun = this.tasksIn('waiting', 'done');
			this.keepEnded(await runner.runTasks(begun, this.resumeWait, { anyCredential }));
			const toBegin = this.tasksIn('toBegin').flatMap((task) => task.itemIndexes);
			const planned = await runner.plan(this.operation, toBegin);
			this.keepEnded(await runner.runTasks(planned, this.beginItem));
			// All jobs are checked at once, because a job with a long Poll Interval must not delay others.
			const options = { anyCredential, atATime: Infinity };
			this.keepEnded(await runner.runTasks(this.tasksIn('waiting'), this.checkUntilDone, options));
			if (this.suspendUntil < Infinity)
				return await suspendRun(context, this.waits, this.suspendUntil);
			return outputOf(context, await this.makeOutputs());
		} finally {
			await this.settleLeases();
		}
	}

	/** Takes up the wait that this execution has saved for an item, or begins one. */
	private takeUpWait(index: number): ItemWait<Job> {
		const { context, operation, operationKey } = this;
		const restored = Journal.ofItems(context, [index]).find((journal) => journal.savedWait());
		const origin = originOf(context, operation.fields, index);
		const journal = restored ?? Journal.ofTask(context, origin, operationKey);
		const state = journal.savedWait<Job>() ?? { is: 'toBegin' };
		const { job } = state;
		// If this try fails, Retry On Fail checks the job again, and the time that was waited counts.
		if (restored) journal.saveWait(job ? { is: 'waiting', job } : { is: 'toBegin' });
		return { origin, journal, state };
	}

	private async outlastRecovery(): Promise<void> {
		const cancel = this.context.getExecutionCancelSignal();
		await cancellableSleep(recoveryLeft(), cancel);
		cancel?.throwIfAborted();
	}

	private async makeOutputs(): Promise<Outcome[]> {
		const { context, waits } = this;
		// An item that isn't done is one of an MCP client whose time is up.
		const toOutput = this.tasksIn('done', 'waiting', 'toBegin');
		const outcomes = await this.runner.runTasks(toOutput, this.finishItem, { anyCredential: true });
		const earlier = waits.flatMap(({ state, journal: { itemIndex: item } }) => {
			if (state.is === 'skipped') return state.skipped;
			if (state.is !== 'failed') return [];
			return toErrorOutput(context, { json: state.output, pairedItem: [{ item }] });
		});
		return [...earlier, ...outcomes];
	}

	/** Settles the leases of the run's External IDs, after late submissions: nobody waits for these. */
	private async settleLeases(): Promise<void> {
		const { context, itemsWithOutput } = this;
		const { lateSubmissions } = this.answerTime;
		const settled = Promise.all(lateSubmissions).then(async () => {
			const awaited = this.tasksIn('done', 'waiting').flatMap((task) => task.itemIndexes);
			await RunLeases.of(context).settleAtNodeEnd(itemsWithOutput, new Set(awaited));
		});
		if (lateSubmissions.length === 0) await settled;
		else settled.catch((error: unknown) => logFailure(context, asStepError(error)));
	}

	/** Returns the items in these states as tasks. The plan of each is its state. */
	private tasksIn<Is extends SavedWait['is']>(...kinds: Is[]) {
		type State = SavedWait<Job> & { is: Is };
		const isWanted = (state: SavedWait<Job>): state is State => kinds.some((is) => is === state.is);
		return this.waits.flatMap(({ origin, state }): Task<State> | [] =>
			isWanted(state) ? { ...origin, plan: state } : [],
		);
	}

	/** Keeps which items failed or were skipped. The work on them outputs nothing, so an item that is output has failed. */
	private keepEnded(outcomes: Outcome[]): void {
		for (const outcome of outcomes) {
			const isFailed = 'json' in outcome;
			const wait = this.waits[isFailed ? itemIndexOf(outcome) : outcome.item];
			const { job, status } = wait.state;
			wait.state = isFailed
				? { is: 'failed', job, status, output: outcome.json }
				: { is: 'skipped', job, status, skipped: outcome };
		}
	}

	/** Takes up a wait in this try, or has the item begun anew if the execution has its External ID no more. */
	private readonly resumeWait = async (tools: Tools, state: BegunWait<Job>): Promise<void> => {
		// An agent that calls again after a timeout waits anew.
		const waitsAnew = isAgentCall(this.context) && timeLeft(state.job) <= 0;
		const job = waitsAnew ? { ...state.job, since: Date.now() } : state.job;
		const goesOn = await holdIdAgain(tools);
		this.waits[tools.journal.itemIndex].state = goesOn ? { ...state, job } : { is: 'toBegin', job };
	};

	/** Finds or submits the job of an item. If that has taken long for earlier items, the execution is suspended instead. */
	private readonly beginItem = async (tools: Tools, plan: Plan): Promise<void> => {
		const now = Date.now();
		this.firstBeginAt ??= now;
		if (now - this.firstBeginAt >= SAVED_AFTER_MS && (await this.canSuspend())) {
			this.suspendUntil = now;
			return;
		}
		const submit = async () => await this.operation.begin(tools, plan);
		const job = await submitInTime(this.answerTime, tools, submit);
		if (job === undefined) return;
		const wait = this.waits[tools.journal.itemIndex];
		const { job: earlier } = wait.state;
		// If the item was begun anew but has the same job, its timeout goes on from the first begin.
		const since = earlier?.jobId === job.jobId ? earlier.since : Date.now();
		wait.state = { is: 'waiting', job: { ...job, since } };
		// This journal has the hash of the credential, which that of the wait lacks.
		tools.journal.saveWait(wait.state);
	};

	/** Checks a job until it is done, the execution is to be suspended, or the caller must have its answer. */
	private readonly checkUntilDone = async (tools: Tools, { job }: BegunWait<Job>) => {
		const { journal, signal } = tools;
		const mode = this.context.getMode();
		for (;;) {
			const unfinished = await this.checkOnce(tools, job);
			if (unfinished === undefined) return;
			const next = nextCheckAt(job, mode);
			if (next !== undefined && (await this.canSuspend())) {
				this.suspendUntil = Math.min(this.suspendUntil, next);
				return;
			}
			if (timeLeft(job) <= 0) throw timeoutError(job, unfinished, journal);
			const answerDueIn = this.answerTime.left();
			if (answerDueIn <= 0) return;
			await cancellableSleep(Math.min(pauseInPlace(job, mode), answerDueIn), signal);
			signal.throwIfAborted();
		}
	};

	/** Checks a job, and keeps its status. Returns the status of an unfinished job if there is time for another check. */
	private async checkOnce({ client, journal }: Tools, job: BegunWait<Job>['job']) {
		const wait = this.waits[journal.itemIndex];
		const checking = this.checkSlots.use(
			async () => await checkJob(this.answerTime.limited(client), job.jobId, journal),
		);
		// An exchange of the key, which n8n makes, has a longer limit than the call.
		const check = await this.answerTime.inTime(checking);
		if (check === undefined) {
			wait.state.status ??= 'unknown';
			return undefined;
		}
		const secrets = secretsOf(this.context);
		const status = secrets.redact(check.text);
		if (check.info === undefined) {
			wait.state = { is: 'waiting', job, status };
			return check;
		}
		wait.state = { is: 'done', job, status, info: secrets.redactOutput(check.info) };
		return undefined;
	}

	private readonly finishItem = async (tools: Tools, state: SavedWait<Job>): Promise<Output> => {
		const unfinished = { json: unfinishedOutput(tools.journal, state.status) };
		if (state.is !== 'done') return unfinished;
		await refuseJobOfOtherHost(tools.client, tools.journal.credentialHash);
		// A download that takes longer than the caller waits is ended.
		const late = new AbortController();
		const signal = AbortSignal.any([tools.signal, late.signal]);
		const finishing = this.operation.finish({ ...tools, signal }, state.job, state.info);
		const output = await this.answerTime.inTime(finishing);
		late.abort();
		if (output === undefined) return unfinished;
		this.itemsWithOutput.add(tools.journal.itemIndex);
		return output;
	};

	/** Returns whether the execution can be suspended. If it can't, n8n's log has the reason, once a run. */
	private async canSuspend(): Promise<boolean> {
		const { context } = this;
		this.isSuspendable ??= whyNotSuspended(context).then((reason) => {
			const text = `${context.getNode().name} waits without suspending the execution: ${reason}`;
			if (reason !== undefined) logOf(context).warn(text);
			return reason === undefined;
		});
		return await this.isSuspendable;
	}
}
