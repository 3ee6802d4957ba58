import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type JobStatus, outputFields } from '../api/jobInfo';
import type { JobCall } from '../api/serviceCall';
import { createError } from '../errors/createError';
import { cancellableSleep } from '../http/cancellation';
import { toErrorOutput } from '../n8n/errorOutput';
import { reasonAgainst, removeInterimRun, runIndexOf, suspend } from '../n8n/suspend';
import { checkJob } from './checkJob';
import { nextCheckAt, pauseInPlace, timeLeft, type Wait } from './nextCheck';
import type { Operation, Output, OperationContext } from '../run/operation';
import { Runner } from '../run/runner';
import { itemOf, type Skipped, skippedBy, withSkipped } from '../run/skipped';
import { CALLS_AT_A_TIME, Slots } from '../run/slots';

/** The job of an item. As JSON, it is saved while the execution is suspended. */
export interface AwaitedJob extends Omit<Wait, 'since'> {
	call: JobCall;
}

/**
 * An operation whose jobs take Verbit minutes to days. Each item has one job.
 * @typeParam Job the job, and what `finish` needs of the item's parameters
 */
export interface WaitingOperation<Plan, Job extends AwaitedJob> extends Pick<
	Operation<Plan>,
	'option' | 'fields' | 'plan' | 'sequence'
> {
	/** Finds or submits the job of an item: once, before the first check. */
	begin(run: OperationContext, plan: Plan): Promise<Job>;
	/** Called when the jobs of all items have ended. */
	finish(run: OperationContext, job: Job, info: IDataObject): Promise<Output>;
}

interface ItemState<Job> {
	job?: Job & Wait;
	status?: string;
	info?: IDataObject;
	failed?: IDataObject;
	/** Its external ID was used before: there is no job. */
	skipped?: Skipped;
}

/**
 * Waits for the jobs of all items, and makes their outputs. A long wait suspends the execution: the node then outputs what
 * is known, n8n runs it again for the next check, and it continues with what is kept.
 */
export class WaitingRun<Plan, Job extends AwaitedJob> {
	/** What n8n saves of the node. Retry in the list of executions creates a new execution, which starts over. */
	private readonly memory: {
		suspendedRun?: {
			executionId: string;
			runIndex: number;
			isSuspended: boolean;
			items: Array<ItemState<Job>>;
		};
	};

	private readonly items: Array<ItemState<Job>>;

	private readonly calls = new Slots(CALLS_AT_A_TIME);

	/** ms since 1970 */
	private nextCheckAt = Infinity;

	private reason?: Promise<string | undefined>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: WaitingOperation<Plan, Job>,
	) {
		this.memory = context.getContext('node');
		this.items = this.resume() ?? context.getInputData().map(() => ({}));
	}

	async run(): Promise<INodeExecutionData[]> {
		try {
			await this.beginAll();
			await this.checkAll();
			if (this.nextCheckAt < Infinity) return await this.suspend();
			return await this.finishAll();
		} finally {
			if (this.memory.suspendedRun?.isSuspended !== true) this.forgetResults();
		}
	}

	private resume(): Array<ItemState<Job>> | undefined {
		const { context } = this;
		const { suspendedRun: kept } = this.memory;
		if (kept?.isSuspended === true) {
			// The suspended run is at the head of n8n's stack: the first one after it is the same.
			removeInterimRun(context);
			kept.isSuspended = false;
			kept.runIndex = runIndexOf(context);
		}
		const isSame =
			kept?.executionId === context.getExecutionId() && kept.runIndex === runIndexOf(context);
		return isSame ? kept.items : undefined;
	}

	private async beginAll(): Promise<void> {
		const { context, operation, items } = this;
		await this.passOver<{ index: number; plan: Plan }>({
			plan: async (_context, index) => {
				if (Object.keys(items[index]).length > 0) return [];
				return (await operation.plan(context, index)).map((plan) => ({ index, plan }));
			},
			sequence: ({ plan }) => operation.sequence?.(plan),
			run: async (run, [{ index, plan }]) => {
				const job = await operation.begin(run, plan).catch((error: unknown) => {
					items[index].skipped = skippedBy(context, error, index);
					if (items[index].skipped === undefined) throw error;
				});
				if (job) items[index].job = { ...job, since: Date.now() };
			},
		});
	}

	private async checkAll(): Promise<void> {
		await this.passOver<number>({
			plan: this.eachWhere(
				({ job, info, failed }) => job !== undefined && info === undefined && failed === undefined,
			),
			run: async (run, [index]) => await this.check(run, this.items[index]),
			// A job that is waited for keeps no other from being checked.
			atATime: Infinity,
		});
	}

	private async check({ client, signal }: OperationContext, item: ItemState<Job>): Promise<void> {
		const job = item.job as Job & Wait;
		for (;;) {
			const check = await this.calls.use(async () => await checkJob(client, job.call));
			item.status = check.text;
			if (check.info !== undefined) {
				item.info = outputFields(check.info);
				return;
			}
			const next = nextCheckAt(job);
			if (next !== undefined && (await this.canSuspend())) {
				this.nextCheckAt = Math.min(this.nextCheckAt, next);
				return;
			}
			if (timeLeft(job) <= 0) throw timedOut(job, check);
			await cancellableSleep(pauseInPlace(job), signal);
			signal.throwIfAborted();
		}
	}

	private async finishAll(): Promise<INodeExecutionData[]> {
		const failedBefore = this.items.flatMap(({ failed }, item) =>
			failed === undefined
				? []
				: [toErrorOutput(this.context, { json: failed, pairedItem: [{ item }] })],
		);
		const outputs = await this.passOver<number>({
			plan: this.eachWhere(({ info }) => info !== undefined),
			run: async (run, [index]) => {
				const { job, info } = this.items[index];
				return await this.operation.finish(run, job as Job, info as IDataObject);
			},
		});
		const skipped = this.items.flatMap((item) => item.skipped ?? []);
		return withSkipped(this.context, [...failedBefore, ...outputs], skipped);
	}

	/** @returns what a webhook gets that responds when its last node finishes, and the editor shows meanwhile */
	private async suspend(): Promise<INodeExecutionData[]> {
		const { context, items } = this;
		// A stopped execution must not wait again: n8n would keep it among those that run.
		context.getExecutionCancelSignal()?.throwIfAborted();
		const [executionId, runIndex] = [context.getExecutionId(), runIndexOf(context)];
		this.memory.suspendedRun = { executionId, runIndex, isSuspended: true, items };
		await suspend(context, this.nextCheckAt);
		const next_check_at = new Date(this.nextCheckAt).toISOString();
		return items.flatMap(({ job, status, failed, skipped }, item) => {
			if (skipped !== undefined) return [];
			// No field `error`: Retry On Fail would take it for a failed try.
			const known = { job_id: job?.call.jobId, job_status: status, failure: failed?.error };
			return [{ json: { ...known, next_check_at }, pairedItem: [{ item }] }];
		});
	}

	/** Retry On Fail tries again within the time that the run had. */
	private forgetResults(): void {
		for (const item of this.items) {
			delete item.info;
			delete item.failed;
		}
	}

	/** Does one part of the work for items, and keeps those that fail with Continue On Fail. */
	private async passOver<P>(
		work: Pick<Operation<P>, 'plan' | 'run' | 'atATime' | 'sequence'>,
	): Promise<INodeExecutionData[]> {
		const { option, fields } = this.operation;
		const outputs = await new Runner(this.context, { option, fields, ...work }).run();
		for (const output of outputs) {
			if (output.json.error !== undefined) this.items[itemOf(output)].failed = output.json;
		}
		return outputs;
	}

	private eachWhere(isDue: (item: ItemState<Job>) => boolean): Operation<number>['plan'] {
		return async (_context, index) => (isDue(this.items[index]) ? [index] : []);
	}

	/** Where it can't, the log says why, once a run. */
	private async canSuspend(): Promise<boolean> {
		const { context } = this;
		this.reason ??= reasonAgainst(context).then((reason) => {
			if (reason)
				context.logger.warn(
					`${context.getNode().name} waits without suspending the execution: ${reason}`,
				);
			return reason;
		});
		return (await this.reason) === undefined;
	}
}

function timedOut({ call: { jobId }, timeoutHours }: AwaitedJob, { state, text }: JobStatus) {
	const minutes = timeoutHours * 60;
	const [amount, unit] =
		minutes < 2 ? [minutes * 60, 's'] : minutes < 60 ? [minutes, 'min'] : [timeoutHours, 'h'];
	const code = state === 'pending' ? 'WAIT_JOB_NOT_STARTED' : 'WAIT_TIMED_OUT';
	const duration = `${Number(amount.toPrecision(3))} ${unit}`;
	return createError(code, { duration, status: text }, { jobId });
}
