import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { describeValue } from '../http/redact';
import { readOptions } from './jobCall';
import { readWholeNumber } from './values';

/** Seconds. The editor shows the same defaults; n8n's lint wants them written out there. */
const POLL_INTERVAL = { displayName: 'Poll Interval', min: 1, max: 86_400, default: 60 };

const DEFAULT_TIMEOUT_HOURS = 24;

const MAX_TIMEOUT_HOURS = 720;

export const waitOptions: INodeProperties[] = [
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
	throw createError('TEXT_INVALID', { field: 'Timeout', form, value: describeValue(value) });
}

export function readWaitOptions(
	context: IExecuteFunctions,
	itemIndex: number,
): { pollInterval: number; timeoutHours: number } {
	const { pollInterval, timeoutHours } = readOptions(context, itemIndex);
	return {
		pollInterval: readWholeNumber(pollInterval ?? POLL_INTERVAL.default, POLL_INTERVAL),
		timeoutHours: readTimeoutHours(timeoutHours ?? DEFAULT_TIMEOUT_HOURS),
	};
}
