import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { type JobStatus, outputFields } from '../Verbit/api/jobInfo';
import { simplify } from '../Verbit/parameters/simplify';
import { readChoice, toList } from '../Verbit/parameters/values';

/** What can start a workflow. The words are part of saved workflows. */
export type TriggerEvent = 'completed' | 'draftReady' | 'failed';

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

/**
 * The events that are selected. An expression may return them as one text, or a list with commas.
 * @throws StepError for anything else, and for none: a job would finish and start nothing
 */
export function readEvents(given: unknown): TriggerEvent[] {
	const events = toList('Trigger On', given);
	const known = EVENT_OPTIONS.map(({ value }) => value);
	return (events.length > 0 ? events : ['']).map((event) => readChoice('Trigger On', event, known));
}

export function eventOfState(state: JobStatus['state']): TriggerEvent | undefined {
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
export function completionTimeIn(fields: IDataObject): string | undefined {
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
] as const;

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
	return isSimple ? simplify(own, SIMPLE_FIELDS) : own;
}
