import type { IDataObject } from 'n8n-workflow';

import { createError, type ErrorContext, sentence } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { describeResponse, jobIdOf, type VerbitResponse } from './response';
import type { ServiceClient } from './client';
import type { PreviousAttempts } from './serviceCall';

export interface NewJob extends IDataObject {
	profile: string;
	external_id?: string;
	job_name?: string;
}

/**
 * Two creations met, nothing was created, and the call may be repeated. The name of this `ErrorType` is an
 * assumption.
 */
const CREATION_RACE_TYPE = 'UUID_ALREADY_EXISTS';

/** Verbit doesn't say which value it refuses. Most often it is the profile, which users enter. */
const PROFILE_TYPES: Array<string | undefined> = ['INVALID_OPTION', 'ITEM_NOT_FOUND'];

/**
 * Each call creates a job: an attempt that may have arrived is repeated only if an external ID lets the user find a
 * second job.
 * @returns `possible_duplicate` if an earlier attempt got no response, so Verbit may have two jobs with this external ID
 */
export async function createJob(
	client: ServiceClient,
	job: NewJob,
	earlier?: PreviousAttempts,
): Promise<IDataObject & { job_id: number }> {
	const outcome = await client.callNonIdempotent(
		{
			step: 'Create job',
			method: 'POST',
			path: '/job/new',
			body: job,
			repeatable: job.external_id !== undefined,
			raceType: CREATION_RACE_TYPE,
		},
		earlier,
	);
	if ('error' in outcome) throw creationFailed(outcome.error, job, outcome.mayHaveArrived);
	const { response, mayHaveArrived } = outcome;
	const created = { ...response.data, job_id: jobIdIn(response, job) };
	return mayHaveArrived ? { ...created, possible_duplicate: true } : created;
}

function creationFailed(error: StepError, job: NewJob, mayHaveArrived: boolean): StepError {
	const { message, jobId, httpCode, errorType } = error.details;
	const mayExist = mayHaveArrived || error.details.mayHaveArrived === true;
	if (mayExist) return jobMayExist(job, message, { jobId, httpCode, errorType });
	const isProfile = PROFILE_TYPES.includes(errorType);
	return isProfile ? error.with({ remedy: sentence('CHECK_PROFILE', {}) }) : error;
}

function jobIdIn(response: VerbitResponse, job: NewJob): number {
	const jobId = jobIdOf(response.data.job_id);
	if (jobId !== undefined) return jobId;
	const reason = `Verbit's response lacks a job ID (returned ${describeResponse(response)})`;
	throw jobMayExist(job, reason, { httpCode: String(response.status) });
}

function jobMayExist(
	{ external_id: externalId }: NewJob,
	reason: string,
	context: ErrorContext,
): StepError {
	const { jobId } = context;
	const details = { ...context, mayHaveArrived: true };
	if (jobId !== undefined)
		return createError('JOB_MAY_EXIST', { cause: 'known', jobId, reason }, details);
	if (externalId === undefined) return createError('JOB_MAY_EXIST', { reason }, details);
	return createError('JOB_MAY_EXIST', { cause: 'withId', externalId, reason }, details);
}
