import { outputOfJob } from '../../api/jobInfo';
import type { AwaitedJob } from '../../journal/saved';
import { optionsProperty } from '../../parameters/field';
import { jobIdProperty, readJobId } from '../../parameters/jobIdField';
import { JOB_OUTPUT, simplify, simplifyField } from '../../parameters/simplify';
import type { WaitingOperation } from '../../wait/waitingRun';
import { readWaitOptions, waitOptions } from '../../wait/waitOptions';

export const jobWait: WaitingOperation<AwaitedJob, AwaitedJob> = {
	name: 'Wait for Completion',
	action: 'Wait for job completion',
	description: 'Pause until a job finishes, then return its details',
	fields: [jobIdProperty, simplifyField.property, optionsProperty(...waitOptions)],

	async plan(context, itemIndex) {
		return {
			jobId: readJobId(context, itemIndex),
			...readWaitOptions(context, itemIndex),
			isSimple: simplifyField.readFrom(context, itemIndex),
		};
	},

	async begin(_tools, plan) {
		return plan;
	},

	async finish(_tools, { jobId, isSimple }, info) {
		return { json: simplify(outputOfJob(jobId, info), JOB_OUTPUT, isSimple) };
	},
};
