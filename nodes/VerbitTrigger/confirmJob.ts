import { type IDataObject, type IWebhookFunctions, sleep } from 'n8n-workflow';

import { ServiceClient } from '../Verbit/api/client';
import { jobInfo, readJobStatus } from '../Verbit/api/jobInfo';
import type { JobCall } from '../Verbit/api/serviceCall';
import { fault } from '../Verbit/errors/fault';
import { StepError } from '../Verbit/errors/stepError';
import { eventOfState, isDraftReady, type TriggerEvent } from './events';
import { Refusal } from './respond';

/**
 * How long Verbit may take to return the job, ms. Verbit waits for the response to its webhook meanwhile; how long
 * it waits is unknown, and it calls again.
 */
const CONFIRM_TIMEOUT_MS = 15_000;

/**
 * The time is counted in steps. When a hundred calls keep n8n busy, a single timer would fire before n8n reads a
 * response that has already arrived; a step passes only when n8n has checked its connections.
 */
const STEP_MS = 500;

/** What Verbit says of a job that it doesn't have, or not for this account. */
const UNKNOWN_JOB_TYPE = 'ITEM_NOT_FOUND';

/** What Verbit confirmed after a call: the event that the job is really at, if it is one, and the job's details. */
export interface ConfirmedJob {
	/** What happened by what Verbit returns; nothing for a job that was canceled. */
	event?: TriggerEvent;
	/** The response of job/info. */
	info: IDataObject;
}

/**
 * Asks Verbit for the job, once and briefly: if it can't be reached now, Verbit is to call again.
 * @param called the event that the call reports
 * @throws Refusal for an unknown job, a job that isn't that far, or no response now
 * @throws StepError for what a repeated call won't fix, such as a refused API key or a new status
 */
export async function confirmJob(
	context: IWebhookFunctions,
	call: JobCall,
	called: TriggerEvent,
): Promise<ConfirmedJob> {
	const info = await withinTimeLimit(call, async (signal) => {
		return await jobInfo(new ServiceClient(context, signal, { attempts: 1 }), call);
	}).catch(throwAsRefusal);
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

function throwAsRefusal(error: unknown): never {
	if (!(error instanceof StepError)) throw error;
	const { errorType, retriable } = error.details;
	if (errorType === UNKNOWN_JOB_TYPE) throw new Refusal('CALL_JOB_UNKNOWN', error.message);
	if (retriable) throw new Refusal('CALL_JOB_UNCONFIRMED', error.message);
	throw error;
}

/** The exchange of the API key counts too. */
async function withinTimeLimit<T>(
	call: JobCall,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const end = new AbortController();
	return await Promise.race([work(end.signal), timeLimit(call, end.signal)]).finally(() =>
		end.abort(),
	);
}

async function timeLimit({ jobId }: JobCall, isOver: AbortSignal): Promise<never> {
	for (let passed = 0; passed < CONFIRM_TIMEOUT_MS && !isOver.aborted; passed += STEP_MS) {
		await sleep(STEP_MS);
	}
	throw fault('CONFIRMATION_TIMED_OUT', { seconds: CONFIRM_TIMEOUT_MS / 1000 }, { jobId });
}
