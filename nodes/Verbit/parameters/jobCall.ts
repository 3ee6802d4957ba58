import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { JobCall } from '../api/serviceCall';
import { fault, sentence } from '../errors/fault';
import { isFailureOfNode } from '../errors/nodeErrors';
import { describeValue } from '../http/redact';
import { positiveInteger, readWholeNumber } from './values';

/**
 * The parameter 'Job ID', which `readJobCall` reads. It defaults to `job_id` of the input item: every operation
 * outputs one, so a chain of them needs no typing.
 */
export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: '={{ $json.job_id }}',
	placeholder: 'e.g. 123456',
	description: 'ID that Verbit returned when the job was created',
};

/**
 * The option 'API Version' of the collection 'Options', which `apiVersionIn` reads: a whole number from 1, by
 * default 4.
 */
export const apiVersionOption: INodeProperties = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'number',
	default: 4,
	description: "Version of Verbit's API to call. Versions before 4 are deprecated.",
};

/**
 * Reads which job an item's call is about, from the parameter 'Job ID', and the API version to call, from its
 * options.
 * @throws StepError when one of them isn't a positive integer, with advice for an item that was skipped or has
 * failed before
 */
export function readJobCall(context: IExecuteFunctions, itemIndex: number): JobCall {
	return { jobId: readJobOf(context, itemIndex), apiVersion: readApiVersion(context, itemIndex) };
}

/**
 * Reads the option 'API Version' of an item: a whole number from 1, 4 where it isn't added.
 * @throws StepError for any other value
 */
export function readApiVersion(context: IExecuteFunctions, itemIndex: number): number {
	return apiVersionIn(readOptions(context, itemIndex));
}

/**
 * Reads the API version to call: a whole number from 1, as a number or a string of digits; 4 where it isn't set.
 * @param options the collection 'Options' of an operation or of the trigger
 * @throws StepError for any other value
 */
export function apiVersionIn({ apiVersion }: IDataObject): number {
	return readWholeNumber(apiVersion ?? 4, { displayName: 'API Version', min: 1 });
}

/**
 * The job ID of an item as a string, by which an operation that makes one call for all items of a job groups them.
 * @throws StepError when the parameter 'Job ID' isn't a positive integer
 */
export function readJobKey(context: IExecuteFunctions, itemIndex: number): string {
	return String(readJobOf(context, itemIndex));
}

function readJobOf(context: IExecuteFunctions, itemIndex: number): number {
	const value = context.getNodeParameter('jobId', itemIndex);
	const jobId = positiveInteger(value);
	if (jobId !== undefined) return jobId;
	const error = fault('JOB_ID_INVALID', { value: describeValue(value) });
	const { json } = context.getInputData()[itemIndex];
	if (json.skipped === true) throw error.with({ remedy: sentence('ITEM_SKIPPED', {}) });
	throw isFailureOfNode(json) ? error.with({ remedy: sentence('ITEM_FAILED', {}) }) : error;
}

/** The collection 'Options' of an item: its added options by their names, `{}` where there is none. */
export function readOptions(context: IExecuteFunctions, itemIndex: number): IDataObject {
	return context.getNodeParameter('options', itemIndex, {}) as IDataObject;
}
