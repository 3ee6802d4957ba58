import type { NewJob } from '../../api/createJob';
import { optionsField } from '../../parameters/fields';
import { readApiVersion } from '../../parameters/jobCall';
import type { Operation } from '../../run/operation';
import { createJobOnce } from '../../run/createJobOnce';
import { additionalJobFields, newJobFields } from '../../parameters/newJobFields';
import { readNewJob } from '../../parameters/readNewJob';

interface Plan {
	apiVersion: number;
	job: NewJob;
}

export const create: Operation<Plan> = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create job',
		description: 'Create a job, to give it media and to start it later',
	},
	fields: [...newJobFields, additionalJobFields, optionsField()],

	async plan(context, itemIndex) {
		const job = readNewJob(context, itemIndex);
		return [{ apiVersion: readApiVersion(context, itemIndex), job }];
	},

	async run(run, [{ apiVersion, job }]) {
		return { json: await createJobOnce(run, apiVersion, job) };
	},
};
