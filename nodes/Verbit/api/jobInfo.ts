import type { IDataObject } from 'n8n-workflow';

import type { Step } from '../errors/stepError';
import { redactUrls, redactUrlsIn } from '../http/redact';
import type { ServiceClient } from './client';
import type { JobCall } from './serviceCall';

/**
 * Gets all that Verbit says of a job: `GET /job/info`.
 * @param step that messages name
 * @returns the unchanged response
 * @throws StepError for an unknown job, and when Verbit can't be asked
 */
export async function jobInfo(
	client: ServiceClient,
	{ jobId }: JobCall,
	step: Step = 'Get job',
): Promise<IDataObject> {
	const { data } = await client.call({
		step,
		method: 'GET',
		path: '/job/info',
		jobId,
		repeatable: true,
	});
	return data;
}

export type JobState = 'pending' | 'inProgress' | 'completed' | 'failed' | 'canceled' | 'unknown';

export interface JobStatus {
	state: JobState;
	/** As Verbit spells it, for messages. */
	text: string;
}

/**
 * Each way in which Verbit writes a status, without case and gaps: job/info, the webhook and the description of the
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
const MAX_STATUS_LENGTH = 100;

/** Reads `job_status` from the response of job/info; a status that is new or missing is `unknown`. */
export function readJobStatus({ job_status: status }: IDataObject): JobStatus {
	const given = typeof status === 'string' ? status.trim().slice(0, MAX_STATUS_LENGTH) : '';
	const text = given === '' ? 'unknown' : redactUrls(given);
	const key = text.toLowerCase().replace(/[^a-z]/g, '');
	return { state: STATES.get(key) ?? 'unknown', text };
}

/**
 * Verbit's response as the node outputs it: URLs without their queries, and no field named `error`. n8n takes
 * `json.error` of the first item for a failed try of the node, and Retry On Fail would run it again.
 */
export function outputFields(response: IDataObject): IDataObject {
	const { error, ...fields } = redactUrlsIn(response);
	return error === undefined ? fields : { ...fields, service_error: error };
}

/** Joins parts of the output for a job into one object, with `job_id` first. That ID wins over one in the parts. */
export function outputOfJob(jobId: number, ...parts: IDataObject[]): IDataObject {
	const fields = parts.flatMap((part) => Object.entries(part));
	// Unlike `Object.assign`, it keeps a field named `__proto__`.
	return Object.fromEntries([['job_id', jobId], ...fields, ['job_id', jobId]]) as IDataObject;
}
