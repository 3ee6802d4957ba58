import type { IDataObject, INodePropertyOptions, IWebhookFunctions } from 'n8n-workflow';
import { ServiceClient } from '../Verbit/api/client';
import {
	isDraftReady,
	isUnknownJob,
	jobInfo,
	type JobStatus,
	outputFields,
	readJobStatus,
} from '../Verbit/api/jobInfo';
import { jobIdOf } from '../Verbit/api/serviceCall';
import { createError } from '../Verbit/errors/createError';
import { StepError } from '../Verbit/errors/stepError';
import { fieldsOf, readBody } from '../Verbit/http/body';
import { decodeText } from '../Verbit/http/headers';
import { shape } from '../Verbit/parameters/simplify';
import { readChoice, toList } from '../Verbit/parameters/values';
import { Refusal } from './respond';

/** What can start a workflow. The words are part of saved workflows. */
type TriggerEvent = 'completed' | 'draftReady' | 'failed';

export const EVENT_OPTIONS: Array<INodePropertyOptions & { value: TriggerEvent }> = [
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

/** The selected events. An expression may return one text, or a list with commas. @throws StepError also for none */
export function readEvents(given: unknown): TriggerEvent[] {
	const events = toList('Trigger On', given);
	const known = EVENT_OPTIONS.map(({ value }) => value);
	return (events.length > 0 ? events : ['']).map((event) => readChoice('Trigger On', event, known));
}

function eventOfState(state: JobStatus['state']): TriggerEvent | undefined {
	return state === 'completed' || state === 'failed' ? state : undefined;
}

export interface JobEvent {
	jobId: number;
	event: TriggerEvent;
	externalId: string | null;
	/** Tells one completion of a job from another, which a review brings about. */
	completedAt?: string;
	info?: IDataObject;
}

/** Verbit doesn't document whether a call or a job says when the job was completed, nor in which field. */
const COMPLETION_TIME = /^(job_)?(complet|finish)(ed|ion)?_?(at|on|time|date|timestamp)$/i;

/** A time in any form, as it is given: all that counts is whether it is another one. */
function completionTimeIn(fields: IDataObject): string | undefined {
	const [, time] = Object.entries(fields).find(([name]) => COMPLETION_TIME.test(name)) ?? [];
	return /^["'\s]*([\w:.,/+ -]{1,40}?)["'\s]*$/.exec(String(time ?? ''))?.[1];
}

/** What all calls for one event have in common. */
export function keyOf({ jobId, event, completedAt }: JobEvent): string {
	return [jobId, event, completedAt].join(' ').trim();
}

const SIMPLE_FIELDS = [
	'job_id',
	'event',
	'job_status',
	'job_name',
	'profile',
	'language',
	'external_id',
	'draft_ready',
	'errors',
	'confirmed',
];

/** The JSON of the trigger's item: what Verbit returned of the job, or else what the call says. */
export function eventOutput(
	{ jobId, event, externalId, info }: JobEvent,
	isSimple: boolean,
): IDataObject {
	const isDraft = event === 'draftReady';
	const json = {
		job_id: jobId,
		event,
		external_id: externalId,
		// A call about a draft contains no job status.
		...(!isDraft && { job_status: event === 'completed' ? 'Completed' : 'Failure' }),
		...outputFields(info ?? {}),
		...(isDraft && { draft_ready: true }),
		confirmed: info !== undefined,
	};
	// What Verbit returns of a job may have fields of these names.
	const own = { ...json, job_id: jobId, event };
	return shape(own, SIMPLE_FIELDS, isSimple);
}

/** A thousand times what Verbit sends, bytes. n8n takes 16 MiB. */
const MAX_BODY_BYTES = 64 * 1024;

const MAX_FIELD_LENGTH = 4096;

/**
 * Reads a call of Verbit. Nothing in it is signed.
 * @returns nothing for a status that is known and no event, such as In Progress
 * @throws Refusal for a call that Verbit can't have sent, and one without a job or a known status
 */
export function readCallback(context: IWebhookFunctions): JobEvent | undefined {
	const { rawBody, headers } = context.getRequestObject();
	// n8n keeps no raw body of a multipart form.
	const bytes = rawBody?.length ?? Number(headers['content-length'] ?? 0);
	if (bytes > MAX_BODY_BYTES) throw new Refusal('CALL_UNREADABLE', `it has ${bytes} bytes`);
	const fields = formFields(rawBody ? fieldsOfText(decodeText(rawBody)) : context.getBodyData());
	const status = fieldText(fields, 'status') ?? fieldText(fields, 'job_status');
	const { state } = readJobStatus({ job_status: status });
	const draftReady = fieldText(fields, 'draft_ready');
	const jobId = jobIdOf(fieldText(fields, 'job_id'));
	const externalId = fieldText(fields, 'external_id') ?? null;
	if (jobId === undefined) throw new Refusal('CALL_IGNORED', 'it contains no job ID');
	const isDraft = state !== 'canceled' && isDraftReady({ draft_ready: draftReady });
	const event = eventOfState(state) ?? (isDraft ? 'draftReady' : undefined);
	if (event !== undefined)
		return { jobId, event, externalId, completedAt: completionTimeIn(fields) };
	if (state !== 'unknown') return undefined;
	throw new Refusal('CALL_IGNORED', `it contains no status that is known, for job ${jobId}`);
}

/** The fields of a body; none where it isn't a form, because the test event's form is unknown. */
function formFields(body: unknown): IDataObject {
	const form = fieldsOf(Array.isArray(body) && body.length === 1 ? body[0] : body);
	// n8n puts the fields of a multipart form below `data`, beside its `files`.
	return form.files === undefined ? form : fieldsOf(form.data);
}

/** JSON or a form: n8n goes by the Content-Type alone, and parses only some. */
function fieldsOfText(text: string): unknown {
	const { json } = readBody(text);
	if (json !== undefined) return json;
	const fields = new Map<string, string[]>();
	for (const [name, value] of new URLSearchParams(text)) {
		const values = fields.get(name) ?? [];
		values.push(value);
		fields.set(name, values);
	}
	return Object.fromEntries(fields);
}

/** Verbit's own page writes `job_id="7"&status="'Completed'"`. */
function unquoted(text: string): string {
	const inner = /^\s*(["'])(.*)\1\s*$/s.exec(text)?.[2];
	return inner === undefined ? text.trim() : unquoted(inner);
}

/** The text of a field, nothing where it is missing or empty. A field that is sent twice must say the same twice. */
function fieldText(fields: IDataObject, name: string): string | undefined {
	const values = [fields[name]].flat();
	const value = values[0] ?? '';
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	if (!isPlain || values.some((other) => other !== values[0])) {
		throw new Refusal('CALL_UNREADABLE', `${name} isn't a single text, number or boolean`);
	}
	if (String(value).length > MAX_FIELD_LENGTH)
		throw new Refusal('CALL_UNREADABLE', `${name} is too long`);
	const text = unquoted(String(value));
	return text === '' ? undefined : text;
}

/** Verbit waits for the response to its webhook meanwhile, ms. How long it waits is unknown. */
const CONFIRM_TIMEOUT_MS = 15_000;

/**
 * Asks Verbit for the job, once and briefly: if it can't be reached now, Verbit is to call again.
 * @returns the event that Verbit confirms; nothing for a job that was canceled
 * @throws Refusal for an unknown job, a job that isn't that far, or no response now
 * @throws StepError for what a repeated call won't fix, such as a refused API key or a new status
 */
export async function confirmJob(
	context: IWebhookFunctions,
	called: JobEvent,
): Promise<JobEvent | undefined> {
	const client = new ServiceClient(context, { attempts: 1, timeoutMs: CONFIRM_TIMEOUT_MS });
	const { jobId } = called;
	const info = await jobInfo(client, jobId).catch((error: unknown) => {
		if (!(error instanceof StepError)) throw error;
		if (isUnknownJob(error)) throw new Refusal('CALL_IGNORED', error.message);
		throw error.details.retriable ? new Refusal('CALL_POSTPONED', error.message) : error;
	});
	const { state, text: status } = readJobStatus(info);
	const isDraft = called.event === 'draftReady';
	const draft = isDraftReady(info) ? called.event : undefined;
	const event = isDraft ? draft : eventOfState(state);
	const { completedAt = completionTimeIn(info) } = called;
	if (event !== undefined) return { ...called, event, completedAt, info };
	// A job that has finished meanwhile, without a draft, will not get one.
	if (state === 'completed' || state === 'failed' || state === 'canceled') return undefined;
	if (isDraft) throw new Refusal('CALL_TOO_EARLY', `job ${jobId} has no draft`);
	if (state === 'unknown') {
		const values = { missing: 'a status that this node knows', response: status };
		throw createError('RESPONSE_INCOMPLETE', values, { step: 'Get job', jobId });
	}
	throw new Refusal('CALL_TOO_EARLY', `job ${jobId} is ${status}`);
}
