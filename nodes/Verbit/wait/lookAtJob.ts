import type { IDataObject } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import type { JobCall } from '../api/jobCall';
import type { ServiceClient } from '../api/client';
import { jobInfo } from '../api/jobInfo';
import { type JobState, readJobStatus } from '../api/jobStatus';
import { jobFailure } from './jobFailure';

/** A job that is waited for. */
export interface AwaitedJob {
	call: JobCall;
	/** Seconds between two looks. */
	pollInterval: number;
	/** Seconds, for the message when they are over. */
	timeout: number;
	/** When the wait ends, ms since 1970. */
	deadline: number;
	/** The service has told of it before, so that a passing fault of the service does not end the wait. */
	wasSeen?: boolean;
}

/** What a look at a job shows: that it is completed, or what it waits for. */
export type Look = { info: IDataObject } | { state: JobState; text: string };

/**
 * Asks once how a job is getting on. A status that is not known is one to wait on.
 * @throws StepError when the job has ended otherwise, or the service can't be asked
 */
export async function lookAtJob(
	client: ServiceClient,
	{ call, wasSeen }: AwaitedJob,
): Promise<Look> {
	const answer = await jobInfo(client, call, 'Wait for completion').then(
		(info) => ({ info }),
		(error: unknown) => {
			if (wasSeen === true && isPassing(error)) return { fault: error.message };
			throw error;
		},
	);
	if ('fault' in answer) return { state: 'unknown', text: `not known (${answer.fault})` };
	const status = readJobStatus(answer.info);
	if (status.state === 'completed') return answer;
	if (status.state === 'failed' || status.state === 'canceled') {
		throw jobFailure(call.jobId, status, answer.info);
	}
	return status;
}

function isPassing(error: unknown): error is StepError {
	return error instanceof StepError && error.details.retriable === true;
}
