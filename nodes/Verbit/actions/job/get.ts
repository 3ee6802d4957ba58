import type { JobCall } from '../../service/addAsset';
import { jobInfo } from '../../service/jobInfo';
import { answerFields } from '../answerFields';
import { jobIdField, optionsField } from '../fields';
import { readJobCall } from '../jobCall';
import type { Operation } from '../operation';

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
		return { json: { job_id: call.jobId, ...answerFields(await jobInfo(client, call)) } };
	},
};
