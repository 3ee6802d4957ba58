import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { ServiceClient } from '../Verbit/api/client';
import { jobInfo, readJobStatus } from '../Verbit/api/jobInfo';
import { createError } from '../Verbit/errors/createError';
import { StepError } from '../Verbit/errors/stepError';
import {
	completionTimeIn,
	eventOfState,
	isDraftReady,
	type JobEvent,
	type TriggerEvent,
} from './events';
import { Refusal } from './respond';

/** Verbit waits for the response to its webhook meanwhile, ms. How long it waits is unknown. */
const CONFIRM_TIMEOUT_MS = 15_000;

/**
 * Asks Verbit for the job, once and briefly: if it can't be reached now, Verbit is to call again.
 * @returns the event that the job is really at; nothing for a job that was canceled
 * @throws Refusal for an unknown job, a job that isn't that far, or no response now
 * @throws StepError for what a repeated call won't fix, such as a refused API key or a new status
 */
export async function confirmJob(
	context: IWebhookFunctions,
	called: JobEvent,
): Promise<JobEvent | undefined> {
	const limits = { attempts: 1, timeoutMs: CONFIRM_TIMEOUT_MS };
	const client = new ServiceClient(context, undefined, limits);
	const { jobId } = called;
	const info = await jobInfo(client, jobId).catch(throwAsRefusal);
	const event = called.event === 'draftReady' ? draftIn(info, jobId) : endingIn(info, jobId);
	const { completedAt = completionTimeIn(info) } = called;
	return event === undefined ? undefined : { ...called, event, completedAt, info };
}

function endingIn(info: IDataObject, jobId: number): TriggerEvent | undefined {
	const { state, text } = readJobStatus(info);
	if (state === 'unknown')
		throw createError('CONFIRMED_STATUS_UNKNOWN', { status: text }, { jobId });
	if (state === 'pending' || state === 'inProgress') {
		throw new Refusal('CALL_TOO_EARLY', `job ${jobId} is ${text}`);
	}
	return eventOfState(state);
}

/** A job that has finished meanwhile, without a draft, will not get one. */
function draftIn(info: IDataObject, jobId: number): TriggerEvent | undefined {
	if (isDraftReady(info)) return 'draftReady';
	const { state } = readJobStatus(info);
	if (state === 'completed' || state === 'failed' || state === 'canceled') return undefined;
	throw new Refusal('CALL_TOO_EARLY', `job ${jobId} has no draft`);
}

function throwAsRefusal(error: unknown): never {
	if (!(error instanceof StepError)) throw error;
	const { errorType, retriable } = error.details;
	// The job doesn't exist, or not for this account.
	if (errorType === 'ITEM_NOT_FOUND') throw new Refusal('CALL_IGNORED', error.message);
	if (retriable) throw new Refusal('CALL_POSTPONED', error.message);
	throw error;
}
