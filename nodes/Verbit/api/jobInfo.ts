import type { IDataObject } from 'n8n-workflow';

import type { Activity } from '../errors/messages/message';
import { StepError } from '../errors/stepError';
import { isText, jobIdOf } from '../inspect/inspect';
import { cut } from '../secrets/shownText';
import type { ServiceClient } from './client';
import { incompleteError, type ServiceCall } from './serviceCall';

export async function getJob(client: ServiceClient, jobId: number, activity: Activity = 'Get job') {
	const call: ServiceCall = { activity, method: 'GET', path: '/job/info', jobId, repeatable: true };
	const response = await client.call(call);
	const { job_id: id, job_status: status } = response.data;
	if (isText(status) && jobIdOf(id ?? jobId) === jobId) return response.data;
	throw incompleteError(call, response, `the status of job ${jobId}`);
}

export async function getJobStatus(client: ServiceClient, jobId: number, activity: Activity) {
	return readJobStatus(await getJob(client, jobId, activity).catch(() => ({})));
}

export function saysUnknownJob(error: unknown): boolean {
	return error instanceof StepError && error.details.errorType === 'ITEM_NOT_FOUND';
}

export interface JobStatus {
	state: 'pending' | 'inProgress' | 'completed' | 'failed' | 'canceled' | 'unknown';
	text: string;
}

export function hasNoResult({ state }: JobStatus): boolean {
	return state === 'failed' || state === 'canceled';
}

/** Returns whether a job is started, and so has its media: Verbit starts no other. A started job may also stay pending. */
export function isUnderWay({ state }: JobStatus): boolean {
	return state === 'inProgress' || state === 'completed';
}

/** Returns whether Verbit returned a status that it doesn't document, such as while a person must approve a job. */
export function isUndocumented({ state, text }: JobStatus): boolean {
	return state === 'unknown' && text !== NO_STATUS;
}

const NO_STATUS = 'unknown';

const STATES: Array<[JobStatus['state'], RegExp]> = [
	['pending', /^pending$/],
	['inProgress', /^inprogress$/],
	['completed', /^completed?$/],
	['failed', /^(failure|failed|error)$/],
	['canceled', /^cancell?ed$/],
];

export function readJobStatus({ job_status: status }: { job_status?: unknown }): JobStatus {
	const trimmed = typeof status === 'string' ? cut(status.trim(), 100) : '';
	const text = trimmed === '' ? NO_STATUS : trimmed;
	const key = text.toLowerCase().replace(/[^a-z]/g, '');
	const [state = 'unknown'] = STATES.find(([, spelling]) => spelling.test(key)) ?? [];
	return { state, text };
}

export function isDraftReady({ draft_ready: value }: IDataObject): boolean {
	return /^(true|1)$/i.test(String(value).trim());
}

/** Merges parts of a job's output. `job_id` comes first, and the job's ID replaces any other `job_id` in the parts. */
export function outputOfJob(
	jobId: number,
	...parts: IDataObject[]
): IDataObject & { job_id: number } {
	const json = { job_id: jobId };
	// Unlike `Object.assign`, a spread keeps a field named `__proto__`.
	return { ...parts.reduce<IDataObject>((all, part) => ({ ...all, ...part }), json), ...json };
}
