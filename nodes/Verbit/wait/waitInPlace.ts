import type { IDataObject } from 'n8n-workflow';

import { fault } from '../errors/fault';
import type { StepError } from '../errors/stepError';
import type { ServiceClient } from '../api/client';
import { cancellableSleep } from '../http/cancellableSleep';
import { inWords } from '../http/lifetime';
import { type AwaitedJob, checkJob, type JobCheck } from './checkJob';

interface Waiter {
	client: ServiceClient;
	signal: AbortSignal;
	/** Lets the checks of all jobs of a run in, some at a time. */
	inTurn<T>(call: () => Promise<T>): Promise<T>;
}

/**
 * Checks a job again and again, until it is completed; the last check is at the deadline.
 * @returns what job/info answered
 * @throws StepError when the job has failed or was stopped, or has not finished by its deadline
 */
export async function waitInPlace(waiter: Waiter, job: AwaitedJob): Promise<IDataObject> {
	const { client, signal, inTurn } = waiter;
	const deadline = job.since + job.timeout * 1000;
	for (let { wasSeen } = job; ; wasSeen = true) {
		const check = await inTurn(async () => await checkJob(client, { ...job, wasSeen }));
		if ('info' in check) return check.info;
		const left = deadline - Date.now();
		if (left <= 0) throw deadlineError(job, check);
		await cancellableSleep(Math.min(left, job.pollInterval * 1000), signal);
		if (signal.aborted) throw fault('WAIT_STOPPED', {}, { jobId: job.call.jobId });
	}
}

function deadlineError(
	{ call: { jobId }, timeout }: AwaitedJob,
	{ state, text: status }: Exclude<JobCheck, { info: IDataObject }>,
): StepError {
	const duration = timeout < 60 ? `${timeout} s` : inWords(timeout * 1000);
	const code = state === 'pending' ? 'WAIT_JOB_NOT_STARTED' : 'WAIT_TIMED_OUT';
	return fault(code, { duration, status }, { jobId });
}
