import type { IDataObject } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import { createJob, type NewJob, wayOutOfDoubt } from '../api/createJob';
import { callOnce } from './completedSteps';
import type { Run } from './operation';

/** What the node puts out for a job that it has created. */
export interface NewJobOutput extends IDataObject {
	job_id: number;
	/** An attempt to create it got no answer: there may be another job with the same external ID. */
	possible_duplicate?: true;
}

/**
 * Creates a job, also over several tries of the node: a job that there is is not created again. Where it is not known
 * whether there is one, another is created only if an external ID lets both be found, and the output says so.
 */
export async function createJobOnce(
	{ client, completed }: Pick<Run, 'client' | 'completed'>,
	apiVersion: number,
	job: NewJob,
): Promise<NewJobOutput> {
	const output = await callOnce(completed, 'create job', async (earlier) => {
		if (earlier.mayHaveArrived && job.external_id === undefined) throw stillInDoubt(job);
		const { jobId, data, mayBeSecond } = await createJob(client, apiVersion, job, earlier);
		return { ...data, job_id: jobId, ...(mayBeSecond ? { possible_duplicate: true } : {}) };
	});
	return output as NewJobOutput;
}

function stillInDoubt(job: NewJob): StepError {
	return new StepError({
		kind: 'answer',
		step: 'Create job',
		what: 'not tried again, because an earlier try in this execution got no answer',
		remedy: wayOutOfDoubt(job),
	});
}
