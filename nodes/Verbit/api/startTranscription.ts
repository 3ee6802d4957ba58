import type { IDataObject } from 'n8n-workflow';

import { addRemedy, createError } from '../errors/createError';
import { StepError } from '../errors/stepError';
import type { ProvenCall } from './callProven';
import { hasNoResult, isUnderWay, isUndocumented, type JobStatus } from './jobInfo';

export function startCall(jobId: number, body: IDataObject): ProvenCall {
	return {
		activity: 'Start transcription',
		jobId,
		path: '/job/perform_transcription',
		body,
		isProvenByStatus(status, after) {
			// Until a person approves a started job, it may stay Pending.
			if (status.state === 'pending') return after === 'success';
			// A started job may fail before its status is asked for. A success that names a failure itself proves nothing.
			if (status.state === 'failed') return after === 'unclear success';
			// While a started job waits for approval, its status may also be one that Verbit doesn't document.
			return isUnderWay(status) || (isUndocumented(status) && after !== 'success');
		},
		explain: explainStart,
		refusalReplacesJob: true,
	};
}

/** Words of a refusal that is about the metadata of the media, which Verbit may still be reading. */
const STILL_READING_MEDIA =
	/\b(audio|being|extract\w*|media|not available|processing|ready|recording|still|yet)\b/i;

function explainStart(error: StepError, isSubmission: boolean, status?: JobStatus): StepError {
	const { details } = error;
	const { code, errorType, response: { summary = '' } = {} } = details;
	const isOfMetadata = /metadata/i.test(summary) && !STILL_READING_MEDIA.test(summary);
	const mayBePending = status === undefined || status.state === 'pending';
	// Only a new job gets other metadata.
	if (
		errorType === 'MISSING_PARAMETER' ||
		(code === 'CALL_REFUSED' && isOfMetadata && mayBePending)
	)
		return addRemedy(error, 'METADATA_CONDITIONS');
	const { state = 'unknown', text = '' } = status ?? {};
	if (code !== 'CALL_REFUSED' || state === 'unknown') return error;
	const values = { response: summary, status: text };
	const variant = isSubmission ? 'Submit or Transcribe' : 'other';
	if (state === 'pending') return createError('JOB_NOT_READY', { ...values, variant }, details);
	const refusal = hasNoResult({ state, text }) ? 'START_REFUSED' : 'JOB_ALREADY_STARTED';
	return createError(refusal, values, details);
}
