import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type JobStatus, outputFields } from '../api/jobInfo';
import { createError } from '../errors/createError';
import { cancellableSleep } from '../http/cancellation';
import { toErrorOutput } from '../n8n/errorOutput';
import { reasonAgainst, recoveryEnd } from '../n8n/suspend';
import { checkJob } from './checkJob';
import { nextCheckAt, pauseInPlace, staysUntil, timeLeft } from './nextCheck';
import type { Operation, Output, OperationContext } from '../run/operation';
import { Runner } from '../run/runner';
import { itemOf, skippedBy, withSkipped } from '../run/skipped';
import { CALLS_AT_A_TIME, Slots } from '../run/slots';
import { logOf } from '../secrets/secrets';
import {
	type AwaitedJob,
	type AwaitedItem,
	isAwaited,
	isOpen,
	type ItemState,
	resumeRun,
	suspendRun,
} from './suspendedRun';

/**
 * An operation whose jobs take Verbit minutes to days. Each item has one job.
 * @typeParam Job the job, and what `finish` needs of the item's parameters
 */
export interface WaitingOperation<Plan, Job extends AwaitedJob> extends Pick<
	Operation<Plan>,
	'option' | 'fields' | 'plan' | 'sequence'
> {
	/** Finds or submits the job of an item, in this execution or an earlier one: once, before the first check. */
	begin(run: OperationContext, plan: Plan): Promise<Job>;
	/** Called when the jobs of all items have ended. */
	finish(run: OperationContext, job: Job, info: IDataObject): Promise<Output>;
}

/** After so long, what was started is saved before more is, ms. */
const SAVED_AFTER_MS = 60_000;

/**
 * Waits for the jobs of all items, and makes their outputs. A long wait suspends the execution: the node then outputs what
 * is known, n8n runs it again for the next check, and it continues with what is kept.
 */
export class WaitingRun<Plan, Job extends AwaitedJob> {
	private readonly items: Array<ItemState<Job>>;

	/** ms since 1970 */
	private readonly recoversUntil: number;

	private readonly calls = new Slots(CALLS_AT_A_TIME);

	/** ms since 1970 */
	private nextCheckAt = Infinity;

	private beganAt?: number;

	private reason?: Promise<string | undefined>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: WaitingOperation<Plan, Job>,
	) {
		const resumed = resumeRun<Job>(context);
		this.items = resumed ?? context.getInputData().map(() => ({}));
		this.recoversUntil = resumed === undefined ? 0 : recoveryEnd();
	}

	async run(): Promise<INodeExecutionData[]> {
		let isSuspended = false;
		try {
			await this.beginAll();
			await this.checkAll();
			isSuspended = this.nextCheckAt < Infinity;
			if (!isSuspended) return await this.finishAll();
			return await suspendRun(this.context, this.items, this.nextCheckAt);
		} finally {
			// Retry On Fail tries again within the time that the run had.
			for (const item of isSuspended ? [] : this.items) item.info = item.failed = undefined;
		}
	}

	/** Of all that an earlier run hasn't. Where it takes longer than a minute, the execution is suspended in between. */
	private async beginAll(): Promise<void> {
		const { context, operation, items } = this;
		await this.passOver<{ index: number; plan: Plan }>({
			plan: async (_context, index) => {
				if (!isOpen(items[index])) return [];
				return (await operation.plan(context, index)).map((plan) => ({ index, plan }));
			},
			sequence: ({ plan }) => operation.sequence?.(plan),
			run: async (run, [{ index, plan }]) => {
				if (await this.isTimeToSave()) return;
				const job = await operation.begin(run, plan).catch((error: unknown) => {
					items[index].skipped = skippedBy(context, error, index);
					if (items[index].skipped === undefined) throw error;
				});
				if (job) items[index].job = { ...job, since: Date.now() };
			},
		});
	}

	private async isTimeToSave(): Promise<boolean> {
		const now = Date.now();
		this.beganAt ??= now;
		if (now - this.beganAt < SAVED_AFTER_MS || !(await this.canSuspend())) return false;
		this.nextCheckAt = now;
		return true;
	}

	private async checkAll(): Promise<void> {
		await this.passOver<AwaitedItem<Job>>({
			plan: async (_context, index) => [this.items[index]].filter(isAwaited),
			run: async (run, [item]) => await this.check(run, item),
			isFollowUp: true,
			// A job that is waited for keeps no other from being checked.
			atATime: Infinity,
		});
	}

	private async check(run: OperationContext, item: AwaitedItem<Job>): Promise<void> {
		const { job } = item;
		const until = Math.max(this.recoversUntil, staysUntil(job, this.context.getMode()));
		for (;;) {
			const check = await this.calls.use(async () => await checkJob(run.client, job.jobId));
			item.status = run.client.secrets.redact(check.text);
			if (check.info !== undefined) {
				item.info = run.client.secrets.clean(outputFields(check.info));
				return;
			}
			const next = nextCheckAt(job, until);
			if (next !== undefined && (await this.canSuspend())) {
				this.nextCheckAt = Math.min(this.nextCheckAt, next);
				return;
			}
			if (timeLeft(job) <= 0) throw timedOut(job, check);
			const pause = pauseInPlace(job, until);
			await cancellableSleep(pause, run.signal);
			run.signal.throwIfAborted();
		}
	}

	private async finishAll(): Promise<INodeExecutionData[]> {
		const { context, operation, items } = this;
		const failedBefore = items.flatMap(({ failed: json }, item) =>
			json === undefined ? [] : [toErrorOutput(context, { json, pairedItem: [{ item }] })],
		);
		const outputs = await this.passOver<number>({
			plan: async (_context, index) => (items[index].info === undefined ? [] : [index]),
			isFollowUp: true,
			run: async (run, [index]) => {
				const { job, info } = items[index] as { job: Job; info: IDataObject };
				return await operation.finish(run, job, info);
			},
		});
		const skipped = items.flatMap((item) => item.skipped ?? []);
		return withSkipped(context, [...failedBefore, ...outputs], skipped);
	}

	/** Does one part of the work for items, and keeps those that fail with Continue On Fail. */
	private async passOver<P>(
		work: Omit<Operation<P>, 'option' | 'fields'>,
	): Promise<INodeExecutionData[]> {
		const { option, fields } = this.operation;
		const outputs = await new Runner(this.context, { option, fields, ...work }).run();
		for (const output of outputs) {
			if (output.json.error !== undefined) this.items[itemOf(output)].failed = output.json;
		}
		return outputs;
	}

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
