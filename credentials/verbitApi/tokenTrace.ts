import type { IHttpRequestOptions } from 'n8n-workflow';

/**
 * Travels with a request from the node through n8n's helper to `authenticate`, and tells each what only the other knows.
 * n8n renews a token by itself at a status of 401 alone; the service may refuse one with 403, or 400 or 200 and an
 * `ErrorType` as well, which only the node can see.
 */
export interface TokenTrace {
	/** Set by `authenticate`: the token that went out. Nothing in the mode without an exchange. */
	sent?: string;
	/** Set by the node: a token that the service has refused, so that `authenticate` has it renewed. */
	refused?: string;
}

/** n8n's helper hands options that it does not know on as they are. */
export type TracedRequestOptions = IHttpRequestOptions & { tokenTrace?: TokenTrace };
