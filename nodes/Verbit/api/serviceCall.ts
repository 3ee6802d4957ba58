import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { Step, StepError } from '../errors/stepError';
import type { VerbitResponse } from './response';

/** Which job a call of Verbit is about. */
export interface JobCall {
	jobId: number;
}

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
	/** Whether the call may be sent again when it is not known whether it arrived. */
	repeatable: boolean;
	/**
	 * Whether nothing of the response is needed. Then any 2xx is a success, be it `201 OK` as a text: to repeat the call, or
	 * to report it as failed, would be wrong.
	 */
	responseIsOptional?: boolean;
	/** The `ErrorType` of a refusal that is a race: nothing was done, and the same call is right a moment later. */
	raceType?: string;
}

/** What is known of the same call in earlier tries of the node. */
export interface Earlier {
	/** Whether an attempt got no clear response and Verbit may have carried it out. */
	mayHaveArrived: boolean;
}

/** How a call that must not be made twice ended, and what is known of the attempts before the last. */
export type Outcome = Earlier & ({ response: VerbitResponse } | { error: StepError });
