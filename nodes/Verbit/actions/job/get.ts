import type { JobCall } from '../../api/jobCall';
import { jobInfo } from '../../api/jobInfo';
import { outputFields } from '../../api/outputFields';
import { jobIdField, optionsField } from '../../parameters/fields';
import { readJobCall } from '../../parameters/jobCall';
import type { Operation } from '../../run/operation';

export const get: Operation<JobCall> = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get job',
		description: 'Get the status of a job and what the service says of it',
	},
	fields: [jobIdField, optionsField()],

	async plan(context, itemIndex) {
		return [readJobCall(context, itemIndex)];
	},

	async run({ client }, [call]) {
		return { json: { job_id: call.jobId, ...outputFields(await jobInfo(client, call)) } };
	},
};
