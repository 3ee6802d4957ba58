import type { INodeProperties } from 'n8n-workflow';

import { outputOfJob } from '../../api/jobInfo';
import { fault } from '../../errors/fault';
import { describeValue } from '../../http/redact';
import { jobIdField, readJobCall, readOptions } from '../../parameters/jobCall';
import { optionsField } from '../../parameters/optionsField';
import { JOB_FIELDS, readSimplify, simplify, simplifyField } from '../../parameters/simplify';
import { readWholeNumber } from '../../parameters/values';
import type { AwaitedJob, WaitingOperation } from '../../run/waiting';

/** Seconds. The editor shows the same defaults; n8n's lint wants them written out there. */
const POLL_INTERVAL = { displayName: 'Poll Interval', min: 1, max: 86_400, default: 60 };

const DEFAULT_TIMEOUT_HOURS = 24;

const MAX_TIMEOUT_HOURS = 720;

const waitOptions: INodeProperties[] = [
	{
		displayName: 'Poll Interval (Seconds)',
		name: 'pollInterval',
		type: 'number',
		typeOptions: { minValue: POLL_INTERVAL.min, maxValue: POLL_INTERVAL.max },
		default: 60,
		description:
			'Seconds between checks of the job. With a timeout over 5 minutes at least 66, and more in long waits.',
	},
	{
		displayName: 'Timeout (Hours)',
		name: 'timeoutHours',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_TIMEOUT_HOURS, numberPrecision: 4 },
		default: 24,
		description:
			'Max hours to wait before the item fails. Parts of an hour such as 0.5 are allowed, up to 720.',
	},
];

function readTimeoutHours(value: unknown): number {
	const hours = typeof value === 'string' && value.trim() === '' ? NaN : Number(value);
	if (hours > 0 && hours <= MAX_TIMEOUT_HOURS) return hours;
	const form = `a number of hours up to ${MAX_TIMEOUT_HOURS}`;
	throw fault('TEXT_INVALID', { field: 'Timeout', form, value: describeValue(value) });
}

interface WaitJob extends AwaitedJob {
	simplify: boolean;
}

export const wait: WaitingOperation<WaitJob, WaitJob> = {
	option: {
		name: 'Wait for Completion',
		value: 'wait',
		action: 'Wait for job completion',
		description: 'Pause until a job finishes, then return its details',
	},
	fields: [jobIdField, simplifyField, optionsField(...waitOptions)],

	async plan(context, itemIndex) {
		const { pollInterval, timeoutHours } = readOptions(context, itemIndex);
		return [
			{
				call: readJobCall(context, itemIndex),
				pollInterval: readWholeNumber(pollInterval ?? POLL_INTERVAL.default, POLL_INTERVAL),
				timeoutHours: readTimeoutHours(timeoutHours ?? DEFAULT_TIMEOUT_HOURS),
				simplify: readSimplify(context, itemIndex),
			},
		];
	},

	async begin(_run, plan) {
		return plan;
	},

	async finish(_run, { call, simplify: isSimple }, info) {
		const json = outputOfJob(call.jobId, info);
		return { json: isSimple ? simplify(json, JOB_FIELDS) : json };
	},
};
