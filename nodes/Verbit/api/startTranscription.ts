import type { IDataObject } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import type { ServiceClient } from './client';
import type { JobStatus } from './jobInfo';
import { type Evidence, once, STATUS_TYPE } from './once';

/** Has a job with media transcribed. `isInDoubt` and `isOwnJob`: see `once`. */
export async function startTranscription(
	client: ServiceClient,
	jobId: number,
	body: IDataObject | undefined,
	known: { isInDoubt: boolean; isOwnJob?: boolean },
): Promise<IDataObject> {
	const call = { step: 'Start transcription', path: '/job/perform_transcription' } as const;
	return await once(client, { ...call, jobId, body }, { ...known, evidence: started, explain });
}

/** Verbit refuses to start a job that has failed, too, whoever started it. */
export const started: Evidence = (answer, status) => {
	const { errorType } = answer instanceof StepError ? answer.details : answer;
	if (status?.state === 'pending') return 'not done';
	const isStarted = status?.state === 'inProgress' || status?.state === 'completed';
	return isStarted || (status?.state === 'failed' && errorType === undefined) ? 'done' : 'unknown';
};

function explain({ details }: StepError, status?: JobStatus): StepError | undefined {
	const { errorType, response } = details;
	if (errorType !== STATUS_TYPE || status === undefined) return undefined;
	const { state, text } = status;
	const values = { response: response?.text ?? '', status: text };
	if (state === 'pending') return createError('JOB_NOT_READY', values, details);
	if (state === 'inProgress' || state === 'completed')
		return createError('JOB_ALREADY_STARTED', values, details);
	const cause = state === 'unknown' ? 'other' : 'hasEnded';
	return createError('START_REFUSED', { ...values, cause }, details);
}
