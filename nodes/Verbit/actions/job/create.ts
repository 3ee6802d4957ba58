import type { NewJob } from '../../api/createJob';
import {
	additionalJobFields,
	type IfExternalIdUsed,
	profileField,
	readIfExternalIdUsed,
	readNewJob,
	sequenceOf,
} from '../../parameters/newJob';
import { ExternalId } from '../../run/externalId';
import { createJobOnce } from '../../run/jobSteps';
import type { Operation } from '../../run/operation';

export const create: Operation<{ job: NewJob; ifExternalIdUsed: IfExternalIdUsed }> = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create job',
		description: 'Create a job and add its media later',
	},
	fields: [profileField, additionalJobFields],

	async plan(context, itemIndex) {
		const job = readNewJob(context, itemIndex);
		const ifExternalIdUsed = readIfExternalIdUsed(context, itemIndex, job.external_id);
		return [{ job, ifExternalIdUsed }];
	},

	sequence: ({ job, ifExternalIdUsed }) => sequenceOf(job, ifExternalIdUsed),

	async run(run, [{ job, ifExternalIdUsed: ifUsed }]) {
		const options = { sent: job.external_id, ifUsed, lastCall: 'create' } as const;
		const externalId = await ExternalId.claim(run, options);
		const created = await createJobOnce(run, job, externalId);
		return { json: { ...created, ...externalId.flags } };
	},
};
