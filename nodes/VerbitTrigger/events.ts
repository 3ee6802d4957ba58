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

/** A call about a draft contains no job status. */
const STATUS_OF_EVENT: Partial<Record<TriggerEvent, string>> = {
	completed: 'Completed',
	failed: 'Failure',
};

export function eventOfState(state: JobStatus['state']): TriggerEvent | undefined {
	return state === 'completed' || state === 'failed' ? state : undefined;
}

export function isDraftReady({ draft_ready: value }: IDataObject): boolean {
	return /^(true|1)$/i.test(String(value).trim());
}

export interface JobEvent {
	jobId: number;
	event: TriggerEvent;
	externalId: string | null;
	info?: IDataObject;
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
	const status = STATUS_OF_EVENT[event];
	const ofJob = info === undefined ? {} : outputFields(info);
	const json = {
		job_id: jobId,
		event,
		external_id: externalId,
		...(status === undefined ? {} : { job_status: status }),
		...ofJob,
		...(status === undefined ? { draft_ready: true } : {}),
		confirmed: info !== undefined,
	};
	// What Verbit returns of a job may have fields of these names.
	const own = { ...json, job_id: jobId, event };
	return isSimple ? simplify(own, SIMPLE_FIELDS) : own;
}
