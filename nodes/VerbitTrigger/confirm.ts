import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { StepError } from '../Verbit/errors/stepError';
import type { JobCall } from '../Verbit/api/jobCall';
import { ServiceClient } from '../Verbit/api/client';
import { jobInfo } from '../Verbit/api/jobInfo';
import { type JobState, readJobStatus } from '../Verbit/api/jobStatus';
import { Refusal } from './refusal';

/** The service waits for its answer meanwhile. How long it does is open; it calls again. */
const WITHIN_MS = 5_000;

/** What the service says of a job that it does not have, or not for this account. */
const UNKNOWN_JOB_TYPE = 'ITEM_NOT_FOUND';

export interface ConfirmedJob {
	state: JobState;
	/** The answer of job/info. */
	info: IDataObject;
}

/**
 * Asks the service for the job, once and briefly: where it can't be asked now, the service is to call again.
 * @throws Refusal 404 unknown job, 409 job that has not ended, 503 no answer now
 * @throws StepError for what a repeated call won't mend, such as a key that is not accepted or a status that is new
 */
export async function confirm(context: IWebhookFunctions, call: JobCall): Promise<ConfirmedJob> {
	const client = new ServiceClient(context, undefined, { attempts: 1, timeoutMs: WITHIN_MS });
	const info = await Promise.race([jobInfo(client, call), timeLimit(call)]).catch(refuse);
	const { state, text } = readJobStatus(info);
	if (state === 'unknown') throw failure(call, `the service answered with the status "${text}"`);
	if (state === 'pending' || state === 'inProgress') {
		throw new Refusal(409, 'The job has not ended', `job ${call.jobId} is ${text}`);
	}
	return { state, info };
}

function refuse(error: unknown): never {
	if (!(error instanceof StepError)) throw error;
	const { errorType, retriable } = error.details;
	if (errorType === UNKNOWN_JOB_TYPE) throw new Refusal(404, 'There is no such job', error.message);
	if (retriable) throw new Refusal(503, 'The job could not be looked up now', error.message);
	throw error;
}

/** For the exchange of the key and the call together. Its timer keeps no process alive. */
async function timeLimit(call: JobCall): Promise<never> {
	return await new Promise((_resolve, reject) => {
		const end = () => reject(failure(call, `no answer within ${WITHIN_MS / 1000} s`, true));
		AbortSignal.timeout(WITHIN_MS).addEventListener('abort', end);
	});
}

function failure({ jobId }: JobCall, what: string, retriable = false): StepError {
	const remedy = 'Check the Base URL of the credential and the option API Version.';
	return new StepError({ kind: 'answer', step: 'Get job', jobId, what, remedy, retriable });
}
