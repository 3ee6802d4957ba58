import { hintAtDuplicate } from '../../errors/hints';
import { ExternalId } from '../../externalId/externalId';
import { externalIdFields } from '../../externalId/idFields';
import type { Operation } from '../../run/operation';
import { createJobJournaled } from '../../submission/jobSteps';
import {
	jobFieldsProperty,
	type JobPlan,
	profileField,
	readJobPlan,
} from '../../submission/newJob';

export const jobCreate: Operation<JobPlan> = {
	name: 'Create',
	action: 'Create job',
	description: 'Create a job and add its media later',
	fields: [profileField.property, ...externalIdFields(), jobFieldsProperty],

	async plan(context, itemIndex) {
		return readJobPlan(context, itemIndex);
	},

	async perform(tools, plan) {
		const json = await ExternalId.submitOnce(
			tools,
			{ idChoice: plan, goal: 'create' },
			async (externalId) => {
				return await createJobJournaled(tools, plan.job, externalId);
			},
		);
		hintAtDuplicate(tools, json);
		return { json };
	},
};
