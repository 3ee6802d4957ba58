import type { IWebhookFunctions } from 'n8n-workflow';

import { ServiceClient } from '../Verbit/api/client';
import { isDraftReady, isUnknownJob, jobInfo, readJobStatus } from '../Verbit/api/jobInfo';
import { createError } from '../Verbit/errors/createError';
import { StepError } from '../Verbit/errors/stepError';
import { completionTimeIn, eventOfState, type JobEvent } from './events';
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
	const info = await jobInfo(client, jobId).catch((error: unknown) => {
		if (!(error instanceof StepError)) throw error;
		if (isUnknownJob(error)) throw new Refusal('CALL_IGNORED', error.message);
		throw error.details.retriable ? new Refusal('CALL_POSTPONED', error.message) : error;
	});
	const { state, text: status } = readJobStatus(info);
	const isDraft = called.event === 'draftReady';
	const draft = isDraftReady(info) ? called.event : undefined;
	const event = isDraft ? draft : eventOfState(state);
	const { completedAt = completionTimeIn(info) } = called;
	if (event !== undefined) return { ...called, event, completedAt, info };
	// A job that has finished meanwhile, without a draft, will not get one.
	if (state === 'completed' || state === 'failed' || state === 'canceled') return undefined;
	if (isDraft) throw new Refusal('CALL_TOO_EARLY', `job ${jobId} has no draft`);
	if (state === 'unknown') {
		const values = { missing: 'a status that this node knows', response: status };
		throw createError('RESPONSE_INCOMPLETE', values, { step: 'Get job', jobId });
	}
	throw new Refusal('CALL_TOO_EARLY', `job ${jobId} is ${status}`);
}
