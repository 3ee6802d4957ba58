import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type JobStatus, outputFields } from '../api/jobInfo';
import { createError } from '../errors/createError';
import { cancellableSleep } from '../http/cancellation';
import { toErrorOutput } from '../n8n/errorOutput';
import { reasonAgainst, recoveryLeft } from '../n8n/suspend';
import { checkJob } from './checkJob';
import { nextCheckAt, pauseInPlace, staysUntil, timeLeft } from './nextCheck';
import type { Output } from '../run/operation';
import { type Task, unitOf } from '../run/plan';
import { Runner } from '../run/runner';
import { itemIndexOf, withSkipped } from '../run/skipped';
import { CALLS_AT_A_TIME, Slots } from '../run/slots';
import type { WritingOperation, WritingTools } from '../run/completedSteps';
import { logOf } from '../secrets/secrets';
import {
	type AwaitedItem,
	type AwaitedJob,
	isAwaited,
	isToBegin,
	type ItemState,
	resumeRun,
	suspendRun,
} from './suspendedRun';

/** An operation with one job for each item, which takes Verbit minutes to days. @typeParam Job with what `finish` needs */
export interface WaitingOperation<Plan, Job extends AwaitedJob> extends Pick<
	WritingOperation<Plan>,
	'name' | 'action' | 'description' | 'fields' | 'plan'
> {
	/** Finds or submits the job of an item, in this execution or an earlier one: once, before the first check. */
	begin: (tools: WritingTools, plan: Plan) => Promise<Job>;
	/** Called when the jobs of all items have ended. */
	finish: (tools: WritingTools, job: Job, info: IDataObject) => Promise<Output>;
}

/** After so long, what was started is saved before more is, ms. */
const SAVED_AFTER_MS = 60_000;

/**
 * Waits for the jobs of all items, and makes their outputs. A long wait suspends the execution: the node then outputs what
 * is known, n8n runs it again for the next check, and it continues with what is kept.
 */
export class WaitingRun<Plan, Job extends AwaitedJob> {
	private readonly runner: Runner;

	private readonly items: Array<ItemState<Job>>;

	private readonly isResumed: boolean;

	private readonly calls = new Slots(CALLS_AT_A_TIME);

	/** ms since 1970 */
	private nextCheckAt = Infinity;

	private beganAt?: number;

	private reason?: Promise<string | undefined>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: WaitingOperation<Plan, Job>,
		key: string,
	) {
		this.runner = new Runner(context, key);
		const resumed = resumeRun<Job>(context);
		this.items = resumed ?? context.getInputData().map(() => ({}));
		this.isResumed = resumed !== undefined;
	}

	async run(): Promise<INodeExecutionData[]> {
		const { context, operation, items, runner } = this;
		if (this.isResumed) {
			const cancel = context.getExecutionCancelSignal();
			await cancellableSleep(recoveryLeft(), cancel);
			cancel?.throwIfAborted();
		}
		let isSuspended = false;
		try {
			const open = items.flatMap((item, index) => (isToBegin(item) ? [index] : []));
			const planned = await runner.plan(operation, open);
			await this.each(planned, this.begin);
			for (const skipped of runner.skipped) items[skipped.itemIndex].end = { skipped };

			const awaited = this.tasksOf((item) => (isAwaited(item) ? item : undefined));
			// A job that is waited for keeps no other from being checked.
			await this.each(awaited, this.check, { isFollowUp: true, atATime: Infinity });

			isSuspended = this.nextCheckAt < Infinity;
			if (isSuspended) return await suspendRun(context, items, this.nextCheckAt);

			const failedBefore = items.flatMap(({ end: { failed: json } = {} }, item) =>
				json === undefined ? [] : [toErrorOutput(context, { json, pairedItem: [{ item }] })],
			);
			const ended = this.tasksOf(({ job, end: { info } = {} }) => job && info && { job, info });
			const finish = async (tools: WritingTools, { job, info }: { job: Job; info: IDataObject }) =>
				await operation.finish(tools, job, info);
			const outputs = await this.each(ended, finish, { isFollowUp: true });
			const skipped = items.flatMap(({ end }) => end?.skipped ?? []);
			return withSkipped(context, [...failedBefore, ...outputs], skipped);
		} finally {
			// Retry On Fail tries again within the time that the run had.
			if (!isSuspended) for (const item of items) if (!item.end?.skipped) item.end = undefined;
		}
	}

	private tasksOf<Found>(find: (item: ItemState<Job>) => Found | undefined): Array<Task<Found>> {
		return this.items.flatMap((item, index) => {
			const plan = find(item);
			if (plan === undefined) return [];
			return [{ ...unitOf(this.context, this.operation.fields, index), plan }];
		});
	}

	/** Keeps the items that fail with Continue On Fail. */
	private readonly each: Runner['each'] = async (...work) => {
		const outputs = await this.runner.each(...work);
		for (const output of outputs) {
			const { json } = output;
			if (json.error !== undefined) this.items[itemIndexOf(output)].end = { failed: json };
		}
		return outputs;
	};

	/** Where submitting all takes longer than a minute, the execution is suspended in between. */
	private readonly begin = async (
		tools: WritingTools,
		plan: Plan,
		itemIndex: number,
	): Promise<void> => {
		const now = Date.now();
		this.beganAt ??= now;
		if (now - this.beganAt >= SAVED_AFTER_MS && (await this.canSuspend())) {
			this.nextCheckAt = now;
			return;
		}
		const job = await this.operation.begin(tools, plan);
		this.items[itemIndex].job = { ...job, since: Date.now() };
	};

	private readonly check = async (
		{ client, signal }: WritingTools,
		item: AwaitedItem<Job>,
	): Promise<void> => {
		const { job } = item;
		const until = staysUntil(job, this.context.getMode());
		for (;;) {
			const check = await this.calls.use(async () => await checkJob(client, job.jobId));
			item.status = client.secrets.redact(check.text);
			if (check.info !== undefined) {
				item.end = { info: client.secrets.clean(outputFields(check.info)) };
				return;
			}
			const next = nextCheckAt(job, until);
			if (next !== undefined && (await this.canSuspend())) {
				this.nextCheckAt = Math.min(this.nextCheckAt, next);
				return;
			}
			if (timeLeft(job) <= 0) throw timedOut(job, check);
			await cancellableSleep(pauseInPlace(job, until), signal);
			signal.throwIfAborted();
		}
	};

	/** Where it can't, the log says why, once a run. */
	private async canSuspend(): Promise<boolean> {
		const { context } = this;
		this.reason ??= reasonAgainst(context).then((reason) => {
			if (reason)
				logOf(context).warn(
					`${context.getNode().name} waits without suspending the execution: ${reason}`,
				);
			return reason;
		});
		return (await this.reason) === undefined;
	}
}

function timedOut({ jobId, timeoutHours }: AwaitedJob, { state, text }: JobStatus) {
	const minutes = timeoutHours * 60;
	const [amount, unit] =
		minutes < 2 ? [minutes * 60, 's'] : minutes < 60 ? [minutes, 'min'] : [timeoutHours, 'h'];
	const code = state === 'pending' ? 'WAIT_JOB_NOT_STARTED' : 'WAIT_TIMED_OUT';
	const duration = `${Number(amount.toPrecision(3))} ${unit}`;
	return createError(code, { duration, status: text }, { jobId, jobStatus: text });
}
