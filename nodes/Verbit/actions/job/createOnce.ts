import type { IDataObject } from 'n8n-workflow';

import { StepError } from '../../errors';
import { createJob, type NewJob } from '../../service/createJob';
import { answerFields } from '../answerFields';
import { once } from '../earlierTries';
import type { Run } from '../operation';

/** What the node puts out for a job that it has created. */
export interface NewJobOutput extends IDataObject {
	job_id: number;
	/** An attempt to create it got no answer: there may be another job with the same external ID. */
	possible_duplicate?: true;
}

/**
 * Creates a job, also over several tries of the node: a job that there is is not created again, and where it is not
 * known whether there is one, none is created after it.
 */
export async function createOnce(
	{ client, done }: Pick<Run, 'client' | 'done'>,
	apiVersion: number,
	job: NewJob,
): Promise<NewJobOutput> {
	return await once(done, 'create job', async () => {
		if (done.doubt !== undefined) throw stillInDoubt(String(done.doubt));
		const created = await createJob(client, apiVersion, job).then(undefined, (error: unknown) => {
			if (leavesDoubt(error) && job.external_id === undefined) done.doubt = error.details.remedy;
			throw error;
		});
		const output = { ...answerFields(created.data), job_id: created.jobId };
		return created.mayBeSecond ? { ...output, possible_duplicate: true as const } : output;
	});
}

function leavesDoubt(error: unknown): error is StepError {
	return error instanceof StepError && error.details.mayHaveArrived === true;
}

function stillInDoubt(remedy: string): StepError {
	return new StepError({
		kind: 'answer',
		step: 'Create job',
		what: 'not tried again, because an earlier try in this execution got no answer',
		remedy,
	});
}
