import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { outputFields, outputOfJob } from '../../api/jobInfo';
import { jobIdField, readJobCall, readOptions } from '../../parameters/jobCall';
import { optionsField } from '../../parameters/optionsField';
import { JOB_FIELDS, readSimplify, simplify, simplifyField } from '../../parameters/simplify';
import { readWholeNumber } from '../../parameters/values';
import type { Operation } from '../../run/operation';
import { type Output, timeoutBefore } from '../../run/suspension';
import { type AwaitedJob, checkJob } from '../../wait/checkJob';
import { nextCheckAt, waitInPlace } from '../../wait/nextCheck';

/** Seconds. The editor shows the same defaults; n8n's lint wants them written out there. */
const POLL_INTERVAL = { displayName: 'Poll Interval', min: 1, max: 86_400, default: 60 };
const TIMEOUT = { displayName: 'Timeout', min: 1, max: 2_592_000, default: 86_400 };

const waitOptions: INodeProperties[] = [
	{
		displayName: 'Poll Interval (Seconds)',
		name: 'pollInterval',
		type: 'number',
		typeOptions: { minValue: POLL_INTERVAL.min, maxValue: POLL_INTERVAL.max },
		default: 60,
		description:
			'Seconds between checks of the job. Long waits check less often, at least every 10 minutes.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: TIMEOUT.min, maxValue: TIMEOUT.max },
		default: 86400,
		description: 'Max seconds to wait before the item fails, up to 30 days',
	},
];

/** What the parameters say of a wait, without what only shows when it runs. */
type WaitOptions = Pick<AwaitedJob, 'call' | 'pollInterval' | 'timeout'>;

/** @throws StepError when the job ID or a number can't be used */
function readWaitOptions(context: IExecuteFunctions, itemIndex: number): WaitOptions {
	const { pollInterval = POLL_INTERVAL.default, timeout = TIMEOUT.default } = readOptions(
		context,
		itemIndex,
	);
	return {
		call: readJobCall(context, itemIndex),
		pollInterval: readWholeNumber(pollInterval, POLL_INTERVAL),
		timeout: timeoutBefore(context, itemIndex) ?? readWholeNumber(timeout, TIMEOUT),
	};
}

interface WaitPlan extends WaitOptions {
	/** Each item is one piece of work, so that its index is its position. */
	position: number;
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
		const options = readWaitOptions(context, itemIndex);
		return [{ ...options, position: itemIndex, simplify: simplifies }];
	},

	// A job that is waited for keeps no other from being checked.
	atATime: Infinity,

	async run(run, [plan]) {
		run.suspension.keepTimeout(plan.position, plan.timeout);
		const job = { ...plan, since: run.suspension.since, wasSeen: run.suspension.isResumed };
		if (nextCheckAt(job) === undefined || !(await run.suspension.isPossible())) {
			return waitOutput(plan, await waitInPlace(run, job));
		}
		const check = await run.inTurn(async () => await checkJob(run.client, job));
		if ('info' in check) return waitOutput(plan, check.info);
		// A stopped execution must not wait again: n8n would keep it among those that run.
		run.signal.throwIfAborted();
		const next = nextCheckAt(job);
		if (next === undefined) {
			return waitOutput(plan, await waitInPlace(run, { ...job, wasSeen: true }));
		}
		const interim = { job_id: plan.call.jobId, job_status: check.text };
		return { interim, nextCheckAt: next };
	},
};

function waitOutput(plan: WaitPlan, info: IDataObject): Output {
	const json = outputOfJob(plan.call.jobId, outputFields(info));
	return { json: plan.simplify ? simplify(json, JOB_FIELDS) : json };
}
