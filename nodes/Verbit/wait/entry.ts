import type { IDataObject } from 'n8n-workflow';

import type { StepError } from '../errors/stepError';
import type { AwaitedJob } from './lookAtJob';

/** One item of Wait for Completion. While the execution waits it is kept by n8n, as JSON. */
export type Entry = JobEntry | FailedEntry;

interface JobEntry extends AwaitedJob {
	/** The last status, for who looks at the waiting execution. */
	status?: string;
	/** Why there is nothing left to wait for: at the end the job is looked at once more, for what is put out. */
	end?: 'completed' | 'deadline';
}

/** With Continue On Fail it is put out at the end, in the place of the item. */
interface FailedEntry {
	failure: StepError['details'];
}

/** What all entries of a wait have in common. */
export interface Wait extends IDataObject {
	/** The execution that waits for the jobs. */
	executionId: string;
	/** When it began to wait, ms since 1970. */
	since: number;
	/** Seconds until the next look. Nothing else that this node puts out has this field. */
	nextLookIn: number;
}

export function isWaiting(entry: Entry): entry is JobEntry {
	return !('failure' in entry) && entry.end === undefined;
}
