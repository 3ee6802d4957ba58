import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { StepError } from '../../errors/stepError';
import type { Entry, Wait } from '../../wait/entry';
import { waitInPlace } from '../../wait/waitInPlace';
import { outputFields } from '../../api/outputFields';
import { jobIdField, optionsField } from '../../parameters/fields';
import type { Operation } from '../../run/operation';
import { isToolRun } from '../../parameters/toolRun';
import { handOver, lookAgain } from '../../wait/postponeWait';
import { readAwaitedJob, waitOptions } from '../../parameters/waitOptions';

/** Set only in the sub-workflow of a long wait: what each of its items holds. */
const parkedField: INodeProperties = {
	displayName: 'Parked',
	name: 'parked',
	type: 'hidden',
	default: '',
};

export const wait: Operation<Entry> = {
	option: {
		name: 'Wait for Completion',
		value: 'wait',
		action: 'Wait for completion of job',
		description: 'Wait until a job is completed, and get what the service says of it',
	},
	fields: [jobIdField, parkedField, optionsField(...waitOptions)],

	async plan(context, itemIndex) {
		return [readParked(context, itemIndex) ?? readAwaitedJob(context, itemIndex)];
	},

	// A job that is waited for keeps no other from being looked at.
	atATime: Infinity,

	async postpone(context, run, tasks) {
		if (isToolRun(context)) return undefined;
		const parked = readParked(context, 0);
		if (parked === undefined) return await handOver(context, run, tasks);
		return await lookAgain(context, run, tasks, parked);
	},

	async run(run, [entry]) {
		if ('failure' in entry) throw new StepError(entry.failure);
		const info = await waitInPlace(run, entry);
		return { json: { job_id: entry.call.jobId, ...outputFields(info) } };
	},
};

function readParked(context: IExecuteFunctions, itemIndex: number): (Entry & Wait) | undefined {
	const parked: unknown = context.getNodeParameter('parked', itemIndex, '');
	return parked === '' ? undefined : (parked as Entry & Wait);
}
