import type { IDataObject } from 'n8n-workflow';

import { addRemedy, createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { callProven, type Evidence } from './callProven';
import type { CallFacts, ServiceClient } from './client';
import { MISSING_PARAMETER } from './errorTypes';
import { hasNoResult, isUnderWay, isUndocumented, type JobStatus } from './jobInfo';

export async function startTranscription(
	client: ServiceClient,
	call: { jobId: number; body: IDataObject },
	facts: CallFacts,
): Promise<IDataObject> {
	const path = '/job/perform_transcription';
	const caller = facts.ownsJob ? 'Submit or Transcribe' : 'other';
	return await callProven(client, { ...call, step: 'Start transcription', path }, facts, {
		evidence: evidenceOfStart,
		explain: (error, status) => explainStart(error, status, caller),
		refusalEndsJob: true,
	});
}

/**
 * Evidence that a job was started: it is In Progress or Completed, or it has failed by the time of an unclear success. A success
 * that names a failure itself proves nothing. Until a person approves a started job, it may stay Pending, so only a success may
 * name this status, or have a status that Verbit doesn't document.
 */
const evidenceOfStart: Evidence = {
	byStatus(status, after) {
		if (status.state === 'pending') return after === 'success';
		if (status.state === 'failed') return after === 'unclear success';
		return isUnderWay(status) || (isUndocumented(status) && after !== 'success');
	},
};

function explainStart(
	error: StepError,
	status: JobStatus | undefined,
	cause: 'Submit or Transcribe' | 'other',
) {
	const { details } = error;
	const { code, errorType, response } = details;
	const { summary = '' } = response ?? {};
	// Only a new job gets other metadata.
	if (errorType === MISSING_PARAMETER || /metadata/i.test(summary))
		return addRemedy(error, 'METADATA_CONDITIONS');
	const { state = 'unknown', text = '' } = status ?? {};
	if (code !== 'CALL_REFUSED' || state === 'unknown') return undefined;
	const values = { response: summary, status: text };
	if (state === 'pending') return createError('JOB_NOT_READY', { ...values, cause }, details);
	const refusal = hasNoResult({ state, text }) ? 'START_REFUSED' : 'JOB_ALREADY_STARTED';
	return createError(refusal, values, details);
}
