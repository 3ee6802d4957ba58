import type { StepState } from '../journal/saved';

/** The events of an External ID: see `withEvent`. Records hold the index in this list, so the order never changes. */
export const EVENTS = [
	'taken',
	'created',
	'createdEmpty',
	'suspended',
	'output',
	'left',
	'refused',
	'started',
	'attached',
	'takenToReplaceFailed',
	'takenToReplaceUnknown',
	'attaching',
	'starting',
] as const;

export type IdEvent = (typeof EVENTS)[number];

/** The names of the numbers that belong to events: of the created job, and of the execution whose end decides. */
export const NUMBERS: { [Event in IdEvent]?: 'by' | 'job' } = {
	created: 'job',
	createdEmpty: 'job',
	output: 'by',
};

/** Returns whether nobody holds the ID after this event, or before the first. */
export function isFreeAfter(event: IdEvent = 'left'): boolean {
	return event === 'left' || event === 'refused';
}

const TAKINGS = ['taken', 'takenToReplaceFailed', 'takenToReplaceUnknown'] as const;

export type Taking = (typeof TAKINGS)[number];

export function isTaking(event?: IdEvent): event is Taking {
	return TAKINGS.some((taking) => taking === event);
}

/** The goal of an operation: a step of the journal, or the output. Records have these words as names, which never change. */
export type IdGoal = 'attach' | 'create' | 'output' | 'start';

export interface LoggedJob {
	jobId: number;
	/** The place of the taking whose fingerprints are the recording's; undefined for a job without a known recording. */
	recordingPlace?: number;
	attach: StepState;
	start: StepState;
	replacedAs?: 'failed' | 'unknown';
}

/** Returns whether a step to the goal is left, which only the ID's holder may do. The output of a result is no step. */
export function hasStepsToDo(goal: IdGoal, { attach, start }: LoggedJob): boolean {
	if (goal === 'create' || start === 'done') return false;
	return goal !== 'attach' || attach !== 'done';
}

export interface IdHistory {
	before?: IdHistory;
	/** Number of events, and so the place of the next event. */
	length: number;
	last?: IdEvent;
	/** The place of the event by which the last holder took the ID. */
	placeOfTaking: number;
	/** Whether, since the last job was recorded, a holder may have created one that isn't. */
	mayHaveOtherJob: boolean;
	/** The jobs that were created with the ID, the latest last, without jobs that Verbit refused. */
	jobs: LoggedJob[];
	/** The last two executions whose end decides whether the result was delivered: a sub-workflow's outermost caller; 0 if unknown. */
	outputExecutions: number[];
}

export const NO_HISTORY: IdHistory = {
	length: 0,
	placeOfTaking: 0,
	mayHaveOtherJob: false,
	jobs: [],
	outputExecutions: [],
};

/** @param number the created job, or the execution whose end decides */
export function withEvent(history: IdHistory, event: IdEvent, number = 0): IdHistory {
	const { length, placeOfTaking, jobs, outputExecutions } = history;
	const next = { ...history, before: history, length: length + 1, last: event };
	const created = { ...next, mayHaveOtherJob: false };
	const newJob = { jobId: number, attach: 'untried', start: 'untried' } as const;
	// A job that was created without a recording gets the first one that somebody brings.
	const recordingPlace = jobs.at(-1)?.recordingPlace ?? placeOfTaking;
	const withJob = (changes: Partial<LoggedJob>) => ({
		jobs: jobs.map((job, index) => (index === jobs.length - 1 ? { ...job, ...changes } : job)),
	});
	switch (event) {
		// An execution holds the ID from here on.
		case 'taken':
			return { ...next, ...changesByTaking(history) };
		// As `taken`, to replace the latest job, which has failed.
		case 'takenToReplaceFailed':
			return { ...next, ...changesByTaking(history), ...withJob({ replacedAs: 'failed' }) };
		// As `taken`, to replace the latest job, which Verbit doesn't know.
		case 'takenToReplaceUnknown':
			return { ...next, ...changesByTaking(history), ...withJob({ replacedAs: 'unknown' }) };
		// The holder has created a job for its recording.
		case 'created':
			return { ...created, jobs: [...jobs, { ...newJob, recordingPlace: placeOfTaking }] };
		// The holder has created a job without a recording.
		case 'createdEmpty':
			return { ...created, jobs: [...jobs, newJob] };
		// The holder is about to attach its recording.
		case 'attaching':
			return { ...next, ...withJob({ attach: 'inDoubt', recordingPlace }) };
		// The recording is attached to the job: by the holder, or by others before they started it.
		case 'attached':
			return { ...next, ...withJob({ attach: 'done', recordingPlace }) };
		// The holder is about to start its job.
		case 'starting':
			return { ...next, ...withJob({ start: 'inDoubt' }) };
		// The holder has started its job.
		case 'started':
			return { ...next, ...withJob({ start: 'done' }) };
		// The holder has output the result. The end of an execution, its own or its caller's, decides whether it was delivered.
		case 'output': {
			const others = outputExecutions.filter((one) => one !== number || one === 0);
			return { ...next, outputExecutions: [...others, number].slice(-2) };
		}
		// Nobody holds the ID. Verbit refuses its job, so the next holder creates another.
		case 'refused':
			return { ...next, jobs: jobs.slice(0, -1) };
		// The holder's execution is suspended while it waits for the job, or nobody holds the ID.
		case 'suspended':
		case 'left':
			return next;
	}
}

function changesByTaking({ length, last, jobs, mayHaveOtherJob }: IdHistory): Partial<IdHistory> {
	// A holder that recorded nothing after its taking may have created a job, unless it took the ID for a job that exists.
	const mayHaveCreated = isTaking(last) && (last !== 'taken' || jobs.length === 0);
	return { placeOfTaking: length, mayHaveOtherJob: mayHaveOtherJob || mayHaveCreated };
}
