import type { IDataObject } from 'n8n-workflow';

import { createJob, type NewJob } from '../api/createJob';
import { fault } from '../errors/fault';
import { StepError } from '../errors/stepError';
import { redactSecretUrls } from '../http/redact';
import { callOnce, type CompletedSteps, CREATE_JOB, shortHash } from './completedSteps';
import type { Run } from './operation';
import type { Stage } from './externalIdUse';

/** What the node outputs for a job that it has created. */
export interface NewJobOutput extends IDataObject {
	job_id: number;
	/** There may be another job with the same external ID: an attempt to create it got no response, or an earlier run made one. */
	possible_duplicate?: true;
}

/** The external ID that a job in doubt would be found by, whatever the parameter evaluates to in a later try. */
const EXTERNAL_ID_SENT = 'external ID sent';

/** n8n saves it. Of an ID with a signed URL only a hash is kept. */
interface KeptId extends IDataObject {
	external_id?: string;
	hash?: string;
}

/**
 * Creates a job, also over several tries of the node: a job that exists isn't created again. Where it may or may not
 * exist, another is created only if an external ID lets both be found, and the output says so.
 * @param stage what the creation is for the external ID: `last call` where nothing follows it
 */
export async function createJobOnce(
	{ client, completed, externalId }: Pick<Run, 'client' | 'completed' | 'externalId'>,
	apiVersion: number,
	job: NewJob,
	stage: Stage = 'creating',
): Promise<NewJobOutput> {
	const output = await callOnce(completed, CREATE_JOB, async (earlier) => {
		const toCreate = earlier.mayHaveArrived ? asSentBefore(completed, job) : job;
		const create = async () => await createJob(client, apiVersion, toCreate, earlier);
		const created = await (externalId?.during(stage, create) ?? create()).catch(
			keepExternalId(completed, toCreate),
		);
		const { jobId, data, mayBeSecond } = created;
		return { ...data, job_id: jobId, ...(mayBeSecond && { possible_duplicate: true }) };
	});
	return output as NewJobOutput;
}

function keepExternalId(completed: CompletedSteps, { external_id: externalId }: NewJob) {
	return (error: unknown): never => {
		if (error instanceof StepError && error.details.mayHaveArrived) {
			completed.set(EXTERNAL_ID_SENT, { result: keptIdOf(externalId) });
		}
		throw error;
	};
}

function keptIdOf(externalId = ''): KeptId {
	if (externalId === '') return {};
	const isSecret = redactSecretUrls(externalId) !== externalId;
	return isSecret ? { hash: shortHash(externalId) } : { external_id: externalId };
}

/** @throws StepError where the ID of the earlier try is unknown: a second job with another ID would not be found by it */
function asSentBefore(completed: CompletedSteps, job: NewJob): NewJob {
	const sent: KeptId = completed.find(EXTERNAL_ID_SENT)?.result ?? {};
	const isSame = sent.hash !== undefined && sent.hash === shortHash(job.external_id);
	const externalId = isSame ? job.external_id : sent.external_id;
	if (externalId === undefined) throw fault('CREATE_NOT_REPEATED', {});
	return { ...job, external_id: externalId };
}
