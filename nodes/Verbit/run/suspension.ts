import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { StepError, type StepErrorDetails } from '../errors/stepError';
import { reasonAgainst, replaceInterimRun, runIndexOf, suspend } from './suspend';

/** What n8n saves of a suspended run, in its context of the node. One at most: a node's runs follow one another. */
interface SuspendedRun {
	/** Retry in the list of executions creates a new execution, which starts over. */
	executionId: string;
	runIndex: number;
	/** When the run began, ms since 1970. */
	since: number;
	/** Whether n8n holds interim items of it. */
	isSuspended: boolean;
	/** The outputs of finished work, by its position in the run. */
	outputs: Record<string, IDataObject>;
	/** Work that has failed for good, by its position; left out in what was saved before there was any. */
	failures?: Record<string, StepErrorDetails>;
	/** By the position of the work, seconds from the beginning of the run; left out as well. */
	timeouts?: Record<string, number>;
}

interface NodeMemory {
	suspendedRun?: SuspendedRun;
}

/** What the node outputs for one unit of work; the runner adds the paired items. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Stands for the output of unfinished work. */
export interface Unfinished {
	/** What is known of it now. */
	interim: IDataObject;
	/** ms since 1970 */
	nextCheckAt: number;
}

/** A run of the node that n8n may suspend between two checks, and that goes on where it was. */
export class Suspension {
	/** When the run began, before it was suspended for the first time; ms since 1970. */
	readonly since: number;

	/** Whether the run was suspended before. */
	readonly isResumed: boolean;

	private readonly memory: NodeMemory;

	private readonly outputs: Record<string, IDataObject>;

	private readonly failures: Record<string, StepErrorDetails>;

	private readonly timeouts: Record<string, number>;

	private nextCheckAt = Infinity;

	private reason?: Promise<string | undefined>;

	constructor(private readonly context: IExecuteFunctions) {
		this.memory = memoryOf(context);
		const earlier = runBefore(context);
		this.isResumed = earlier !== undefined;
		this.since = earlier?.since ?? Date.now();
		this.outputs = earlier?.outputs ?? {};
		this.failures = earlier?.failures ?? {};
		this.timeouts = earlier?.timeouts ?? {};
	}

	/** Whether the execution can be suspended; where it can't, the log says why, once a run. */
	async isPossible(): Promise<boolean> {
		this.reason ??= this.logReason();
		return (await this.reason) === undefined;
	}

	/** What a piece of work output at an earlier check. */
	outputOf(position: number): IDataObject | undefined {
		return this.outputs[position];
	}

	/** How a piece of work has failed for good at an earlier check. */
	failureOf(position: number): StepError | undefined {
		const details = this.failures[position] as StepErrorDetails | undefined;
		return details === undefined ? undefined : StepError.from(details);
	}

	/** Keeps the timeout of a piece of work, which may end before others, for `timeoutBefore`; seconds. */
	keepTimeout(position: number, timeout: number): void {
		this.timeouts[position] = timeout;
	}

	/** Keeps a failure that a later check would only find again, or no more. */
	keepFailure(position: number, error: unknown): void {
		if (error instanceof StepError && error.details.isFinal === true) {
			this.failures[position] = error.details;
		}
	}

	/** The item for what a piece of work has come to. */
	take(position: number, result: Output | Unfinished): Output {
		if ('nextCheckAt' in result) {
			this.nextCheckAt = Math.min(this.nextCheckAt, result.nextCheckAt);
			return { json: result.interim };
		}
		this.outputs[position] = result.json;
		return result;
	}

	/**
	 * Suspends the execution where work is unfinished.
	 * @param items of all work in its order: outputs, interim items, and failures with Continue On Fail
	 * @returns what the node outputs
	 */
	async finish(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		if (this.nextCheckAt === Infinity) {
			if (items.some(({ json }) => json.error !== undefined)) this.forgetOutputs();
			else delete this.memory.suspendedRun;
			return items;
		}
		this.remember(true, this.outputs, this.failures);
		await suspend(this.context, this.nextCheckAt);
		return items.map((item) => interimItem(item, this.nextCheckAt));
	}

	/** Retry On Fail tries again within the time that the run had. */
	forgetOutputs(): void {
		if (this.isResumed) this.remember(false, {}, {});
	}

	private async logReason(): Promise<string | undefined> {
		const against = await reasonAgainst(this.context);
		if (against !== undefined) {
			this.context.logger.warn(`${this.context.getNode().name} waits in place: ${against}`);
		}
		return against;
	}

	private remember(
		isSuspended: boolean,
		outputs: SuspendedRun['outputs'],
		failures: SuspendedRun['failures'],
	): void {
		const { context, since, timeouts } = this;
		const runIndex = runIndexOf(context);
		const executionId = context.getExecutionId();
		const run = { executionId, runIndex, since, isSuspended, outputs, failures, timeouts };
		this.memory.suspendedRun = run;
	}
}

/**
 * Removes the interim items of a suspended run when n8n resumes the node. To be called before anything else.
 * @returns whether the node must return nothing, because n8n runs it once more instead of the suspended run
 */
export function replacesSuspendedRun(context: IExecuteFunctions): boolean {
	const { suspendedRun } = memoryOf(context);
	if (suspendedRun?.isSuspended !== true) return false;
	suspendedRun.isSuspended = false;
	return replaceInterimRun(context, suspendedRun.runIndex);
}

/**
 * What can be seen while the execution waits, and what a webhook returns that responds when its last node finishes. No
 * field `error`: Retry On Fail would take it for a failed try.
 */
function interimItem({ json, pairedItem }: INodeExecutionData, time: number): INodeExecutionData {
	const { job_id, job_status, error } = json;
	const known = { job_id, job_status, failure: error };
	const present = Object.entries(known).filter(([, value]) => value !== undefined);
	const next_check_at = new Date(time).toISOString();
	return { json: { ...Object.fromEntries(present), next_check_at }, pairedItem };
}

/**
 * The timeout that a piece of work began with before the run was suspended, seconds; nothing where it begins now. Its
 * expression is evaluated at each check: one with the current time in it would move the end of the wait, and soon give
 * what can't be used, also for work that has ended.
 */
export function timeoutBefore(context: IExecuteFunctions, position: number): number | undefined {
	return runBefore(context)?.timeouts?.[position];
}

/** What is kept of this run from before it was suspended. */
function runBefore(context: IExecuteFunctions): SuspendedRun | undefined {
	const { suspendedRun } = memoryOf(context);
	if (suspendedRun?.executionId !== context.getExecutionId()) return undefined;
	return suspendedRun.runIndex === runIndexOf(context) ? suspendedRun : undefined;
}

function memoryOf(context: IExecuteFunctions): NodeMemory {
	return context.getContext('node') as NodeMemory;
}
