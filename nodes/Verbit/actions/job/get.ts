import { getJob, outputOfJob } from '../../api/jobInfo';
import { jobIdProperty, readJobId } from '../../parameters/jobIdField';
import { JOB_OUTPUT, simplify, simplifyField } from '../../parameters/simplify';
import type { Operation } from '../../run/operation';

export const jobGet: Operation<{ jobId: number; isSimple: boolean }> = {
	name: 'Get',
	action: 'Get job',
	description: 'Get the status and details of a job',
	fields: [jobIdProperty, simplifyField.property],

	async plan(context, itemIndex) {
		const jobId = readJobId(context, itemIndex);
		return { jobId, isSimple: simplifyField.readFrom(context, itemIndex) };
	},

	async perform({ client }, { jobId, isSimple }) {
		const json = outputOfJob(jobId, await getJob(client, jobId));
		return { json: simplify(json, JOB_OUTPUT, isSimple) };
	},
};
