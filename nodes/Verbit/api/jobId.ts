import { textIn } from '../inspect/inspect';

/** Reads a job ID, which Verbit, a parameter or a callback may write as a number or as digits. */
export function jobIdOf(value: unknown): number | undefined {
	const jobId = /^\s*\d+\s*$/.test(textIn(value)) ? Number(value) : 0;
	return Number.isSafeInteger(jobId) && jobId > 0 ? jobId : undefined;
}
