import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import type { Step } from '../errors/stepError';
import { PLAIN_CONTENT } from '../http/openResponse';

export interface ServiceCall {
	step: Step;
	method: IHttpRequestMethods;
	/** Below the base URL, e.g. `/job/add_asset`. */
	path: string;
	jobId?: number;
	/** Query parameters beside `v` and `job_id`. */
	query?: IDataObject;
	body?: IDataObject;
	fileName?: string;
	/** Whether the call may be sent again if it may have arrived. */
	repeatable: boolean;
	/** No data of the response is needed: any 2xx is a success, even a text such as `201 OK`. */
	responseIsOptional?: boolean;
	/** The `ErrorType` of a race: Verbit did nothing, and the same call works a moment later. */
	raceType?: string;
}

export interface PreviousAttempts {
	/** An attempt of an earlier try of the node got no clear response, and Verbit may have carried it out. */
	mayHaveArrived: boolean;
}

export interface Account {
	/** `production`, `sandbox` or `custom`. */
	environment: unknown;
	baseUrl: string;
	apiVersion: number;
	apiKey: string;
}

export function optionsFor(
	{ method, path, jobId, query, body = {} }: ServiceCall,
	{ baseUrl, apiVersion }: Account,
	url?: string,
): IHttpRequestOptions {
	const hasBody = Object.keys(body).length > 0;
	const jobQuery = jobId === undefined ? {} : { job_id: jobId };
	return {
		headers: { ...PLAIN_CONTENT, ...(hasBody && { 'Content-Type': 'application/json' }) },
		method,
		url: url ?? `${baseUrl}${path}`,
		// The query of the call belongs to its own URL.
		...(url === undefined && { qs: { v: apiVersion, ...jobQuery, ...query } }),
		// A string: n8n's client drops keys such as `constructor` from an object.
		...(hasBody && { body: JSON.stringify(body) }),
	};
}
