import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { isUnknownJob, jobInfo, outputFields } from '../api/jobInfo';
import { jobIdOf } from '../api/serviceCall';
import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { isToolRun } from '../n8n/tools';
import type { UploadedFile } from '../upload/uploadFile';
import { secretsOf } from '../secrets/secrets';
import { hashOfItem, hashOfSubject } from './hashes';
import type { Operation, Tools } from './operation';
import type { Slots } from './slots';

export interface WritingTools extends Tools {
	/** What this try of the node and those before it have done: see `callOnce`. */
	completed: CompletedSteps;
	/** When this run of the node began, ms since 1970. */
	since: number;
	transfers: Slots;
}

export type WritingOperation<Plan> = Operation<Plan, WritingTools>;

export const CREATE = 'create';
export const ATTACH = 'attach';
export const START = 'start';
const UPLOAD = 'upload ';

/** n8n saves it with the execution, so nothing secret may be in it. */
interface KeptStep {
	/** A hash of what the step was about, e.g. of a file: another file is other work. */
	subject?: string;
	result?: IDataObject;
	/** An attempt may have arrived although it got no clear response. */
	inDoubt?: true;
}

/** A task of one run of the node, as n8n keeps it for Retry On Fail and for Retry in the list of executions. */
interface KeptTask {
	/** In a loop, the same item index comes again in another run. */
	run: string;
	item: number;
	hash: string;
	part: number;
	/** The job that the node's parameter names; empty where the task creates one. */
	jobId: string;
	/** Empty where the task creates its job. On a job that exists already, another operation is another task. */
	operation: string;
	account?: string;
	/** The execution in which its job failed: Retry in the list of executions, another one, starts over. */
	endedIn?: string;
	steps: Partial<Record<string, KeptStep>>;
}

/**
 * The steps of a task that this try of the node and those before it have completed. A retry runs the node from its start,
 * whatever its parameters evaluate to then: what can't be done twice is found here. Saved from the first step on.
 */
export class CompletedSteps {
	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly task: KeptTask,
	) {}

	static of(
		context: IExecuteFunctions,
		{ itemIndexes: [item], part, jobId }: { itemIndexes: number[]; part: number; jobId: string },
		name: string,
		account?: string,
	): CompletedSteps {
		const operation = jobId === '' ? '' : name;
		const kept = CompletedSteps.ofItems(context, [item], part).find(
			({ task }) => task.jobId === jobId && task.operation === operation,
		);
		if (kept !== undefined) return kept;
		const hash = hashOfItem(context.getInputData()[item]);
		const task = { run: runOf(context), item, hash, part, jobId, operation, account, steps: {} };
		return new CompletedSteps(context, task);
	}

	/** In the order of the items, also for a try that fails before it gets to them. Of all their parts, if `part` is left out. */
	static ofItems(
		context: IExecuteFunctions,
		items: Iterable<number>,
		part?: number,
	): CompletedSteps[] {
		const kept = CompletedSteps.ofExecution(context);
		// Mostly nothing is kept: then neither n8n is asked for its run, nor an item hashed.
		if (kept.length === 0) return [];
		const wanted = new Set(items);
		const execution = context.getExecutionId();
		const ofThisRun = runOf(context);
		const isOfItem = ({ run, item, hash, part: ofPart, endedIn = execution }: KeptTask) =>
			wanted.has(item) &&
			(part === undefined || ofPart === part) &&
			run === ofThisRun &&
			endedIn === execution &&
			hash === hashOfItem(context.getInputData()[item]);
		return kept.filter(({ task }) => isOfItem(task)).sort((one, other) => one.item - other.item);
	}

	/** Of all runs of the node: in a loop, one for each round. */
	static ofExecution(context: IExecuteFunctions): CompletedSteps[] {
		return (keptIn(context).tasks ?? []).map((task) => new CompletedSteps(context, task));
	}

	/** @throws StepError when the step was about another `subject` (JSON) before */
	find(step: string, subject?: unknown): KeptStep | undefined {
		const kept = this.task.steps[step];
		const before = kept?.subject;
		if (before === undefined || subject === undefined || before === hashOfSubject(subject)) {
			return kept;
		}
		throw createError('SOURCE_CHANGED', {}, { jobId: this.createdJob });
	}

	isDone(step: string): boolean {
		return this.find(step)?.result !== undefined;
	}

	done(step: string, result: IDataObject, subject?: unknown): void {
		this.keep(step, { result, subject: hashOfSubject(subject) });
	}

	inDoubt(step: string, subject?: unknown): void {
		this.keep(step, { inDoubt: true, subject: hashOfSubject(subject) });
	}

	forget(step: string): void {
		delete this.task.steps[step];
	}

	/** For an AI agent only: its next equal call is another task. */
	forgetCompletedCall(): void {
		const kept = keptIn(this.context);
		if (isToolRun(this.context)) kept.tasks = kept.tasks?.filter((task) => task !== this.task);
	}

	endWithExecution(): void {
		this.task.endedIn = this.context.getExecutionId() ?? '';
	}

	get isEnded(): boolean {
		return this.task.endedIn !== undefined;
	}

	/** Another credential may be of the same account. @throws StepError for a job of another account, before anything is sent */
	async continueIn(account: string | undefined, client: ServiceClient): Promise<void> {
		if (account === undefined || this.task.account === account) return;
		const jobId = jobIdOf(this.job);
		// Only an external ID is kept, or nothing.
		if (jobId === undefined && this.find(CREATE) === undefined) return;
		const isSame = jobId && !(await jobInfo(client, jobId).then(() => false, isUnknownJob));
		if (isSame) return;
		const job = jobId === undefined ? '' : ` and job ID ${jobId}`;
		throw createError('CREDENTIAL_CHANGED', { job }, { jobId: this.createdJob });
	}

	get item(): number {
		return this.task.item;
	}

	get hasBegun(): boolean {
		return Object.keys(this.task.steps).length > 0;
	}

	get createdJob(): number | undefined {
		return this.task.steps[CREATE]?.result?.job_id as number | undefined;
	}

	get job(): number | string {
		return this.createdJob ?? this.task.jobId;
	}

	get uploads(): UploadedFile[] {
		return Object.entries(this.task.steps).flatMap(([step, kept]) =>
			step.startsWith(UPLOAD) && kept?.result ? [kept.result as UploadedFile] : [],
		);
	}

	private keep(step: string, kept: KeptStep): void {
		const result = kept.result && secretsOf(this.context).clean(kept.result);
		this.task.steps[step] = { ...kept, ...(result && { result }) };
		const memory = keptIn(this.context);
		memory.tasks ??= [];
		if (!memory.tasks.includes(this.task)) memory.tasks.push(this.task);
	}
}

function keptIn(context: IExecuteFunctions): { tasks?: KeptTask[] } {
	return context.getContext('node');
}

/** Which run of the node in its execution this is, from 0: in a loop, each round is another run. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/** Each try of a tool is another run: only its item stays. */
function runOf(context: IExecuteFunctions): string {
	return isToolRun(context) ? 'of tool' : String(runIndexOf(context));
}

export function uploadStep(part: number): string {
	return `${UPLOAD}${part}`;
}

/**
 * Makes a call that Verbit accepts once, unless an earlier try completed it. The call learns whether an earlier attempt
 * may have arrived. Its response is kept and returned as the node outputs it.
 * @param subject what the call is about, e.g. the media: JSON. Another one in a later try is an error, not a success
 */
export async function callOnce(
	completed: CompletedSteps,
	step: string,
	call: (isInDoubt: boolean) => Promise<IDataObject>,
	subject?: unknown,
): Promise<IDataObject> {
	const before = completed.find(step, subject);
	if (before?.result !== undefined) return before.result;
	const response = await call(before?.inDoubt === true).catch((error: unknown) => {
		const mayHaveArrived = error instanceof StepError && error.details.mayHaveArrived;
		if (mayHaveArrived) completed.inDoubt(step, subject);
		throw error;
	});
	const result = outputFields(response);
	completed.done(step, result, subject);
	return result;
}
