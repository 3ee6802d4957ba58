import type { IDataObject } from 'n8n-workflow';

import { advise } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { isObject, isPageType, isWordOfAssent } from '../http/body';
import { isSuccessStatus } from '../http/openResponse';
import type { ServiceClient } from './client';
import { STATUS_TYPE } from './errorTypes';
import { jobIdOf } from './jobId';
import { jobInfo, type JobStatus, outputFields, readJobStatus } from './jobInfo';
import { responseError, type ServiceCall, type VerbitResponse } from './serviceCall';

/**
 * What an answer proves about a call: a response that names the job, with the status that it has there; Verbit's refusal; or an
 * error without an `errorType`, for a success that doesn't say what was done. An error that proves nothing by itself is shown
 * again with the job's status. Its `isInDoubt` says that an attempt before it may have arrived.
 */
export type Evidence = (
	answer: VerbitResponse | StepError,
	status?: JobStatus,
) => 'done' | 'not done' | 'unknown';

/**
 * Makes a call that Verbit accepts once for a job. A call that may have arrived is repeated; where Verbit refuses the repeat
 * because it has carried the call out before, that is a success, and the output says so.
 * @param options `isInDoubt`: an attempt of an earlier try of the node may have arrived; `isOwnJob`: this execution has made the
 *   job, so what was done to it, this call did, even if a gateway sent it twice; `explain` says more of an error
 */
export async function callProven(
	client: ServiceClient,
	{ jobId, ...call }: Pick<ServiceCall, 'step' | 'path' | 'body'> & { jobId: number },
	options: {
		isInDoubt: boolean;
		isOwnJob?: boolean;
		evidence: Evidence;
		explain?: (error: StepError, status?: JobStatus) => StepError | undefined;
	},
): Promise<IDataObject> {
	const { evidence, isOwnJob = false } = options;
	const request: ServiceCall = { ...call, jobId, method: 'POST', repeatable: true };
	const outcome = await client.callTracked(request, options);
	const { isInDoubt } = outcome;
	const isSuccess = 'response' in outcome;
	if (isSuccess && saysDone(request, outcome.response, evidence))
		return outputFields(outcome.response.data);
	const answer = isSuccess ? responseError(request, outcome.response) : outcome.error;
	const { errorType, step } = answer.details;
	// Nobody has answered this call: a connection or a server failed, or the key was refused.
	if (!isSuccess && (errorType === undefined || step !== call.step))
		throw isInDoubt ? asInDoubt(answer) : answer;
	const { proof, status } = await prove(client, jobId, answer.with({ isInDoubt }), evidence);
	// Of a job that others know, a refusal says only that somebody has done it, not that this call did.
	if (proof === 'done' && (isSuccess || isInDoubt || isOwnJob)) {
		const confirmed = !isSuccess && { confirmed_by_repeat: true };
		return { ...(status && { job_status: status.text }), ...confirmed };
	}
	// An attempt may have arrived after the status was read.
	const detailed = answer.with({
		isInDoubt: isInDoubt && status !== undefined,
		jobStatus: status?.text,
	});
	const explained = options.explain?.(detailed, status);
	const mayBeDone = isSuccess || isInDoubt || (isOwnJob && status?.state === 'unknown');
	if (proof !== 'unknown' || !mayBeDone) throw explained ?? detailed;
	// After a success that doesn't say what was done, `explain` has said what to do.
	throw explained && isSuccess
		? explained.with({ isInDoubt: true })
		: asInDoubt(explained ?? detailed);
}

/** Asks for the job's status where the answer alone proves nothing: after a success, and after a refusal because of the status. */
async function prove(
	client: ServiceClient,
	jobId: number,
	answer: StepError,
	evidence: Evidence,
): Promise<{ proof: ReturnType<Evidence>; status?: JobStatus }> {
	const { errorType = STATUS_TYPE, step } = answer.details;
	const proof = evidence(answer);
	if (proof !== 'unknown' || errorType !== STATUS_TYPE) return { proof };
	// If the status can't be read, the error stays that of the call.
	const unread: JobStatus = { state: 'unknown', text: 'unknown' };
	const status = await jobInfo(client, jobId, step).then(readJobStatus, () => unread);
	return { proof: evidence(answer, status), status };
}

/** Marks an error for the next try of the node. One without a response says itself that the call may have arrived. */
function asInDoubt(error: StepError): StepError {
	const marked = error.with({ isInDoubt: true });
	return error.details.response === undefined
		? marked
		: advise(marked, 'EARLIER_ATTEMPT_UNCLEAR', {});
}

const JOB_FIELDS = [
	...['job_id', 'job_status', 'job_name', 'external_id', 'profile', 'language', 'draft_ready'],
	...['labels', 'permissions', 'job_metadata', 'dynamic_dictionary', 'errors', 'warning'],
	...['translation_profile', 'translation_languages', 'translation_processing_mode'],
];

/** Whether a success says that the call was carried out, and nothing else. Verbit doesn't document what it says. */
function saysDone(
	{ jobId, body: sent = {} }: ServiceCall,
	response: VerbitResponse,
	evidence: Evidence,
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
	const jobFields = [...JOB_FIELDS, ...Object.keys(sent)];
	if (!isOfJob || !names.every((name) => jobFields.includes(name))) return false;
	return jobStatus === undefined || evidence(response, readJobStatus(data)) === 'done';
}
