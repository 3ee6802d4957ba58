import type { INodeProperties } from 'n8n-workflow';

/** Its reader is `readJobId` of `jobId.ts`. */
export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 123456',
	description: 'Job ID that Verbit returned when the job was created',
};
