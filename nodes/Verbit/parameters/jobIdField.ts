import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { createError, replaceRemedies } from '../errors/createError';
import { isFailureOfNode } from '../errors/nodeErrors';
import { jobIdOf } from '../inspect/inspect';
import { describeValue } from '../secrets/shownText';

export const jobIdProperty: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: '={{ $json.job_id }}',
	placeholder: 'e.g. 123456',
	hint: "Filled in automatically if the item has a 'job_id'",
	description: 'ID that Verbit returned when the job was created',
};

export function readJobId(context: IExecuteFunctions, itemIndex: number): number {
	const value = context.getNodeParameter(jobIdProperty.name, itemIndex);
	// A field that is dragged onto the prefilled expression adds a second expression, so the value is the ID twice.
	const isAppended = /\{\{[^]*\{\{/.test(String(context.getNode().parameters.jobId));
	const jobId = isAppended && /^(\d{1,20})\1$/.test(String(value)) ? undefined : jobIdOf(value);
	if (jobId !== undefined) return jobId;
	const error = createError('JOB_ID_INVALID', { value: describeValue(value) });
	const { json } = context.getInputData()[itemIndex];
	if (isFailureOfNode(json)) throw replaceRemedies(error, 'ITEM_FAILED');
	throw json.skipped === true ? replaceRemedies(error, 'ITEM_SKIPPED') : error;
}
