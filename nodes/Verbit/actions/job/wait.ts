import type { IDataObject } from 'n8n-workflow';

import { outputFields, outputOfJob } from '../../api/jobInfo';
import { jobIdField } from '../../parameters/jobCall';
import { optionsField } from '../../parameters/optionsField';
import { JOB_FIELDS, readSimplify, simplify, simplifyField } from '../../parameters/simplify';
import { readWaitOptions, waitOptions, type WaitOptions } from '../../parameters/waitOptions';
import type { Operation } from '../../run/operation';
import type { Output } from '../../run/suspension';
import { checkJob } from '../../wait/checkJob';
import { nextCheckAt, waitInPlace } from '../../wait/nextCheck';

interface WaitPlan extends WaitOptions {
	simplify: boolean;
}

export const wait: Operation<WaitPlan> = {
	option: {
		name: 'Wait for Completion',
		value: 'wait',
		action: 'Wait for job completion',
		description: 'Pause until a job finishes, then return its details',
	},
	fields: [jobIdField, simplifyField, optionsField(...waitOptions)],

	async plan(context, itemIndex) {
		const simplifies = readSimplify(context, itemIndex);
		return [{ ...readWaitOptions(context, itemIndex), simplify: simplifies }];
	},

	// A job that is waited for keeps no other from being checked.
	atATime: Infinity,

	async run(run, [plan]) {
		const job = { ...plan, since: run.suspension.since, wasSeen: run.suspension.isResumed };
		if (nextCheckAt(job) === undefined || !run.suspension.isPossible()) {
			return outputOf(plan, await waitInPlace(run, job));
		}
		const check = await run.inTurn(async () => await checkJob(run.client, job));
		if ('info' in check) return outputOf(plan, check.info);
		const next = nextCheckAt(job);
		if (next === undefined) {
			return outputOf(plan, await waitInPlace(run, { ...job, wasSeen: true }));
		}
		return { interim: { job_id: plan.call.jobId, job_status: check.text }, nextCheckAt: next };
	},
};

function outputOf(plan: WaitPlan, info: IDataObject): Output {
	const json = outputOfJob(plan.call.jobId, outputFields(info));
	return { json: plan.simplify ? simplify(json, JOB_FIELDS) : json };
}
