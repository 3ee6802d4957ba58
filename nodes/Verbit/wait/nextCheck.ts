import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { fault } from '../errors/fault';
import type { StepError } from '../errors/stepError';
import { cancellableSleep } from '../http/cancellation';
import { durationInWords } from '../http/url';
import { type AwaitedJob, checkJob, type JobCheck } from './checkJob';

/** The shortest time between two checks of a suspended execution, s: n8n looks once a minute for those that are due. */
const SHORTEST_S = 66;

/** The interval grows to the time waited so far, divided by this: a job that takes long is checked less often. */
const PART_OF_THE_WAIT = 10;

/** The longest interval that a tenth of the wait makes, s. A longer Poll Interval counts all the same. */
const LONGEST_S = 600;

/** A wait that may take longer gives the worker back to n8n, s. */
const LONGEST_IN_PLACE_S = 5 * 60;

interface Wait {
	/** Seconds between two checks. */
	pollInterval: number;
	/** Seconds from the start to the end of the wait. */
	timeout: number;
	/** When it began, ms since 1970. */
	since: number;
}

/**
 * When a suspended execution is to check a job again, ms since 1970: after the poll interval or a tenth of the time
 * waited so far, but not sooner than n8n's waits can be, and not beyond the deadline.
 * @returns nothing where the rest of the wait is too short to suspend the execution
 */
export function nextCheckAt(
	{ pollInterval, timeout, since }: Wait,
	now = Date.now(),
): number | undefined {
	const left = (since - now) / 1000 + timeout;
	if (timeout <= LONGEST_IN_PLACE_S || left < SHORTEST_S) return undefined;
	const waited = (now - since) / 1000;
	const interval = Math.max(
		SHORTEST_S,
		pollInterval,
		Math.min(LONGEST_S, waited / PART_OF_THE_WAIT),
	);
	return now + Math.ceil(Math.min(interval, left)) * 1000;
}

interface Waiter {
	client: ServiceClient;
	signal: AbortSignal;
	/** Lets the checks of all jobs of a run in, some at a time. */
	inTurn<T>(call: () => Promise<T>): Promise<T>;
}

/**
 * Checks a job repeatedly until it is completed; the last check is at the deadline.
 * @returns the response of job/info
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
	const duration = timeout < 60 ? `${timeout} s` : durationInWords(timeout * 1000);
	const code = state === 'pending' ? 'WAIT_JOB_NOT_STARTED' : 'WAIT_TIMED_OUT';
	return fault(code, { duration, status }, { jobId, isFinal: true });
}
