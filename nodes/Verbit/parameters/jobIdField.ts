import type { INodeProperties } from 'n8n-workflow';

/**
 * Its reader is `readJobId` of `jobId.ts`. Every operation outputs `job_id`, which makes it the default: a chain of them needs
 * no typing.
 */
export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: '={{ $json.job_id }}',
	placeholder: 'e.g. 123456',
	description: 'ID that Verbit returned when the job was created',
};
