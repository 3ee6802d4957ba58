import type { IDataObject, INodePropertyOptions, IWebhookFunctions } from 'n8n-workflow';

import { ServiceClient } from '../Verbit/api/client';
import { getJob, isDraftReady, readJobStatus, saysUnknownJob } from '../Verbit/api/jobInfo';
import { createError } from '../Verbit/errors/createError';
import { StepError } from '../Verbit/errors/stepError';
import { readBody } from '../Verbit/http/body';
import { decodeText } from '../Verbit/http/charset';
import { fieldsOf, getOrInsert, jobIdOf } from '../Verbit/inspect/inspect';
import { readChoice, readList } from '../Verbit/parameters/values';
import { RejectedCall } from './respond';

export const EVENT_OPTIONS: Array<INodePropertyOptions & { value: JobEvent['event'] }> = [
	{
		name: 'Draft Ready',
		value: 'draftReady',
		description: 'An automatic draft is ready while the job is still in progress',
	},
	{
		name: 'Job Completed',
		value: 'completed',
		description: 'The transcript or captions are ready',
	},
	{
		name: 'Job Failed',
		value: 'failed',
		description: 'The job ended without a result. Its errors give the reason.',
	},
];

export function readEvents(value: unknown): Array<JobEvent['event']> {
	// An expression may return a single text, or a list with commas.
	const events = readList('Trigger On', value);
	const all = EVENT_OPTIONS.map((option) => option.value);
	return (events.length > 0 ? events : ['']).map((event) => readChoice('Trigger On', event, all));
}

export interface JobEvent {
	jobId: number;
	event: 'completed' | 'draftReady' | 'failed';
	/** Time that tells one completion of a job from the next, for example after a review. */
	completedAt?: string;
	fields: IDataObject;
}

/** Verbit doesn't document whether a call or a job has a field with its time. */
const COMPLETION_TIME = /^(job_)?(complet|finish)(ed|ion)?_?(at|on|time|date|timestamp)$/i;

function completionTimeIn(fields: IDataObject): string | undefined {
	const [, time] = Object.entries(fields).find(([name]) => COMPLETION_TIME.test(name)) ?? [];
	return /^[\w:.,/+ -]+$/.exec(plainText(time))?.[0];
}

export function eventKeyOf({ jobId, event, completedAt }: JobEvent): string {
	return [jobId, event, completedAt].join(' ').trim();
}

/** Max length of a body, bytes: a thousand times what Verbit sends. n8n accepts 16 MiB. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Reads a call, which anybody may have made up, because Verbit doesn't sign its calls.
 * @returns undefined for a known status that isn't an event, such as In Progress
 * @throws RejectedCall for a call that Verbit can't have sent, and for a call without a job or a known status
 */
export function readCallback(context: IWebhookFunctions): JobEvent | undefined {
	const form = formOf(context);
	const stateIn = (name: string) => readJobStatus({ job_status: singleText(form, name) }).state;
	const ofCall = stateIn('status');
	// A `status` that isn't one of a job may be that of the call.
	const state = ofCall === 'unknown' ? stateIn('job_status') : ofCall;
	const isDraft = isDraftReady({ draft_ready: singleText(form, 'draft_ready') });
	const jobId = jobIdOf(singleText(form, 'job_id'));
	if (jobId === undefined) throw new RejectedCall('CALL_IGNORED', 'it contains no job ID');
	const claimed = { external_id: plainText(form.external_id) || null, confirmed: false };
	if (state === 'completed' || state === 'failed') {
		const fields = { ...claimed, job_status: state === 'completed' ? 'Completed' : 'Failure' };
		return { jobId, event: state, completedAt: completionTimeIn(form), fields };
	}
	// A call about a draft contains no job status.
	if (isDraft && state !== 'canceled') return { jobId, event: 'draftReady', fields: claimed };
	if (state !== 'unknown') return undefined;
	throw new RejectedCall('CALL_IGNORED', `it contains no status that is known, for job ${jobId}`);
}

/** Reads the fields of a call, which come as JSON, maybe in a list of a single event, or as a form. */
function formOf(context: IWebhookFunctions): IDataObject {
	const { rawBody, headers } = context.getRequestObject();
	// n8n keeps no raw body of a multipart form.
	const bytes = rawBody?.length ?? Number(headers['content-length'] ?? 0);
	if (bytes > MAX_BODY_BYTES) throw new RejectedCall('CALL_UNREADABLE', `it has ${bytes} bytes`);
	const parsed = context.getBodyData();
	// n8n puts the fields of a multipart form below `data`, beside its `files`.
	const { files, data } = fieldsOf(parsed);
	const fieldsOfForm = files === undefined ? parsed : data;
	const events = [rawBody ? fieldsOfText(decodeText(rawBody)) : fieldsOfForm].flat();
	if (events.length > 1) throw new RejectedCall('CALL_UNREADABLE', 'it contains several events');
	return fieldsOf(events[0]);
}

function fieldsOfText(text: string): unknown {
	const { json } = readBody(text);
	if (json !== undefined) return json;
	const form = new Map<string, string[]>();
	for (const [name, value] of new URLSearchParams(text))
		getOrInsert(form, name, () => []).push(value);
	return Object.fromEntries(form);
}

/** Reads a field; a missing one is empty. A field that is sent twice must have the same value twice. */
function singleText(fields: IDataObject, name: string): string {
	const [value, ...others] = [fields[name]].flat();
	if (Object(value) !== value && others.every((other) => other === value)) return plainText(value);
	throw new RejectedCall('CALL_UNREADABLE', `${name} isn't a single text, number or boolean`);
}

/** Returns a text, number or boolean, or the first of several, without the quotes in Verbit's example: `status="'Completed'"`. */
function plainText(value: unknown): string {
	const [first] = [value].flat();
	const text = ['string', 'number', 'boolean'].includes(typeof first) ? String(first).trim() : '';
	return text.replace(/^(["']?)(["']?)(.*)\2\1$/s, '$3').trim();
}

/** Time limit for asking Verbit, ms. Verbit waits for the response to its call meanwhile, and doesn't document how long. */
const CONFIRM_TIMEOUT_MS = 15_000;

/**
 * Asks Verbit for the job, once and briefly: if Verbit can't be reached now, it calls again.
 * @returns the event that Verbit confirms, without values of the call; undefined for a canceled job
 * @throws StepError for an error that a repeated call won't fix, such as a refused API key or a new status
 */
export async function confirmJob(
	context: IWebhookFunctions,
	{ jobId, event: claimedEvent }: Pick<JobEvent, 'jobId' | 'event'>,
): Promise<JobEvent | undefined> {
	const client = new ServiceClient(context, { maxAttempts: 1, timeoutMs: CONFIRM_TIMEOUT_MS });
	const info = await getJob(client, jobId).catch((error: unknown) => {
		if (!(error instanceof StepError)) throw error;
		if (saysUnknownJob(error)) throw new RejectedCall('CALL_IGNORED', error.message);
		throw error.details.retriable ? new RejectedCall('CALL_POSTPONED', error.message) : error;
	});
	const { state, text: status } = readJobStatus(info);
	if (state === 'canceled') return undefined;
	const fields = { ...info, confirmed: true };
	const isDraft = claimedEvent === 'draftReady';
	if (isDraft && isDraftReady(info)) return { jobId, event: claimedEvent, fields };
	if (state === 'completed' || state === 'failed')
		return { jobId, event: state, completedAt: completionTimeIn(info), fields };
	if (state === 'unknown' && !isDraft) {
		const values = { missing: 'a status that this node knows', response: status };
		throw createError('RESPONSE_INCOMPLETE', values, { activity: 'Get job', jobId });
	}
	const found = isDraft ? 'has no draft' : `is ${status}`;
	throw new RejectedCall('CALL_TOO_EARLY', `job ${jobId} ${found}`);
}
