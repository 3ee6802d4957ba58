import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { JobCall } from '../api/serviceCall';
import { adviceText, fault } from '../errors/fault';
import { isFailureOfNode } from '../errors/nodeErrors';
import type { StepError } from '../errors/stepError';
import { describeValue } from '../http/redact';
import { positiveInteger } from './values';

/**
 * Its reader is `readJobId`. Every operation outputs `job_id`, which makes it the default: a chain of them needs no typing.
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
 * A job ID as Verbit returns it: a positive integer, as a number or a string.
 * @throws StepError that names the value found instead
 */
export function readJobId(value: unknown): number {
	const jobId = positiveInteger(value);
	if (jobId === undefined) throw invalidJobId(value);
	return jobId;
}

function invalidJobId(value: unknown): StepError {
	return fault('JOB_ID_INVALID', { value: describeValue(value) });
}

/** Its reader is `apiVersionIn`. */
export const apiVersionOption: INodeProperties = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'number',
	default: 4,
	description: "Version of Verbit's API to call. Versions before 4 are deprecated.",
};

const DEFAULT_API_VERSION = 4;

/** The job of an item, and the API version to call. */
export function readJobCall(context: IExecuteFunctions, itemIndex: number): JobCall {
	return { jobId: readJobOf(context, itemIndex), apiVersion: readApiVersion(context, itemIndex) };
}

export function readApiVersion(context: IExecuteFunctions, itemIndex: number): number {
	return apiVersionIn(readOptions(context, itemIndex));
}

/**
 * A number, or its digits as an expression may return them.
 * @param options the collection of a node or operation
 */
export function apiVersionIn({ apiVersion }: IDataObject): number {
	const version = positiveInteger(apiVersion ?? DEFAULT_API_VERSION);
	if (version !== undefined) return version;
	throw fault('API_VERSION_INVALID', {
		value: describeValue(apiVersion),
		default: DEFAULT_API_VERSION,
	});
}

/** For operations that take all items of a job together. */
export function readJobKey(context: IExecuteFunctions, itemIndex: number): string {
	return String(readJobOf(context, itemIndex));
}

function readJobOf(context: IExecuteFunctions, itemIndex: number): number {
	const value = context.getNodeParameter('jobId', itemIndex);
	const jobId = positiveInteger(value);
	if (jobId !== undefined) return jobId;
	const error = invalidJobId(value);
	const { json } = context.getInputData()[itemIndex];
	if (json.skipped === true) throw error.with({ remedy: adviceText('ITEM_SKIPPED', {}) });
	throw isFailureOfNode(json) ? error.with({ remedy: adviceText('ITEM_FAILED', {}) }) : error;
}

export function readOptions(context: IExecuteFunctions, itemIndex: number): IDataObject {
	return context.getNodeParameter('options', itemIndex, {}) as IDataObject;
}
