import type { IDataObject } from 'n8n-workflow';

import { advise, knowsCause } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { isPageType, isWordOfAssent } from '../http/body';
import { isSuccessStatus } from '../http/openResponse';
import { isObject } from '../inspect/inspect';
import type { CallHistory, ServiceClient } from './client';
import { INVALID_QUERY } from './errorTypes';
import { jobIdOf } from './jobId';
import { findJobStatus, isOver, type JobStatus, readJobStatus } from './jobInfo';
import { responseError, type ServiceCall, type VerbitResponse } from './serviceCall';

type Proof = 'done' | 'not done' | 'unknown';

/** What proves that a call was carried out. */
export interface Evidence {
	/** What a refusal proves by its error type or its words. */
	byRefusal?(refusal: StepError, mayHaveArrivedBefore: boolean): Proof;
	/**
	 * What the job's status proves: the one that a success names, or the one that is asked for after an unclear success or
	 * after a refusal that may be because of the status.
	 */
	byStatus?(status: JobStatus, after: 'success' | 'unclear success' | 'refusal'): Proof;
}

interface ProofOptions {
	evidence: Evidence;
	/** Whether a refusal that lasts ends the job, where the node has made it: the recording then gets another job. */
	refusalEndsJob?: boolean;
	/** Makes an error of it that says more. */
	explain?: (error: StepError, status?: JobStatus) => StepError | undefined;
}

/**
 * Makes a call that Verbit accepts once for a job, and repeats one that may have arrived. By the answer, it comes to:
 * - a success that says that it was done: its fields
 * - another success: the job's status, where that shows it; otherwise an error, in doubt
 * - a refusal which proves that a call of this node has done it: `confirmed_by_repeat`
 * - another refusal: its error, in doubt where an attempt may have arrived and the job's status doesn't say that none did
 * - no answer of Verbit's: the error, in doubt where an attempt may have arrived
 */
export async function callProven(
	client: ServiceClient,
	call: Pick<ServiceCall, 'step' | 'path' | 'body'> & { jobId: number },
	history: CallHistory,
	options: ProofOptions,
): Promise<IDataObject> {
	const { evidence, explain } = options;
	const request = { ...call, method: 'POST', repeatable: true } as const;
	const { isInDoubt, ...outcome } = await client.callTracked(request, history);
	if ('response' in outcome) {
		const { response } = outcome;
		if (saysDone(request, response, evidence)) return response.data;
		const status = await findJobStatus(client, call.jobId, call.step);
		const proof = evidence.byStatus?.(status, 'unclear success');
		if (proof === 'done') return { job_status: status.text };
		const error = responseError(request, response).with({ jobStatus: status.text });
		throw (explain?.(error, status) ?? error).with({ isInDoubt: true });
	}
	const { error } = outcome;
	const { errorType, step } = error.details;
	// Nobody has answered this call: a connection or a server failed, or the key was refused.
	if (errorType === undefined || step !== call.step) throw isInDoubt ? asInDoubt(error) : error;
	const byRefusal = evidence.byRefusal?.(error, isInDoubt) ?? 'unknown';
	const isAsked = byRefusal === 'unknown' && mayBeForStatus(errorType);
	const status = isAsked ? await findJobStatus(client, call.jobId, step) : undefined;
	const proof = (status && evidence.byStatus?.(status, 'refusal')) ?? byRefusal;
	// Where others know the job, a refusal says only that somebody has done it, not that this call did.
	if (proof === 'done' && (isInDoubt || history.isOwnJob))
		return { ...(status && { job_status: status.text }), confirmed_by_repeat: true };
	throw refusalError(error, { ...history, isInDoubt, proof, status }, options);
}

/** Whether Verbit may refuse a call for the job's status: nobody knows how it refuses the second of two equal calls. */
function mayBeForStatus(errorType: string): boolean {
	return errorType === INVALID_QUERY || !knowsCause('CALL_REFUSED', errorType);
}

function refusalError(
	error: StepError,
	found: CallHistory & { proof: Proof; status?: JobStatus },
	{ explain, refusalEndsJob }: ProofOptions,
): StepError {
	const { isInDoubt, isOwnJob, proof, status } = found;
	// With a job of the node's own, the refusal may be for a copy of this call: some gateways send a call twice.
	const mayBeDone = isInDoubt || (isOwnJob && status?.state === 'unknown');
	// A server may have failed at the call after it was carried out, whatever type it named.
	const hasFailed = error.details.isInDoubt === true;
	const isJobOver = status !== undefined && isOver(status);
	const isLasting = isJobOver || (!mayBeDone && !hasFailed && error.details.retriable !== true);
	const detailed = error.with({
		// Even where the status says no: an earlier attempt may still arrive.
		isInDoubt: isInDoubt || hasFailed,
		jobStatus: status?.text,
		...(refusalEndsJob && isLasting && { nextTry: 'newJobIfOwn' }),
	});
	const reworded = explain?.(detailed, status) ?? detailed;
	// While the call may have been carried out, no job is given up.
	const isKept = !isLasting && reworded.details.nextTry === 'newJobIfOwn';
	const explained = isKept ? reworded.with({ nextTry: 'goesOn' }) : reworded;
	return proof === 'unknown' && mayBeDone ? asInDoubt(explained) : explained;
}

/** Lets the next try of the node know that the call may have arrived. An error without a response already says so in its text. */
function asInDoubt(error: StepError): StepError {
	const marked = error.with({ isInDoubt: true });
	return error.details.response === undefined
		? marked
		: advise(marked, 'EARLIER_ATTEMPT_UNCLEAR', {});
}

/** What a success may name beside what was sent, as job_info does. Any other field may say that the call failed. */
const FIELDS_OF_JOB = [
	...['job_id', 'job_status', 'job_name', 'external_id', 'profile', 'language', 'draft_ready'],
	...['labels', 'permissions', 'job_metadata', 'dynamic_dictionary', 'errors', 'warning'],
	...['translation_profile', 'translation_languages', 'translation_processing_mode'],
];

/** Whether a success says that the call was carried out, and nothing else. Verbit doesn't document what it says. */
function saysDone(
	{ jobId, body: sent = {} }: ServiceCall,
	response: VerbitResponse,
	{ byStatus }: Evidence,
): boolean {
	const { status, headers, body, data, unexpectedBody } = response;
	const isPage = isPageType(headers['content-type']);
	if (isPage || !isSuccessStatus(status) || unexpectedBody !== undefined) return false;
	// 202 is only a promise; 205 and 206 come with other calls.
	if (body.kind === 'nothing') return [200, 201, 204].includes(status);
	// `null` is how JSON writes no body.
	if (body.json === null || isWordOfAssent(body)) return true;
	if (!isObject(body.json)) return false;
	const names = Object.keys(data);
	if (names.length === 0) return true;
	const { job_id: id, job_status: jobStatus, errors = [] } = data;
	const isOfJob = jobIdOf(id) === jobId && JSON.stringify(errors) === '[]';
	const jobFields = [...FIELDS_OF_JOB, ...Object.keys(sent)];
	if (!isOfJob || !names.every((name) => jobFields.includes(name))) return false;
	return jobStatus === undefined || byStatus?.(readJobStatus(data), 'success') === 'done';
}
