import type { IDataObject } from 'n8n-workflow';

import { redactUrlsIn } from '../Verbit/http/redactUrlsIn';
import { STATUS_OF_EVENT, type TriggerEvent } from './events';

/** An event of a job: as a call tells of it, or as Verbit confirms it. */
export interface JobEvent {
	jobId: number;
	event: TriggerEvent;
	externalId: string | null;
	/** The answer of job/info, where it was asked for. */
	info?: IDataObject;
}

/** The JSON of the trigger's item: what Verbit returned of the job, under the fields that the call has. */
export function outputOf({ jobId, event, externalId, info }: JobEvent): IDataObject {
	const status = STATUS_OF_EVENT[event];
	const called = {
		job_id: jobId,
		event,
		...(status === undefined ? { draft_ready: true } : { status }),
	};
	if (info === undefined) return { ...called, external_id: externalId, confirmed: false };
	return { external_id: externalId, ...redactUrlsIn(info), ...called, confirmed: true };
}
