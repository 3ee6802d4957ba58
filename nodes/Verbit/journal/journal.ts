import type { IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { jobIdOf } from '../inspect/inspect';
import { secretsOf } from '../secrets/secrets';
import { hashOfSubject } from './hashes';
import type {
	AwaitedJob,
	JobStep,
	SavedId,
	SavedTask,
	SavedWait,
	StepName,
	StepResults,
	StepState,
	UploadedFile,
} from './saved';
import { itemKeyOf, save, savedIn } from './storage';

export interface TaskOrigin {
	itemIndexes: number[];
	part: number;
	jobParameter: string;
}

/**
 * The steps that this and earlier tries have done for one task, and those that other executions or people have done for its job.
 * A later try starts from the beginning, and its parameters may evaluate differently.
 */
export class Journal {
	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemKey: string,
		private readonly initial: SavedTask,
	) {}

	static ofTask(
		context: IExecuteFunctions,
		{ itemIndexes: [item], part, jobParameter }: TaskOrigin,
		operationKey: string,
		credentialHash?: string,
	): Journal {
		const operation = jobParameter === '' ? '' : operationKey;
		const initial = { item, part, jobParameter, operation, credentialHash, steps: {} };
		return new Journal(context, itemKeyOf(context, item), initial);
	}

	/** @param part one part of each item; all parts if left out */
	static ofItems(context: IExecuteFunctions, items: Iterable<number>, part?: number): Journal[] {
		const { entries } = savedIn(context);
		// Most runs have nothing saved, so they needn't hash their items.
		if (Object.keys(entries).length === 0) return [];
		return [...items].flatMap((item) => {
			const itemKey = itemKeyOf(context, item);
			return (entries[itemKey] ?? [])
				.filter((entry) => part === undefined || entry.part === part)
				.filter((entry) => !isGivenUpElsewhere(context, entry))
				.map((entry) => new Journal(context, itemKey, entry));
		});
	}

	static placesOfTakingInExecution(context: IExecuteFunctions, hash: string): number[] {
		return Object.values(savedIn(context).entries)
			.flat()
			.filter((entry) => !isGivenUpElsewhere(context, entry))
			.flatMap(({ externalId: id }) => (id?.hash === hash ? (id.placesOfTaking ?? []) : []));
	}

	/**
	 * Returns whether the next run of the workflow goes on with the jobs of all items that this run has begun. With Continue On Fail,
	 * it may also skip items, whose results this run outputs.
	 */
	static nextRunFindsAll(context: IExecuteFunctions): boolean {
		const journals = Journal.ofItems(context, context.getInputData().keys());
		return journals.every(
			({ hasBegun, nextRun }) =>
				!hasBegun || nextRun === 'continues' || (context.continueOnFail() && nextRun === 'skips'),
		);
	}

	/**
	 * Makes a call, or returns the saved result if an earlier try of the node completed the call. The call learns whether an earlier
	 * try has left it in doubt.
	 * @param subject what the call is about, as JSON. A later try with another subject is refused
	 */
	readonly runStep = async <Name extends StepName>(
		step: Name,
		call: (wasInDoubt: boolean) => Promise<StepResults[Name]>,
		subject?: unknown,
	): Promise<StepResults[Name]> => {
		const earlier = this.resultOf(step, subject);
		if (earlier !== undefined) return earlier;
		const result = await call(this.stateOf(step) === 'inDoubt').catch((error: unknown) => {
			const { isInDoubt, namedJobId } = error instanceof StepError ? error.details : {};
			if (namedJobId !== undefined) this.saveResult('create', { job_id: namedJobId });
			else if (isInDoubt) this.saveDoubt(step, subject);
			throw error;
		});
		this.saveResult(step, result, subject);
		return result;
	};

	/** @throws StepError if the step was about another `subject` (JSON) before */
	refuseOther(step: StepName, subject: unknown): void {
		const hash = this.entry.steps[step]?.subject;
		if (hash === undefined || subject === undefined || hash === hashOfSubject(subject)) return;
		throw createError('SOURCE_CHANGED', {}, { jobId: this.submissionJobId });
	}

	/** Returns what an earlier try saved. Throws as `refuseOther` does, if the step was about another subject. */
	resultOf<Name extends StepName>(step: Name, subject?: unknown): StepResults[Name] | undefined {
		this.refuseOther(step, subject);
		return this.entry.steps[step]?.result;
	}

	stateOf(step: StepName): StepState {
		const saved = this.entry.steps[step];
		if (saved?.result !== undefined) return 'done';
		return saved?.inDoubt ? 'inDoubt' : 'untried';
	}

	isDone(step: StepName): boolean {
		return this.stateOf(step) === 'done';
	}

	/** Adopts how far others have got: an execution, or a person. What this execution has done stays. */
	adopt(step: JobStep, state: StepState, subject?: unknown): void {
		if (state === 'untried' || this.isDone(step)) return;
		// The job's media comes from other uploads.
		if (step === 'attach' && state === 'done') this.forgetUploads();
		if (state === 'done') this.saveResult(step, {}, subject);
		else this.saveDoubt(step, subject);
	}

	saveResult<Name extends StepName>(
		step: Name,
		result: StepResults[Name],
		subject?: unknown,
	): void {
		const redacted = secretsOf(this.context).redactOutput(result);
		const saved = { result: redacted, subject: hashOfSubject(subject) };
		this.write({ steps: { ...this.entry.steps, [step]: saved } });
	}

	saveDoubt(step: StepName, subject?: unknown): void {
		const saved = { inDoubt: true, subject: hashOfSubject(subject) };
		this.write({ steps: { ...this.entry.steps, [step]: saved } });
	}

	forgetUploads(): void {
		this.forgetSteps(isUpload);
	}

	/** Forgets steps: all of them if another job replaces the task's. */
	forgetSteps(isForgotten: (name: string) => boolean = () => true): void {
		const steps = { ...this.entry.steps };
		for (const name of Object.keys(steps).filter(isForgotten)) delete steps[name as StepName];
		this.write({ steps });
	}

	saveExternalId(externalId?: SavedId): void {
		this.write({ externalId });
	}

	private write(changes: Partial<SavedTask>): void {
		const { entry } = this;
		const saved = savedIn(this.context);
		const others = (saved.entries[this.itemKey] ?? []).filter((other) => !this.isSame(other));
		// A task that has begun keeps the credential of its first step.
		const own = this.initial.credentialHash;
		const credentialHash = this.hasBegun
			? (entry.credentialHash ?? own)
			: (own ?? entry.credentialHash);
		saved.entries[this.itemKey] = [...others, { ...entry, credentialHash, ...changes }];
		save(this.context, saved);
	}

	/** Makes other executions, such as Retry in the list, begin anew. */
	giveUp(): void {
		this.write({ givenUpIn: executionOf(this.context) });
	}

	/** Undoes `giveUp` of an earlier try of this execution, because this try may complete the job. */
	undoGiveUp(): void {
		if (this.isGivenUp) this.write({ givenUpIn: undefined });
	}

	/** Makes an AI agent's next equal call begin anew. */
	forgetTask(): void {
		delete savedIn(this.context).entries[this.itemKey];
	}

	get credentialHash(): string | undefined {
		return this.entry.credentialHash;
	}

	get itemIndex(): number {
		return this.entry.item;
	}

	get externalId(): SavedId | undefined {
		return this.entry.externalId;
	}

	/** Returns the state of the wait if this execution has saved it. In another execution the wait begins anew. */
	savedWait<Job extends AwaitedJob>(): SavedWait<Job> | undefined {
		const { execution, state } = this.entry.wait ?? {};
		// Without an execution, the state may come from another run.
		const isSame = execution !== undefined && execution === this.context.getExecutionId();
		return isSame ? (state as SavedWait<Job>) : undefined;
	}

	saveWait(state: SavedWait): void {
		this.write({ wait: { execution: this.context.getExecutionId(), state } });
	}

	get nextRun(): SavedId['nextRun'] {
		return this.entry.externalId?.nextRun ?? 'creates';
	}

	get isGivenUp(): boolean {
		return this.entry.givenUpIn !== undefined;
	}

	/** Whether a later try goes on with the steps that are done. A creation in doubt is repeated only with an External ID. */
	get canGoOn(): boolean {
		const leadsToJob = this.jobId !== undefined || this.externalId !== undefined;
		return this.hasBegun && !this.isGivenUp && leadsToJob;
	}

	get hasBegun(): boolean {
		return Object.keys(this.entry.steps).length > 0;
	}

	get submissionJobId(): number | undefined {
		return this.resultOf('create')?.job_id;
	}

	get isSubmission(): boolean {
		return this.entry.jobParameter === '';
	}

	get jobId(): number | undefined {
		return this.submissionJobId ?? jobIdOf(this.entry.jobParameter);
	}

	get uploads(): UploadedFile[] {
		const { steps } = this.entry;
		return Object.keys(steps)
			.filter(isUpload)
			.flatMap((name) => steps[name]?.result ?? []);
	}

	private get entry(): SavedTask {
		const entries = savedIn(this.context).entries[this.itemKey] ?? [];
		return entries.find((entry) => this.isSame(entry)) ?? this.initial;
	}

	private isSame(other: SavedTask): boolean {
		const { part, jobParameter, operation } = this.initial;
		const isPlace = part === other.part && jobParameter === other.jobParameter;
		return isPlace && operation === other.operation && !isGivenUpElsewhere(this.context, other);
	}
}

function isUpload(name: string): name is `upload ${number}` {
	return name.startsWith('upload ');
}

function isGivenUpElsewhere(context: IExecuteFunctions, { givenUpIn }: SavedTask): boolean {
	return givenUpIn !== undefined && givenUpIn !== executionOf(context);
}

function executionOf(context: IExecuteFunctions): string {
	// A call of an MCP client has no execution.
	return context.getExecutionId() ?? '';
}
