import type { IDataObject } from 'n8n-workflow';

/** What a job's status means for who waits for it. */
export type JobState = 'pending' | 'inProgress' | 'completed' | 'failed' | 'canceled' | 'unknown';

export interface JobStatus {
	state: JobState;
	/** As the service wrote it, for messages. */
	text: string;
}

/**
 * Each way in which the vendor writes a status, without case and gaps: job/info, the webhook and the description of the
 * sandbox differ (`Completed` and `Complete`, `Failure` and `Error`).
 */
const STATES = new Map<string, JobState>([
	['pending', 'pending'],
	['inprogress', 'inProgress'],
	['completed', 'completed'],
	['complete', 'completed'],
	['failure', 'failed'],
	['failed', 'failed'],
	['error', 'failed'],
	['canceled', 'canceled'],
	['cancelled', 'canceled'],
]);

/** No status is longer, characters: what a proxy or a fault puts there is cut in messages. */
const MAX_TEXT = 100;

/** Reads `job_status` of what job/info answered; a status that is new or missing is `unknown`. */
export function readJobStatus({ job_status: status }: IDataObject): JobStatus {
	const told = typeof status === 'string' ? status.trim().slice(0, MAX_TEXT) : '';
	const text = told === '' ? 'not told' : told;
	const key = text.toLowerCase().replace(/[^a-z]/g, '');
	return { state: STATES.get(key) ?? 'unknown', text };
}
