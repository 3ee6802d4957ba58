import type { NewJob } from '../../api/createJob';
import { readApiVersion } from '../../parameters/jobCall';
import {
	additionalJobFields,
	type IfExternalIdUsed,
	ifExternalIdUsedOption,
	jobNameField,
	profileField,
	readIfExternalIdUsed,
	readNewJob,
} from '../../parameters/newJob';
import { optionsField } from '../../parameters/optionsField';
import { createJobOnce } from '../../run/jobSteps';
import type { Operation } from '../../run/operation';
import { withExternalId } from '../../run/withExternalId';

interface Plan {
	apiVersion: number;
	job: NewJob;
	ifExternalIdUsed: IfExternalIdUsed;
}

export const create: Operation<Plan> = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create job',
		description: 'Create a job and add its media later',
	},
	fields: [profileField, jobNameField, additionalJobFields, optionsField(ifExternalIdUsedOption)],

	async plan(context, itemIndex) {
		const job = readNewJob(context, itemIndex);
		const ifExternalIdUsed = readIfExternalIdUsed(context, itemIndex, job.external_id);
		return [{ apiVersion: readApiVersion(context, itemIndex), job, ifExternalIdUsed }];
	},

	async run(run, [{ apiVersion, job, ifExternalIdUsed }]) {
		const { external_id: sent } = job;
		const wanted = { sent, ifUsed: ifExternalIdUsed, lastCall: 'create' } as const;
		return await withExternalId(run, wanted, async (followed) => ({
			json: await createJobOnce(followed, apiVersion, job, 'last call'),
		}));
	},
};
