/**
 * All that n8n saves of the node with an execution, under `verbit` in the node's context. A later version of the node reads
 * it when the execution goes on: what a published version has saved keeps its name and its meaning, and nothing secret is in it.
 */
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

/**
 * Data of another version is refused: read as of this one, it would lead to a second job. To be raised where what is saved
 * gets another meaning or hash. A new optional field, or a new step, needs nothing.
 */
export const VERSION = 1;

export interface Saved {
	version: number;
	/** By the run of the node, and by the item's index and content. */
	entries: Record<string, SavedTask[]>;
	/** The run that has suspended its execution. */
	suspended?: number;
	/** What it has shown above its output, by code: n8n loses the hints of such a run. */
	hints?: Record<string, NodeExecutionHint>;
}

export interface SavedTask {
	item: number;
	/** Of the tasks of its item, from 0. */
	part: number;
	/** The job that the node's parameter names; empty where the task creates its job. */
	jobParameter: string;
	/** Empty, or the operation on a given job: Create, Submit and Transcribe share a journal. */
	operation: string;
	account?: string;
	steps: { [Name in keyof StepResults]?: SavedStep<StepResults[Name]> };
	externalId?: SavedId;
	/** What is waited for, in this execution only: Retry in the list of executions is another one, and begins anew. */
	awaited?: { execution?: string; state: SavedWait };
	/** The execution in which its job was given up: Retry in the list of executions, another one, starts over. */
	givenUpIn?: string;
}

/** What can't be done twice, and its result: uploads, and the calls that Verbit accepts once. */
export interface StepResults {
	create: CreatedJob;
	/** The files of a recording, from 0. */
	[upload: `upload ${number}`]: UploadedFile;
	attach: IDataObject;
	start: IDataObject;
}

export interface SavedStep<Result = IDataObject> {
	/** A hash of what the step was about, for example of a file: another file is other work. */
	subject?: string;
	result?: Result;
	/** An attempt may have arrived, but got no clear response. */
	inDoubt?: true;
}

export interface CreatedJob extends IDataObject {
	job_id: number;
	/** Another execution has created it, and was found by the external ID. */
	continued?: boolean;
	/** Verbit may have another job for the recording. */
	possible_duplicate?: boolean;
	transcription_started?: boolean;
}

export interface UploadedFile extends IDataObject {
	asset_id?: string;
	file_name: string;
	content_type: string;
	bytes: number;
	md5: string;
	integrity: 'verified' | 'unverified';
	attempts: number;
	duration_ms: number;
	uploaded_at: string;
	/** When Verbit deletes an asset that isn't used. */
	use_before: string;
}

/** The external ID that an item was submitted with, as this execution has used it. */
export interface SavedId {
	value: string;
	/** The name of its record in n8n's database. */
	hash: string;
	/** Marks by which its recording is recognized: see `marksOf`. */
	marks?: string[];
	/** The place of the event by which this execution took it: see `IdLog`. */
	takenEvent?: number;
	/** The place of this execution's next event. */
	nextPlace?: number;
	/** The recording has failed once: where this job fails as well, there is no third. */
	isSecondJob?: boolean;
	isSuspended?: boolean;
}

/**
 * What the wait for an item has come to. `failed`: with Continue On Fail.
 * @typeParam Job with what the operation needs at the end: Wait for Completion needs no more than `AwaitedJob`
 */
export type SavedWait<Job extends AwaitedJob = AwaitedJob> =
	| WaitForJob<Job>
	| (Partial<BegunWait<Job>> &
			(
				{ is: 'open' } | { is: 'failed'; output: IDataObject } | { is: 'skipped'; skipped: Skipped }
			));

export type WaitForJob<Job extends AwaitedJob = AwaitedJob> = BegunWait<Job> &
	({ is: 'waiting' } | { is: 'done'; info: IDataObject });

interface BegunWait<Job extends AwaitedJob> {
	/** `since`: when the wait began, ms since 1970 */
	job: Job & { since: number };
	/** The job's status in Verbit's spelling. */
	status?: string;
}

export interface AwaitedJob {
	jobId: number;
	/** s */
	pollInterval: number;
	timeoutHours: number;
	/** Whether the output is simplified. */
	isSimple: boolean;
}

export interface AwaitedTranscription extends AwaitedJob {
	/** The output of the submission. */
	submitted: IDataObject;
	ifExternalIdUsed: 'create' | 'reuse' | 'skip';
	captions: CaptionChoice;
}

export interface CaptionChoice {
	format: string;
	/** Left out for the job's own language. */
	language?: string;
	isDraft: boolean;
	/** Whether to take what comes, even if it isn't a whole file of the format. */
	isUnchecked?: boolean;
	timecodeInterval?: number;
	output:
		| { as: 'file'; field: string; fileName?: string }
		/** Text is cut after so many UTF-16 units, JSON never. */
		| { as: 'text'; maxCharacters: number }
		/** An AI agent gets no segments, because they repeat the text. */
		| { as: 'segments'; isTextOnly: boolean };
}

/** An item that Skip drops. */
export interface Skipped {
	item: number;
	externalId: string;
	recording?: string;
	isOutput: boolean;
	jobId?: number;
	/** Its job has been dealt with, another execution or item is at work on it, or it failed twice. */
	reason: 'done' | 'inWork' | 'failedTwice' | 'shared';
}
