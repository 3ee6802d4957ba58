import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { AwaitedJob } from '../wait/checkJob';
import { readJobCall, readOptions } from './jobCall';
import { readWholeNumber } from './values';

/** Seconds. The editor shows the same defaults; n8n's lint wants them written out there. */
const POLL_INTERVAL = { displayName: 'Poll Interval', min: 1, max: 86_400, default: 60 };
const TIMEOUT = { displayName: 'Timeout', min: 1, max: 2_592_000, default: 86_400 };

export const waitOptions: INodeProperties[] = [
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
export type WaitOptions = Pick<AwaitedJob, 'call' | 'pollInterval' | 'timeout'>;

/** @throws StepError when the job ID or a number can't be used */
export function readWaitOptions(context: IExecuteFunctions, itemIndex: number): WaitOptions {
	const { pollInterval = POLL_INTERVAL.default, timeout = TIMEOUT.default } = readOptions(
		context,
		itemIndex,
	);
	return {
		call: readJobCall(context, itemIndex),
		pollInterval: readWholeNumber(pollInterval, POLL_INTERVAL),
		timeout: readWholeNumber(timeout, TIMEOUT),
	};
}
