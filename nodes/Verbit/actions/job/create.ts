import type { NewJob } from '../../service/createJob';
import { optionsField } from '../fields';
import { readApiVersion } from '../jobCall';
import type { Operation } from '../operation';
import { createOnce } from './createOnce';
import { additionalJobFields, newJobFields } from './newJobFields';
import { readNewJob } from './readNewJob';

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
		return { json: await createOnce(run, apiVersion, job) };
	},
};
