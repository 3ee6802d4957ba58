import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import type { JobCall } from '../api/jobCall';
import { jobInfo } from '../api/jobInfo';
import { type JobState, readJobStatus } from '../api/jobStatus';
import { advise } from '../errors/advice';
import { fault } from '../errors/fault';
import { StepError } from '../errors/stepError';

/** By the state of a job that has no captions. */
const CODES = {
	pending: 'CAPTIONS_JOB_NOT_STARTED',
	canceled: 'CAPTIONS_JOB_CANCELED',
	failed: 'CAPTIONS_JOB_FAILED',
	inProgress: 'CAPTIONS_NOT_READY',
	unknown: 'CAPTIONS_NOT_READY',
} as const satisfies Record<Exclude<JobState, 'completed'>, string>;

/**
 * How Verbit refuses captions that aren't there yet is open, so the job is asked for after a refusal.
 * @returns the error with the reason in it, or the refusal as it was
 */
export async function explainRefusal(
	client: ServiceClient,
	call: JobCall,
	{ isDraft }: { isDraft: boolean },
	refusal: unknown,
): Promise<unknown> {
	if (!(refusal instanceof StepError) || !mayBeAboutStatus(refusal)) return refusal;
	const info = await jobInfo(client, call, 'Get captions').catch(() => undefined);
	if (info === undefined) return refusal;
	return isDraft ? explainDraft(info, refusal) : explainFinal(info, refusal);
}

function explainFinal(info: IDataObject, refusal: StepError): StepError {
	const { state, text: status } = readJobStatus(info);
	if (state === 'completed') return refusal;
	return fault(CODES[state], { status, response: describeResponse(refusal) }, refusal.details);
}

function explainDraft(info: IDataObject, refusal: StepError): StepError {
	const { state, text: status } = readJobStatus(info);
	if (state === 'completed') return advise(refusal, 'DRAFT_OF_COMPLETED_JOB', {});
	if (String(info.draft_ready) === 'true') return advise(refusal, 'DRAFT_FORMATS', {});
	const code = state === 'inProgress' || state === 'unknown' ? 'DRAFT_NOT_READY' : CODES[state];
	return fault(code, { status, response: describeResponse(refusal) }, refusal.details);
}

/** Any envelope, a 404, or a success that holds something else. */
function mayBeAboutStatus({ details: { errorType, httpCode = '' } }: StepError): boolean {
	return errorType !== undefined || httpCode === '404' || httpCode.startsWith('2');
}

/** `400 INVALID_QUERY`: the status and Verbit's own word for it. */
function describeResponse({ details: { httpCode, errorType } }: StepError): string {
	return [httpCode, errorType].filter((part) => part !== undefined).join(' ');
}
