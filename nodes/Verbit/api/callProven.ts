import type { IDataObject } from 'n8n-workflow';

import { addRemedy, hasVariant } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { isPageType, saysYes } from '../http/body';
import { isSuccessStatus } from '../http/openResponse';
import { isEmpty, isObject, isText, jobIdOf, textIn } from '../inspect/inspect';
import type { ServiceClient } from './client';
import {
	getJobStatus,
	hasNoResult,
	isUndocumented,
	type JobStatus,
	readJobStatus,
} from './jobInfo';
import { responseError, type ServiceCall, type VerbitResponse } from './serviceCall';

/**
 * A call that Verbit accepts once for a job, and what proves that it was carried out. Nothing proves that it wasn't: an attempt
 * may arrive late.
 */
export interface ProvenCall extends Pick<ServiceCall, 'activity' | 'path' | 'body'> {
	jobId: number;
	isProvenByRefusal?(refusal: StepError, wasInDoubt: boolean): boolean;
	/** Judges the job's status: with `success` the status that a success names, otherwise the status that was asked for after it. */
	isProvenByStatus(status: JobStatus, after: 'success' | 'unclear success' | 'refusal'): boolean;
	/** Whether a lasting refusal gives up a job that the node has created, so that the recording gets another job. */
	refusalReplacesJob?: boolean;
	explain?(error: StepError, isSubmission: boolean, status?: JobStatus): StepError;
}

/**
 * Makes a call that Verbit accepts once for a job, and repeats a call in doubt. Outcome by answer:
 * - a success that says that the call was carried out: its fields
 * - another success: its fields with the job's status if the status proves the call; otherwise an error in doubt
 * - a refusal which proves that a call of this node was carried out: `confirmed_by_repeat`
 * - another refusal, or no answer from Verbit: the error, in doubt if an attempt is
 * @param task `isSubmission`: it creates its job, or an External ID leads to it. Otherwise a parameter names the job.
 *   `wasInDoubt`: an earlier try of the node has left the call in doubt
 */
export async function callProven(
	client: ServiceClient,
	call: ProvenCall,
	task: { isSubmission: boolean; wasInDoubt: boolean },
): Promise<IDataObject> {
	const { activity, path, body, jobId } = call;
	const { isSubmission } = task;
	const request = { activity, path, body, jobId, method: 'POST', repeatable: true } as const;
	const { wasInDoubt, ...outcome } = await client.callTracked(request, task.wasInDoubt);
	if ('response' in outcome) {
		const { response } = outcome;
		if (saysDone(call, response)) return response.data;
		const status = await getJobStatus(client, jobId, activity);
		if (call.isProvenByStatus(status, 'unclear success'))
			return { ...response.data, job_status: status.text };
		const error = responseError(request, response).with({ jobStatus: status.text });
		throw (call.explain?.(error, isSubmission, status) ?? error).with({ isInDoubt: true });
	}
	const { error } = outcome;
	// The error has no error type for this call: no response came, or a proxy's page, a server fault or a refused key.
	if (error.details.errorType === undefined || error.details.activity !== activity)
		throw wasInDoubt ? asInDoubt(error) : error;
	return await judgeRefusal(client, call, error, { isSubmission, wasInDoubt });
}

/** Confirms a refused call if an attempt of this node has carried it out, as the refusal or the job's status proves. Throws otherwise. */
async function judgeRefusal(
	client: ServiceClient,
	call: ProvenCall,
	refusal: StepError,
	{ isSubmission, wasInDoubt }: { isSubmission: boolean; wasInDoubt: boolean },
): Promise<IDataObject> {
	const { errorType = '' } = refusal.details;
	// Somebody else may have made the call for a job that a parameter names, unless an attempt of this node is in doubt.
	const mayBeOurs = wasInDoubt || isSubmission;
	const isProven = call.isProvenByRefusal?.(refusal, wasInDoubt) === true;
	if (mayBeOurs && isProven) return { confirmed_by_repeat: true };
	// How Verbit refuses the second of two equal calls isn't documented.
	const mayAnswerSecond = errorType === 'INVALID_QUERY' || !hasVariant('CALL_REFUSED', errorType);
	const status =
		mayAnswerSecond && !isProven
			? await getJobStatus(client, call.jobId, call.activity)
			: undefined;
	const showsEffect = mayBeOurs && status !== undefined && call.isProvenByStatus(status, 'refusal');
	// A status that Verbit doesn't document proves nothing of a call that was only refused.
	const mayNeedApproval = showsEffect && !wasInDoubt && isUndocumented(status);
	if (showsEffect && !mayNeedApproval)
		return { job_status: status.text, confirmed_by_repeat: true };
	// If a gateway sends a call twice, the refusal may answer the second copy. A status that shows no effect doesn't end an earlier
	// doubt, because a delayed attempt may still arrive.
	const mayBeDone = wasInDoubt || (isSubmission && status?.state === 'unknown');
	const error = refusalError(call, refusal, { isSubmission, mayBeDone }, status);
	throw mayBeDone && !mayNeedApproval ? asInDoubt(error) : error;
}

function refusalError(
	{ explain, refusalReplacesJob }: ProvenCall,
	refusal: StepError,
	{ isSubmission, mayBeDone }: { isSubmission: boolean; mayBeDone: boolean },
	status?: JobStatus,
): StepError {
	const { isInDoubt, retriable, jobFate: ownFate } = refusal.details;
	const jobFate = refusalReplacesJob ? 'refused' : ownFate;
	const known = refusal.with({ jobStatus: status?.text, jobFate });
	const explained = explain?.(known, isSubmission, status) ?? known;
	const isJobOver = status !== undefined && hasNoResult(status);
	// While the call may have been carried out, as also by a server that fails, the job is kept, and the next try asks again.
	const keepsJob = !isJobOver && (mayBeDone || isInDoubt || retriable);
	return keepsJob ? explained.with({ jobFate: 'kept', advisedTry: 'continue' }) : explained;
}

/** Tells the node's next try that the call is in doubt. The message of an error without a response already says so. */
function asInDoubt(error: StepError): StepError {
	const marked = error.with({ isInDoubt: true });
	return error.details.response === undefined
		? marked
		: addRemedy(marked, 'EARLIER_ATTEMPT_UNCLEAR');
}

/** Fields of `job/info` that a success may contain besides the sent fields. Any other field may say that the call failed. */
const FIELDS_OF_JOB = [
	...['job_name', 'external_id', 'profile', 'language', 'draft_ready', 'warning', 'labels'],
	...['permissions', 'job_metadata', 'dynamic_dictionary', 'translation_profile'],
	...['translation_languages', 'translation_processing_mode'],
];

/** Returns whether a success says that the call was carried out, and nothing else. Verbit doesn't document such a response. */
function saysDone(call: ProvenCall, response: VerbitResponse): boolean {
	const { status, headers, body, data, unexpectedBody } = response;
	const isPage = isPageType(headers['content-type']);
	if (isPage || !isSuccessStatus(status) || unexpectedBody !== undefined) return false;
	// Without a body, 202 only promises a result, and 205 and 206 belong to other calls.
	if (body.kind === 'nothing') return [200, 201, 204].includes(status);
	// In JSON, `null` stands for an empty body.
	if (body.json === null || saysYes(body.json ?? body.text)) return true;
	if (!isObject(body.json)) return false;
	const fields = Object.entries(data).filter(([, value]) => !isEmpty(value));
	const others = fields.filter(([name, value]) => !confirms(call, name, value));
	const known = [...FIELDS_OF_JOB, ...Object.keys(call.body ?? {})];
	// A sentence may say anything, so another field must say yes in words: a code may only repeat the HTTP status.
	const hasAssent = fields.some(([name, value]) => isAssent(name, value));
	const isNeutral = (name: string, value: unknown) =>
		known.includes(name) || (hasAssent && /^message$/i.test(name) && isText(value));
	const isClear = others.every(([name, value]) => isNeutral(name, value));
	return isClear && (fields.length === 0 || others.length < fields.length);
}

function confirms({ jobId, isProvenByStatus }: ProvenCall, name: string, value: unknown): boolean {
	if (name === 'job_id') return jobIdOf(value) === jobId;
	const isCode = /^(code|status(_?code)?)$/i.test(name) && /^20[01]$/.test(textIn(value));
	if (isCode || isAssent(name, value)) return true;
	const isStatus = name === 'job_status' || name === 'status';
	return isStatus && isProvenByStatus(readJobStatus({ job_status: value }), 'success');
}

function isAssent(name: string, value: unknown): boolean {
	if (name === 'verbit_error') return value === false;
	return /^(message|ok|result|status|success)$/i.test(name) && saysYes(value);
}
