import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { Step } from '../errors/stepError';

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
