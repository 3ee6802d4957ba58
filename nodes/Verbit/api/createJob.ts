import type { IDataObject } from 'n8n-workflow';

import { createError, replaceRemedies } from '../errors/createError';
import type { ErrorDetails, StepError } from '../errors/stepError';
import { jobIdOf } from '../inspect/inspect';
import type { ServiceClient } from './client';
import { responseError, type ServiceCall } from './serviceCall';

export interface NewJob extends IDataObject {
	profile: string;
	external_id?: string;
	job_name?: string;
}

/**
 * Creates a job. A call in doubt is repeated only with an External ID.
 * @param wasInDoubt whether an earlier try of the node has left the creation in doubt
 * @returns `possible_duplicate` if the creation was in doubt before its last attempt
 * @throws StepError with `namedJobId` if the answer isn't a success but names a job
 */
export async function createJob(
	client: ServiceClient,
	job: NewJob,
	wasInDoubt: boolean,
): Promise<IDataObject & { job_id: number }> {
	const call: ServiceCall = {
		activity: 'Create job',
		method: 'POST',
		path: '/job/new',
		body: job,
		repeatable: job.external_id !== undefined,
	};
	const outcome = await client.callTracked(call, wasInDoubt);
	if ('response' in outcome) {
		const { data } = outcome.response;
		const jobId = jobIdOf(data.job_id);
		if (jobId !== undefined)
			return { ...data, job_id: jobId, ...(outcome.wasInDoubt && { possible_duplicate: true }) };
	}
	const error = 'error' in outcome ? outcome.error : responseError(call, outcome.response);
	const { namedJobId, errorType, isInDoubt, response, message } = error.details;
	if (isInDoubt || outcome.wasInDoubt) {
		const reason =
			'error' in outcome
				? message
				: `Verbit's response lacks a job ID (returned ${outcome.response.summary})`;
		throw jobMayExistError(job, reason, { jobId: namedJobId, namedJobId, errorType, response });
	}
	// Verbit doesn't say which value it refuses. Most often it is the profile, which users enter.
	const isProfile = errorType === 'INVALID_OPTION' || errorType === 'ITEM_NOT_FOUND';
	throw isProfile ? replaceRemedies(error, 'CHECK_PROFILE') : error;
}

export function jobMayExistError(
	{ external_id: externalId = '' }: NewJob,
	reason: string,
	details: ErrorDetails = {},
): StepError {
	const { jobId = '' } = details;
	const unnamed = externalId === '' ? 'other' : 'withId';
	const variant = jobId === '' ? unnamed : 'known';
	const values = { reason, jobId, externalId };
	return createError('JOB_MAY_EXIST', { ...values, variant }, { ...details, isInDoubt: true });
}
