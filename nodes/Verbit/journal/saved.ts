/**
 * All data that the node reads again from an execution, under `verbit` in the node's context, without secrets. A later version
 * of the node reads this data when the execution goes on, so published names keep their meaning.
 */
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

/**
 * Version of the saved data: data of another version is refused, because a misread entry would lead to a second job. Raise the
 * version if saved data gets another meaning or hash, not for a new optional field or step.
 */
export const VERSION = 1;

export interface Saved {
	version: number;
	/** Entries by the run of the node, and by the item's index and content. */
	entries: Record<string, SavedTask[]>;
	/** Index of the node's run that suspended the execution. */
	suspended?: number;
	/** Hints of the suspended run by code, because n8n drops them. */
	hints?: Record<string, NodeExecutionHint>;
}

export interface SavedTask {
	item: number;
	part: number;
	/** The job that the node's parameter names; empty if the task creates its job. */
	jobParameter: string;
	/** The operation on a given job; empty for Create, Submit and Transcribe, which share a journal. */
	operation: string;
	credentialHash?: string;
	steps: {
		[Name in StepName]?: {
			/** Hash of the step's subject, such as a file. A later try with another subject is refused. */
			subject?: string;
			result?: StepResults[Name];
			inDoubt?: true;
		};
	};
	externalId?: SavedId;
	/** State of the wait, valid only in this execution: Retry in the list of executions begins anew. */
	wait?: { execution?: string; state: SavedWait };
	/** The execution that gave up the job. Any other execution, such as Retry in the list, starts over. */
	givenUpIn?: string;
}

/** The results of steps that a later try doesn't repeat: uploads, the creation of a job, and calls that Verbit accepts once. */
export interface StepResults {
	create: CreatedJob;
	[upload: `upload ${number}`]: UploadedFile;
	attach: IDataObject;
	start: IDataObject;
}

export type StepName = keyof StepResults;

export type JobStep = 'attach' | 'start';

/** How far a step has got; `inDoubt`: an attempt may have arrived without a clear response. */
export type StepState = 'untried' | 'inDoubt' | 'done';

/** The fields that Verbit returned for a new job, and the node's own. */
export interface CreatedJob extends IDataObject {
	job_id: number;
	/** Whether another execution created the job, and this execution found it by the External ID. */
	continued?: boolean;
	possible_duplicate?: boolean;
}

export type UploadedFile = {
	asset_id?: string;
	file_name: string;
	content_type: string;
	bytes: number;
	md5: string;
	integrity: 'verified' | 'unverified';
	attempts: number;
	duration_ms: number;
	uploaded_at: string;
	/** The time at which Verbit deletes an asset that isn't used. */
	use_before: string;
};

export interface SavedId {
	value: string;
	/** Hash in the names of the ID's records in n8n's database. */
	hash: string;
	ifUsed: 'create' | 'reuse' | 'skip';
	/** Hashes by which the recording is recognized: see `fingerprintsOf`. */
	fingerprints: string[];
	/** The places of the events by which this item took the ID, in this execution or in one that it retries: see `IdLog`. */
	placesOfTaking?: number[];
	/** Whether an earlier job of the recording has failed, so that there is no other if this one fails. */
	hasFailedBefore?: boolean;
	/**
	 * What the next run of the workflow does: it continues with the ID's job, skips the item because the goal is reached, or creates
	 * a job because Create Another was chosen, or because the field has another ID now or in each run.
	 */
	nextRun: 'continues' | 'skips' | 'creates';
}

/**
 * State of an item's wait. Only with Continue On Fail an item is `failed`.
 * @typeParam Job holds what the operation needs at the end. `AwaitedJob` is enough for Wait for Completion
 */
export type SavedWait<Job extends AwaitedJob = AwaitedJob> =
	| BegunWait<Job>
	| (Partial<Pick<BegunWait<Job>, 'job' | 'status'>> &
			(
				| { is: 'toBegin' }
				| { is: 'failed'; output: IDataObject }
				| { is: 'skipped'; skipped: Skipped }
			));

export type BegunWait<Job extends AwaitedJob = AwaitedJob> = {
	/** `since` is the time when the wait began, ms since 1970. */
	job: Job & { since: number };
	status?: string;
} & ({ is: 'waiting' } | { is: 'done'; info: IDataObject });

export interface AwaitedJob {
	jobId: number;
	/** Seconds. */
	pollInterval: number;
	timeoutHours: number;
	isSimple: boolean;
}

export interface AwaitedTranscription extends AwaitedJob {
	submitted: IDataObject;
	captions: CaptionChoice;
}

export interface CaptionChoice {
	format: string;
	/** Undefined for the job's own language. */
	language?: string;
	isDraft: boolean;
	/** Whether to accept any response, even if it isn't a whole file of the format. */
	isUnchecked?: boolean;
	timecodeInterval?: number;
	output:
		| { as: 'file'; field: string; fileName?: string }
		/** `maxCharacters` counts UTF-16 units. Longer text is cut, JSON never. */
		| { as: 'text'; maxCharacters: number }
		/** `isTextOnly`: an AI agent gets no segments, because they repeat the text. */
		| { as: 'segments'; isTextOnly: boolean };
}

export interface Skipped {
	item: number;
	externalId: string;
	recording?: string;
	outputsSkipped: boolean;
	jobId?: number;
	/** The reason: already done, in work in another execution, failed twice, or another item of this execution has the ID. */
	reason: 'done' | 'inWork' | 'failedTwice' | 'shared';
}
