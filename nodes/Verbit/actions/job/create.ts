import {
	additionalJobFields,
	type JobRequest,
	profileField,
	readJobRequest,
} from '../../submission/newJob';
import { CREATE, type WritingOperation } from '../../run/completedSteps';
import { hintAtDuplicate } from '../../errors/hints';
import { ExternalId } from '../../submission/externalId';
import { createJobOnce } from '../../submission/jobSteps';

export const create: WritingOperation<JobRequest> = {
	name: 'Create',
	action: 'Create job',
	description: 'Create a job and add its media later',
	fields: [profileField, additionalJobFields],

	async plan(context, itemIndex) {
		return readJobRequest(context, itemIndex);
	},

	async perform(tools, request) {
		const externalId = await new ExternalId(tools, request, CREATE).claim();
		const json = await createJobOnce(tools, request.job, externalId);
		hintAtDuplicate(tools, json);
		return { json };
	},
};
