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
	isProvenByRefusal?(refusal: StepError, mayHaveArrivedBefore: boolean): boolean;
	/** Judges the job's status: the status in a success, or the status asked for afterwards. */
	isProvenByStatus(status: JobStatus, after: 'success' | 'unclear success' | 'refusal'): boolean;
	/** Whether a lasting refusal gives up a job that the node has created, so that the recording gets another job. */
	refusalReplacesJob?: boolean;
	/** Returns a clearer error, or undefined to keep the error. */
	explain?(error: StepError, isSubmission: boolean, status?: JobStatus): StepError | undefined;
}

/**
 * Makes a call that Verbit accepts once for a job, and repeats the call if it may have arrived. Outcome by answer:
 * - a success that says that the call was carried out: its fields
 * - another success: its fields with the job's status if the status proves the call; otherwise an error in doubt
 * - a refusal which proves that a call of this node was carried out: `confirmed_by_repeat`
 * - another refusal: its error, in doubt if an attempt may have arrived
 * - no answer from Verbit: the error, in doubt if an attempt may have arrived
 * @param task `isSubmission`: it creates its job, or an External ID leads to it. Otherwise a parameter names the job
 */
export async function callProven(
	client: ServiceClient,
	call: ProvenCall,
	task: { isSubmission: boolean; mayBeRepeat: boolean },
): Promise<IDataObject> {
	const { activity, path, body, jobId } = call;
	const request = { activity, path, body, jobId, method: 'POST', repeatable: true } as const;
	const { isSubmission, mayBeRepeat } = task;
	const outcome = await client.callTracked(request, mayBeRepeat);
	const { mayHaveArrivedBefore } = outcome;
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
		throw mayHaveArrivedBefore ? asInDoubt(error) : error;
	const facts = { isSubmission, mayHaveArrivedBefore };
	const judged = await judgeRefusal(client, call, error, facts);
	if (judged.verdict !== 'done') throw refusedError(call, error, facts, judged);
	const { status } = judged;
	return { ...(status && { job_status: status.text }), confirmed_by_repeat: true };
}

interface CallFacts {
	mayHaveArrivedBefore: boolean;
	isSubmission: boolean;
}

/** Judges by a refusal, and by the job's status if that may say more, whether an attempt of this node has carried out the call. */
async function judgeRefusal(
	client: ServiceClient,
	{ activity, jobId, isProvenByRefusal, isProvenByStatus }: ProvenCall,
	refusal: StepError,
	{ mayHaveArrivedBefore, isSubmission }: CallFacts,
): Promise<{
	verdict: 'done' | 'not done' | 'unknown' | 'waits for approval';
	status?: JobStatus;
}> {
	// Somebody else may have made the call for a job that a parameter names, unless an attempt of this node is in doubt.
	const isOwn = mayHaveArrivedBefore || isSubmission;
	if (isProvenByRefusal?.(refusal, mayHaveArrivedBefore))
		return { verdict: isOwn ? 'done' : 'not done' };
	const { errorType = '' } = refusal.details;
	// How Verbit refuses the second of two equal calls isn't documented.
	const mayBeForStatus = errorType === 'INVALID_QUERY' || !hasVariant('CALL_REFUSED', errorType);
	const status = mayBeForStatus ? await getJobStatus(client, jobId, activity) : undefined;
	if (isOwn && status !== undefined && isProvenByStatus(status, 'refusal')) {
		// A status that Verbit doesn't document proves nothing of a call that was only refused.
		const mayWait = !mayHaveArrivedBefore && isUndocumented(status);
		return { verdict: mayWait ? 'waits for approval' : 'done', status };
	}
	// If a gateway sends a call twice, the refusal may answer the second copy.
	const isUnknown = mayHaveArrivedBefore || (isSubmission && status?.state === 'unknown');
	return { verdict: isUnknown ? 'unknown' : 'not done', status };
}

function refusedError(
	{ explain, refusalReplacesJob }: ProvenCall,
	refusal: StepError,
	{ mayHaveArrivedBefore, isSubmission }: CallFacts,
	{ verdict, status }: Awaited<ReturnType<typeof judgeRefusal>>,
): StepError {
	// A server may fail after it has carried out the call, unless it names an error type that Verbit documents.
	const isServerFault = refusal.details.isInDoubt === true;
	const isJobOver = status !== undefined && hasNoResult(status);
	const isClear = verdict === 'not done' && !isServerFault;
	const isLasting = isJobOver || (isClear && refusal.details.retriable !== true);
	const detailed = refusal.with({
		// A status that shows no effect doesn't end the doubt, because a delayed attempt may still arrive.
		isInDoubt: mayHaveArrivedBefore || isServerFault,
		jobStatus: status?.text,
		...(refusalReplacesJob && { jobFate: 'refused' as const }),
	});
	const reworded = explain?.(detailed, isSubmission, status) ?? detailed;
	// While the call may have been carried out, the job is kept, and the next try asks again.
	const explained = isLasting
		? reworded
		: reworded.with({ jobFate: 'kept', advisedTry: 'continue' });
	return verdict === 'unknown' ? asInDoubt(explained) : explained;
}

/** Tells the node's next try that the call may have arrived. The message of an error without a response already says so. */
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
function saysDone(
	{ jobId, body: sent = {}, isProvenByStatus }: ProvenCall,
	response: VerbitResponse,
) {
	const { status, headers, body, data, unexpectedBody } = response;
	const isPage = isPageType(headers['content-type']);
	if (isPage || !isSuccessStatus(status) || unexpectedBody !== undefined) return false;
	// Without a body, 202 only promises a result, and 205 and 206 belong to other calls.
	if (body.kind === 'nothing') return [200, 201, 204].includes(status);
	// In JSON, `null` stands for an empty body.
	if (body.json === null || saysYes(body.json ?? body.text)) return true;
	if (!isObject(body.json)) return false;
	const fields = Object.entries(data).filter(([, value]) => !isEmpty(value));
	const isYes = (name: string, value: unknown) => {
		if (name === 'job_id') return jobIdOf(value) === jobId;
		const isCode = /^(code|status(_?code)?)$/i.test(name) && /^20[01]$/.test(textIn(value));
		if (isCode || isAssent(name, value)) return true;
		const isStatus = name === 'job_status' || name === 'status';
		return isStatus && isProvenByStatus(readJobStatus({ job_status: value }), 'success');
	};
	const known = [...FIELDS_OF_JOB, ...Object.keys(sent)];
	// A sentence may say anything, so another field must say yes in words: a code may only repeat the HTTP status.
	const hasAssent = fields.some(([name, value]) => isAssent(name, value));
	const isOther = (name: string, value: unknown) =>
		known.includes(name) || (hasAssent && /^message$/i.test(name) && isText(value));
	const isClear = fields.every(([name, value]) => isYes(name, value) || isOther(name, value));
	return isClear && (fields.length === 0 || fields.some(([name, value]) => isYes(name, value)));
}

function isAssent(name: string, value: unknown): boolean {
	if (name === 'verbit_error') return value === false;
	return /^(message|ok|result|status|success)$/i.test(name) && saysYes(value);
}
