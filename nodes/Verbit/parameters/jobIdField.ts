import type { INodeProperties } from 'n8n-workflow';

/** Its reader is `readJobId` of `jobId.ts`. */
export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 123456',
	description: 'The number that the service gave to the job when it was created (job_id)',
};
