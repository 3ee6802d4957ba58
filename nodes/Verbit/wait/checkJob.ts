import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { jobInfo, type JobState, readJobStatus } from '../api/jobInfo';
import type { JobCall } from '../api/serviceCall';
import type { Code } from '../errors/catalogue';
import { StepError } from '../errors/stepError';
import { jobFailure } from './jobFailure';

/** A job that is waited for. */
export interface AwaitedJob {
	call: JobCall;
	/** Seconds between two checks. */
	pollInterval: number;
	/** Seconds from the start to the end of the wait. */
	timeout: number;
	/** When the wait began, ms since 1970. */
	since: number;
	/** Verbit has returned its status before: what comes in between does not end the wait. */
	wasSeen: boolean;
}

/** What a check of a job shows: that it is completed, or what it waits for. */
export type JobCheck = { info: IDataObject } | { state: JobState; text: string };

/**
 * Asks Verbit once for the status of a job. A status that is not known is one to wait on.
 * @throws StepError when the job has failed or was stopped, or Verbit can't be asked
 */
export async function checkJob(
	client: ServiceClient,
	{ call, wasSeen }: AwaitedJob,
): Promise<JobCheck> {
	const answer = await jobInfo(client, call, 'Wait for completion').then(
		(info) => ({ info }),
		(error: unknown) => {
			if (!wasSeen || !isPassing(error)) throw error;
			client.forgetRefusals();
			return { failure: error.message };
		},
	);
	if ('failure' in answer) return { state: 'unknown', text: `unknown (${answer.failure})` };
	const status = readJobStatus(answer.info);
	if (status.state === 'completed') return answer;
	if (status.state === 'failed' || status.state === 'canceled') {
		throw jobFailure(call.jobId, status, answer.info);
	}
	return status;
}

/** Which HTTP status Verbit refuses a key or token with is open. */
const REFUSED_CODES: string[] = [
	'API_KEY_REFUSED',
	'API_TOKEN_REFUSED',
	'TOKEN_REFUSED',
] satisfies Code[];

/**
 * Only Verbit's own response ends a wait: a refusal with an `ErrorType`, or of the token or key. A proxy's page, a
 * 404 without an `ErrorType` and a network that is down are waited out.
 */
function isPassing(error: unknown): error is StepError {
	if (!(error instanceof StepError)) return false;
	const { kind, code = '', retriable, isForeign, errorType, httpCode = '' } = error.details;
	if (kind === 'input') return false;
	if (retriable === true || isForeign === true) return true;
	if (REFUSED_CODES.includes(code)) return false;
	return errorType === undefined && !['401', '403'].includes(httpCode);
}
