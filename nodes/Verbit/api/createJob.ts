import type { IDataObject } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import { describeResponse, type VerbitResponse } from './response';
import { callInDoubt, type Earlier } from './callInDoubt';
import type { ServiceClient } from './client';

/** The body of `POST /job/new`; what is not set is left out. */
export interface NewJob extends IDataObject {
	/** The name of a profile. */
	profile: string;
	external_id?: string;
}

export interface CreatedJob {
	jobId: number;
	/** The answer as it came. */
	data: IDataObject;
	/** An attempt before this one got no answer: the service may hold two jobs with this external ID. */
	mayBeSecond: boolean;
}

/**
 * `POST /job/new`. Each call makes a job, so that an attempt of which it is not known whether it arrived is repeated
 * only where an external ID lets a second job be found.
 */
export async function createJob(
	client: ServiceClient,
	apiVersion: number,
	job: NewJob,
	earlier?: Earlier,
): Promise<CreatedJob> {
	const outcome = await callInDoubt(
		client,
		{
			step: 'Create job',
			method: 'POST',
			path: '/job/new',
			apiVersion,
			body: job,
			repeatable: job.external_id !== undefined,
		},
		earlier,
	);
	if ('error' in outcome) throw creationFailed(outcome.error, job, outcome.mayHaveArrived);
	const { answer, mayHaveArrived } = outcome;
	return { jobId: jobIdIn(answer, job), data: answer.data, mayBeSecond: mayHaveArrived };
}

function creationFailed(error: unknown, job: NewJob, mayHaveArrived: boolean): unknown {
	if (!(error instanceof StepError)) return error;
	const { details } = error;
	if (!mayHaveArrived && details.mayHaveArrived !== true) return error;
	return new StepError({ ...details, mayHaveArrived: true, remedy: wayOutOfDoubt(job) });
}

/** What to do when it is not known whether there is a job. */
export function wayOutOfDoubt({ external_id: externalId }: NewJob): string {
	const doubt = 'It is not known whether the job was created.';
	return externalId === undefined
		? `${doubt} Look for it in the service before you create it again. With an External ID the node repeats such a call by itself, because a second job could be found by it.`
		: `${doubt} Look for the external ID ${JSON.stringify(externalId)} in the service: each job with it beyond the first is one too many.`;
}

/** An integer as documented, or its digits. */
function jobIdIn(answer: VerbitResponse, job: NewJob): number {
	const jobId = Number(answer.data.job_id);
	if (Number.isSafeInteger(jobId) && jobId > 0) return jobId;
	throw new StepError({
		kind: 'answer',
		step: 'Create job',
		what: `the service answered ${describeResponse(answer)} without a job_id`,
		remedy: wayOutOfDoubt(job),
		httpCode: String(answer.status),
		mayHaveArrived: true,
	});
}
