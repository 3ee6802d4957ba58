import {
	additionalJobFields,
	profileField,
	readJobRequest,
	sequenceOf,
} from '../../submission/newJob';
import type { JobRequest } from '../../submission/newJob';
import { CREATE } from '../../run/completedSteps';
import { hintAtDuplicate } from '../../errors/hint';
import { ExternalId } from '../../submission/externalId';
import { createJobOnce } from '../../submission/jobSteps';
import type { Operation } from '../../run/operation';

export const create: Operation<JobRequest> = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create job',
		description: 'Create a job and add its media later',
	},
	fields: [profileField, additionalJobFields],

	async plan(context, itemIndex) {
		return [readJobRequest(context, itemIndex)];
	},

	sequence: sequenceOf,

	async run(run, [request]) {
		const externalId = await new ExternalId(run, request, CREATE).claim();
		const created = await createJobOnce(run, request.job, externalId);
		const json = { ...created, ...externalId.flags };
		hintAtDuplicate(run, json);
		return { json };
	},
};
