import type { IDataObject } from 'n8n-workflow';

import type { Step } from '../errors/stepError';
import type { JobCall } from './jobCall';
import type { ServiceClient } from './client';

/** `GET /job/info`, as it is answered. @param step in whose course it is asked for, as messages name it */
export async function jobInfo(
	client: ServiceClient,
	{ jobId, apiVersion }: JobCall,
	step: Step = 'Get job',
): Promise<IDataObject> {
	const { data } = await client.call({
		step,
		method: 'GET',
		path: '/job/info',
		jobId,
		apiVersion,
		repeatable: true,
	});
	return data;
}
