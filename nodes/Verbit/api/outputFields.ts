import type { IDataObject } from 'n8n-workflow';

import { redactUrlsIn } from '../http/redactUrlsIn';

/**
 * What the service answered, as the node puts it out: no query of a URL in it, and no field `error` of its own. n8n
 * takes `json.error` of the first item for a failed try of the node, and Retry On Fail would run it again.
 */
export function outputFields(answer: IDataObject): IDataObject {
	const { error, ...fields } = redactUrlsIn(answer);
	return error === undefined ? fields : { ...fields, service_error: error };
}

/** The output for a job: its ID first, whatever else Verbit's response calls so. */
export function outputOfJob(jobId: number, ...parts: IDataObject[]): IDataObject {
	return Object.assign({ job_id: jobId }, ...parts, { job_id: jobId }) as IDataObject;
}
