import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { ServiceClient } from '../Verbit/api/client';
import type { JobCall } from '../Verbit/api/jobCall';
import { jobInfo } from '../Verbit/api/jobInfo';
import { readJobStatus } from '../Verbit/api/jobStatus';
import { fault } from '../Verbit/errors/fault';
import { StepError } from '../Verbit/errors/stepError';
import { eventOfState, isDraftReady, type TriggerEvent } from './events';
import { Refusal } from './refusal';

/** Verbit waits for its answer meanwhile. How long it does is open; it calls again. */
const CONFIRM_TIMEOUT_MS = 5_000;

/** What Verbit says of a job that it doesn't have, or not for this account. */
const UNKNOWN_JOB_TYPE = 'ITEM_NOT_FOUND';

export interface ConfirmedJob {
	/** What happened by what Verbit returns; nothing for a job that was canceled. */
	event?: TriggerEvent;
	/** The answer of job/info. */
	info: IDataObject;
}

/**
 * Asks Verbit for the job, once and briefly: where it can't be asked now, Verbit is to call again.
 * @param called the event that the call tells of
 * @throws Refusal for an unknown job, a job that has not come so far, or no answer now
 * @throws StepError for what a repeated call won't mend, such as a refused API key or a new status
 */
export async function confirmJob(
	context: IWebhookFunctions,
	call: JobCall,
	called: TriggerEvent,
): Promise<ConfirmedJob> {
	const limits = { attempts: 1, timeoutMs: CONFIRM_TIMEOUT_MS };
	const client = new ServiceClient(context, undefined, limits);
	const info = await Promise.race([jobInfo(client, call), timeLimit(call)]).catch(refuse);
	const event = called === 'draftReady' ? draftIn(info, call) : endingIn(info, call);
	return { ...(event === undefined ? {} : { event }), info };
}

function endingIn(info: IDataObject, { jobId }: JobCall): TriggerEvent | undefined {
	const { state, text } = readJobStatus(info);
	if (state === 'unknown') throw fault('CONFIRMED_STATUS_UNKNOWN', { status: text }, { jobId });
	if (state === 'pending' || state === 'inProgress') {
		throw new Refusal('CALL_JOB_UNFINISHED', `job ${jobId} is ${text}`);
	}
	return eventOfState(state);
}

/** A job that has finished meanwhile, without a draft, will not get one. */
function draftIn(info: IDataObject, { jobId }: JobCall): TriggerEvent | undefined {
	if (isDraftReady(info)) return 'draftReady';
	const { state } = readJobStatus(info);
	if (state === 'completed' || state === 'failed' || state === 'canceled') return undefined;
	throw new Refusal('CALL_DRAFT_NOT_READY', `job ${jobId}`);
}

function refuse(error: unknown): never {
	if (!(error instanceof StepError)) throw error;
	const { errorType, retriable } = error.details;
	if (errorType === UNKNOWN_JOB_TYPE) throw new Refusal('CALL_JOB_UNKNOWN', error.message);
	if (retriable) throw new Refusal('CALL_JOB_UNCONFIRMED', error.message);
	throw error;
}

/** For the exchange of the API key and the call together. Its timer keeps no process alive. */
async function timeLimit({ jobId }: JobCall): Promise<never> {
	const seconds = CONFIRM_TIMEOUT_MS / 1000;
	return await new Promise((_resolve, reject) => {
		const end = () => reject(fault('CONFIRMATION_TIMED_OUT', { seconds }, { jobId }));
		AbortSignal.timeout(CONFIRM_TIMEOUT_MS).addEventListener('abort', end);
	});
}
