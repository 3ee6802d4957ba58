import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readJobId } from './jobId';
import type { JobCall } from '../api/jobCall';
import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';

const DEFAULT_API_VERSION = 4;

/** The job of an item, and the API version to call. */
export function readJobCall(context: IExecuteFunctions, itemIndex: number): JobCall {
	return { jobId: readJobOf(context, itemIndex), apiVersion: readApiVersion(context, itemIndex) };
}

export function readApiVersion(context: IExecuteFunctions, itemIndex: number): number {
	return apiVersionIn(readOptions(context, itemIndex));
}

/** @param options the collection of a node or operation */
export function apiVersionIn({ apiVersion = DEFAULT_API_VERSION }: IDataObject): number {
	if (!Number.isInteger(apiVersion) || (apiVersion as number) < 1) {
		throw fault('API_VERSION_INVALID', {
			value: describeValue(apiVersion),
			default: DEFAULT_API_VERSION,
		});
	}
	return apiVersion as number;
}

/** For operations that take all items of a job together. */
export function readJobKey(context: IExecuteFunctions, itemIndex: number): string {
	return String(readJobOf(context, itemIndex));
}

function readJobOf(context: IExecuteFunctions, itemIndex: number): number {
	return readJobId(context.getNodeParameter('jobId', itemIndex));
}

export function readOptions(context: IExecuteFunctions, itemIndex: number): IDataObject {
	return context.getNodeParameter('options', itemIndex, {}) as IDataObject;
}
