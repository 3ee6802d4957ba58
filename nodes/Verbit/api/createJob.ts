import type { IDataObject } from 'n8n-workflow';

import { createError, sentence } from '../errors/createError';
import type { ErrorContext, StepError } from '../errors/stepError';
import type { ServiceClient } from './client';
import { jobIdOf, jobNamedBy } from './serviceCall';

export interface NewJob extends IDataObject {
	profile: string;
	external_id?: string;
	job_name?: string;
}

export interface CreatedJob extends IDataObject {
	job_id: number;
}

/** Verbit doesn't say which value it refuses. Most often it is the profile, which users enter. */
const PROFILE_TYPES = ['INVALID_OPTION', 'ITEM_NOT_FOUND'];

/**
 * Each call creates a job: one that may have arrived is repeated only if an external ID lets the user find a second job.
 * @returns `possible_duplicate` if an earlier attempt got no response
 */
export async function createJob(
	client: ServiceClient,
	job: NewJob,
	isInDoubt: boolean,
): Promise<CreatedJob> {
	const outcome = await client.callTracked(
		{
			step: 'Create job',
			method: 'POST',
			path: '/job/new',
			body: job,
			repeatable: job.external_id !== undefined,
		},
		isInDoubt,
	);
	const { mayHaveArrived } = outcome;
	if ('error' in outcome) {
		const { error } = outcome;
		const { message, jobId, response, errorType } = error.details;
		if (mayHaveArrived || error.details.mayHaveArrived)
			throw jobMayExist(job, message, { jobId, response, errorType });
		const isProfile = PROFILE_TYPES.includes(String(errorType));
		throw isProfile ? error.with({ remedy: sentence('CHECK_PROFILE', {}) }) : error;
	}
	const { data, status, described: text } = outcome.response;
	const jobId = jobIdOf(data.job_id);
	if (jobId === undefined) {
		const reason = `Verbit's response lacks a job ID (returned ${text})`;
		const named = jobNamedBy(outcome.response);
		throw jobMayExist(job, reason, { jobId: named, response: { status, text } });
	}
	return { ...data, job_id: jobId, ...(mayHaveArrived && { possible_duplicate: true }) };
}

export function jobMayExist(
	{ external_id: externalId = '' }: NewJob,
	reason: string,
	context: ErrorContext = {},
): StepError {
	const { jobId = '' } = context;
	const unnamed = externalId === '' ? 'other' : 'withId';
	const cause = jobId === '' ? unnamed : 'known';
	const values = { cause, reason, jobId, externalId };
	return createError('JOB_MAY_EXIST', values, { ...context, mayHaveArrived: true });
}
