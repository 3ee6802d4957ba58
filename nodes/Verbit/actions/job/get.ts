import { jobInfo, outputFields, outputOfJob } from '../../api/jobInfo';
import { jobIdField, readJobId } from '../../parameters/jobId';
import { JOB_FIELDS, simplify, simplified } from '../../parameters/simplify';
import type { Operation } from '../../run/operation';
import { CALLS_AT_A_TIME } from '../../run/slots';

export const get: Operation<{ jobId: number; simplify: boolean }> = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get job',
		description: 'Get the status and details of a job',
	},
	fields: [jobIdField, simplified.field],

	async plan(context, itemIndex) {
		return [
			{ jobId: readJobId(context, itemIndex), simplify: simplified.readFrom(context, itemIndex) },
		];
	},

	atATime: CALLS_AT_A_TIME,

	async run({ client }, [plan]) {
		const json = outputOfJob(plan.jobId, outputFields(await jobInfo(client, plan.jobId)));
		return { json: plan.simplify ? simplify(json, JOB_FIELDS) : json };
	},
};
