import { inputError } from '../errors/stepError';

/**
 * A job ID as the service gives it: a positive integer, here as a number or in a string.
 * @throws StepError that names what was found instead
 */
export function readJobId(value: unknown): number {
	const text =
		typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
	const jobId = /^\d+$/.test(text) ? Number(text) : NaN;
	if (!Number.isSafeInteger(jobId) || jobId < 1) {
		throw inputError(
			`Job ID has to be a positive whole number, but is ${JSON.stringify(value) ?? 'not set'}`,
			'Use the job_id that the service answered when the job was created. If it comes from an expression, check that the expression finds it for this item.',
		);
	}
	return jobId;
}
