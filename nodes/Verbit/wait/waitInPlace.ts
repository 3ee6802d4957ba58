import type { IDataObject } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import type { ServiceClient } from '../api/client';
import { cancellableSleep } from '../http/cancellableSleep';
import { inWords } from '../http/lifetime';
import { type AwaitedJob, type Look, lookAtJob } from './lookAtJob';

interface Waiter {
	client: ServiceClient;
	signal: AbortSignal;
	/** Lets the looks at all jobs of a run in, some at a time. */
	inTurn<T>(call: () => Promise<T>): Promise<T>;
}

/**
 * Looks at a job again and again, until it is completed; the last look is at the deadline.
 * @returns what job/info answered
 * @throws StepError when the job has ended otherwise, or not by its deadline
 */
export async function waitInPlace(waiter: Waiter, job: AwaitedJob): Promise<IDataObject> {
	const { client, signal, inTurn } = waiter;
	for (let wasSeen = job.wasSeen; ; wasSeen = true) {
		const look = await inTurn(async () => await lookAtJob(client, { ...job, wasSeen }));
		if ('info' in look) return look.info;
		const left = job.deadline - Date.now();
		if (left <= 0) throw deadlineError(job, look);
		await cancellableSleep(Math.min(left, job.pollInterval * 1000), signal);
		if (signal.aborted) throw canceledError(job);
	}
}

function deadlineError(
	{ call, timeout }: AwaitedJob,
	{ state, text }: Exclude<Look, { info: IDataObject }>,
): StepError {
	const duration = timeout < 60 ? `${timeout} s` : inWords(timeout * 1000);
	return new StepError({
		kind: 'answer',
		step: 'Wait for completion',
		jobId: call.jobId,
		what:
			state === 'pending'
				? `the job has not been started: after ${duration} its status is still ${text}`
				: `the job has not been completed within ${duration}: its last status is ${text}`,
		remedy:
			state === 'pending'
				? 'Start the job with the operation Start Transcription, once it has its media.'
				: 'Raise the option Timeout, or run Wait for Completion again later. The node Verbit Trigger starts a workflow when a job has ended, so that none has to wait.',
	});
}

function canceledError({ call }: AwaitedJob): StepError {
	return new StepError({
		kind: 'answer',
		step: 'Wait for completion',
		jobId: call.jobId,
		what: 'the run was stopped',
		remedy: 'The job goes on in the service: run Wait for Completion again to wait for it.',
	});
}
