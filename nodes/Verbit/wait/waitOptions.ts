import type { IExecuteFunctions } from 'n8n-workflow';

import { fieldWith, readOptions, wholeNumber } from '../parameters/field';
import { valueError } from '../parameters/values';

const pollIntervalField = wholeNumber('Poll Interval (Seconds)', 'pollInterval', [1, 86_400], {
	default: 60,
	description:
		'Longest pause in waits up to 5 minutes, shortest pause in longer ones (at least a minute)',
});

const MAX_TIMEOUT_HOURS = 720;

const timeoutHoursField = fieldWith(readTimeoutHours, 'Timeout (Hours)', 'timeoutHours', {
	type: 'number',
	typeOptions: { minValue: 0.001, maxValue: MAX_TIMEOUT_HOURS, numberPrecision: 4 },
	default: 24,
	description: 'Max hours to wait, up to 720. Decimals such as 0.5 work.',
});

export const waitOptions = [pollIntervalField.property, timeoutHoursField.property];

function readTimeoutHours(_: string, value: unknown): number {
	const hours = ['number', 'string'].includes(typeof value) ? Number(value) : NaN;
	if (hours > 0 && hours <= MAX_TIMEOUT_HOURS) return hours;
	throw valueError('Timeout', `a number of hours up to ${MAX_TIMEOUT_HOURS}`, value);
}

export function readWaitOptions(context: IExecuteFunctions, itemIndex: number) {
	const options = readOptions(context, itemIndex);
	return {
		pollInterval: pollIntervalField.readIn(options),
		timeoutHours: timeoutHoursField.readIn(options),
	};
}
