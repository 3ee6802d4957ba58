import type { IDataObject } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import type { ServiceClient } from './client';
import { jobInfo, type JobStatus, readJobStatus } from './jobInfo';
import { saysNeither, inDoubt } from './serviceCall';

/** Returned if the job has no media, or isn't Pending any more. */
const NOT_POSSIBLE_TYPE = 'INVALID_QUERY';

const STEP = 'Start transcription';

/**
 * Once per job. An attempt that may have arrived is repeated: if Verbit then refuses because the job can't be
 * started, and the job is in progress, the first attempt arrived, and the output says so. After a response that says
 * neither, the job's status decides.
 * @param isOwnJob this execution has made the job: if it is in progress, this call did it, even if a gateway sent it twice
 */
export async function startTranscription(
	client: ServiceClient,
	jobId: number,
	body: IDataObject | undefined,
	isInDoubt: boolean,
	isOwnJob = false,
): Promise<IDataObject> {
	const outcome = await client.callTracked(
		{
			jobId,
			step: STEP,
			method: 'POST',
			path: '/job/perform_transcription',
			body,
			repeatable: true,
			isResponseOptional: true,
		},
		isInDoubt,
	);
	if ('response' in outcome) return outcome.response.data;
	const { error, mayHaveArrived } = outcome;
	const isOther = saysNeither(error);
	if (!isOther && error.details.errorType !== NOT_POSSIBLE_TYPE)
		throw mayHaveArrived ? inDoubt(error) : error;
	// If it can't be read, the error must name what stopped the start.
	const status = await jobInfo(client, jobId, STEP).then(readJobStatus, () => undefined);
	if (isOther) {
		if (isUnderWay(status) || status?.state === 'failed') return { job_status: status?.text };
		throw status?.state === 'pending' ? error.with({ mayHaveArrived }) : inDoubt(error);
	}
	if ((mayHaveArrived || isOwnJob) && isUnderWay(status)) {
		return { job_status: status?.text, confirmed_by_repeat: true };
	}
	const refusal = refusalWith(error, status);
	// A job that is Pending was not started; of any other, an earlier attempt may have started it.
	const isUnread = status === undefined || status.state === 'unknown';
	const isOpen = mayHaveArrived ? status?.state !== 'pending' : isOwnJob && isUnread;
	throw isOpen ? inDoubt(refusal) : refusal;
}

function isUnderWay(status?: JobStatus): boolean {
	return status?.state === 'inProgress' || status?.state === 'completed';
}

function refusalWith(refusal: StepError, status?: JobStatus): StepError {
	const details = { ...refusal.details, jobStatus: status?.text };
	const values = { response: details.response?.text ?? '', status: status?.text ?? 'unknown' };
	if (status?.state === 'pending') return createError('JOB_NOT_READY', values, details);
	if (isUnderWay(status)) return createError('JOB_ALREADY_STARTED', values, details);
	const hasEnded = status?.state === 'failed' || status?.state === 'canceled';
	const cause = hasEnded ? 'hasEnded' : 'other';
	return createError('START_REFUSED', { ...values, cause }, details);
}
