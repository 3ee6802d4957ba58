import type { IExecuteFunctions } from 'n8n-workflow';

import { INVALID_QUERY, ITEM_NOT_FOUND } from '../api/errorTypes';
import { MESSAGES } from '../errors/messages/catalogue';
import type { CatalogueEntry, MessageStep } from '../errors/messages/message';
import type { StepError } from '../errors/stepError';
import type { Journal } from '../journal/journal';
import { isAgentCall } from '../n8n/agents';

/** What Verbit refuses here, it refuses for this job: another has other fields, and gets its recording anew. */
const STEPS_OF_JOB: MessageStep[] = ['Add media', 'Merge', 'Start transcription'];

/** What another try of the node leads to, by what stopped this one. */
export function outlookAfter(details: StepError['details']) {
	const { code, step, errorType, isInDoubt, retriable } = details;
	const { outlook = 'same job' }: CatalogueEntry = MESSAGES[code];
	const isRefused = errorType !== undefined && isInDoubt !== true && retriable !== true;
	// One that isn't ready yet may be started later.
	if (isRefused && STEPS_OF_JOB.includes(step) && code !== 'JOB_NOT_READY')
		return 'another own job';
	// Verbit refuses it for this job, however often it is asked.
	const isLasting = errorType === ITEM_NOT_FOUND || errorType === INVALID_QUERY;
	return code === 'CALL_REFUSED' && isLasting ? 'same error' : outlook;
}

/**
 * A recording whose job can't be transcribed, or isn't known, counts as not submitted, except for Retry On Fail. An agent
 * calls again by itself: it gets no second job where the first may exist.
 */
export function giveUpJob(context: IExecuteFunctions, error: StepError, journals: Journal[]): void {
	const outlook = outlookAfter(error.details);
	const isLost = outlook === 'another job' || outlook === 'another own job';
	const isUnknown = outlook === 'unknown job' && !isAgentCall(context);
	for (const journal of journals) {
		const isGivenUp = journal.createdJob === undefined ? isUnknown && !journal.canGoOn : isLost;
		if (isGivenUp) journal.giveUp();
	}
}
