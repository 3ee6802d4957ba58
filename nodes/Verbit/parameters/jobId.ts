import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';

/**
 * A job ID as the service gives it: a positive integer, here as a number or in a string.
 * @throws StepError that names what was found instead
 */
export function readJobId(value: unknown): number {
	const text =
		typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
	const jobId = /^\d+$/.test(text) ? Number(text) : NaN;
	if (!Number.isSafeInteger(jobId) || jobId < 1) {
		throw fault('JOB_ID_INVALID', { value: describeValue(value) });
	}
	return jobId;
}
