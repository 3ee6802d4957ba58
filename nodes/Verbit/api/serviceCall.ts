import type {
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { Step, StepError } from '../errors/stepError';
import type { VerbitResponse } from './response';

/** Which job a call of Verbit is about, and in which version of the API. */
export interface JobCall {
	jobId: number;
	/** The query parameter `v`. */
	apiVersion: number;
}

/** One call of Verbit's API. */
export interface ServiceCall {
	step: Step;
	method: IHttpRequestMethods;
	/** Below the base URL, e.g. `/job/add_asset`. */
	path: string;
	/** Missing if there is no job yet. */
	jobId?: number;
	/** The query parameter `v`. */
	apiVersion: number;
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
	/**
	 * Whether a call that was sent runs to its end when the run is stopped: it changes something that can't be undone. A
	 * stop before that, while the key is exchanged, throws the reason of the stop.
	 */
	mustFinish?: boolean;
	/** Whether an attempt of a call that must finish may have arrived: then the next ones run to their end, too. */
	isInDoubt?: () => boolean;
	/** Called after each attempt that is followed by another. */
	onRetry?: (error: StepError) => void;
}

/** What is known of the same call in earlier tries of the node. */
export interface Earlier {
	/** Whether an attempt got no clear response and Verbit may have carried it out. */
	mayHaveArrived: boolean;
}

/** How a call that is made once ended, and what is known of the attempts before the last. */
export type Outcome = Earlier & ({ response: VerbitResponse } | { error: StepError });

/** Sends a call with its token. @param changes to the request, such as another URL on Verbit's own host */
export type SendWithToken = (
	changes: Partial<IHttpRequestOptions>,
) => Promise<IN8nHttpFullResponse>;

/**
 * How the response to a call is fetched: as JSON, or as a file. Whether the token was accepted, and what happens when it
 * wasn't, is decided in one place for all of them (`client.ts`).
 * @param url that the call goes to
 */
export type ResponseReader<R extends VerbitResponse> = (
	send: SendWithToken,
	url: string,
) => Promise<R>;
