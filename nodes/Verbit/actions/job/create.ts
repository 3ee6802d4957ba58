import { externalIdFields } from '../../externalId/idFields';
import { type SubmissionTools, submitOnce } from '../../externalId/submitOnce';
import type { Operation } from '../../run/operation';
import {
	jobFieldsProperty,
	type JobPlan,
	profileField,
	readJobPlan,
} from '../../submission/jobFields';
import { createJobOnce } from '../../submission/submitRecording';

export const jobCreate: Operation<JobPlan> = {
	name: 'Create',
	action: 'Create job',
	description: 'Create a job and add its media later',
	fields: [profileField.property, ...externalIdFields(), jobFieldsProperty],

	async plan(context, itemIndex) {
		return readJobPlan(context, itemIndex);
	},

	async perform(tools, { job, ...idChoice }) {
		const request = { ...idChoice, goal: 'create', name: job.job_name } as const;
		const create = async (leased: SubmissionTools) => await createJobOnce(leased, job);
		return { json: await submitOnce(tools, request, create) };
	},
};
