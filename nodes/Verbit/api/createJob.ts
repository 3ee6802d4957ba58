import type { IDataObject } from 'n8n-workflow';

import { createError, replaceRemedies } from '../errors/createError';
import type { ErrorDetails, StepError } from '../errors/stepError';
import { jobIdOf } from '../inspect/inspect';
import type { CallFacts, ServiceClient } from './client';
import { responseError, type ServiceCall } from './serviceCall';

export interface NewJob extends IDataObject {
	profile: string;
	external_id?: string;
	job_name?: string;
}

/**
 * Creates a job. A call that may have arrived is repeated only with an External ID.
 * @returns `possible_duplicate` if an earlier attempt may have arrived
 * @throws StepError with `namedJobId` if the answer isn't a success but names a job
 */
export async function createJob(
	client: ServiceClient,
	job: NewJob,
	facts: CallFacts,
): Promise<IDataObject & { job_id: number }> {
	const call: ServiceCall = {
		step: 'Create job',
		method: 'POST',
		path: '/job/new',
		body: job,
		repeatable: job.external_id !== undefined,
	};
	const outcome = await client.callTracked(call, facts);
	const { isInDoubt } = outcome;
	if ('error' in outcome) throw creationError(outcome.error, { job, isInDoubt });
	const { data, summary } = outcome.response;
	const jobId = jobIdOf(data.job_id);
	if (jobId !== undefined)
		return { ...data, job_id: jobId, ...(isInDoubt && { possible_duplicate: true }) };
	const reason = `Verbit's response lacks a job ID (returned ${summary})`;
	throw creationError(responseError(call, outcome.response), { job, isInDoubt, reason });
}

function creationError(
	error: StepError,
	found: { job: NewJob; isInDoubt: boolean; reason?: string },
): StepError {
	const { job, reason = error.details.message } = found;
	const { namedJobId, errorType, isInDoubt, response } = error.details;
	if (isInDoubt || found.isInDoubt)
		return jobMayExistError(job, reason, { jobId: namedJobId, namedJobId, errorType, response });
	// Verbit doesn't say which value it refuses. Most often it is the profile, which users enter.
	const isProfile = errorType === 'INVALID_OPTION' || errorType === 'ITEM_NOT_FOUND';
	return isProfile ? replaceRemedies(error, 'CHECK_PROFILE') : error;
}

export function jobMayExistError(
	{ external_id: externalId = '' }: NewJob,
	reason: string,
	details: ErrorDetails = {},
): StepError {
	const { jobId = '' } = details;
	const unnamed = externalId === '' ? 'other' : 'withId';
	const cause = jobId === '' ? unnamed : 'known';
	const values = { reason, jobId, externalId };
	return createError('JOB_MAY_EXIST', { ...values, cause }, { ...details, isInDoubt: true });
}
