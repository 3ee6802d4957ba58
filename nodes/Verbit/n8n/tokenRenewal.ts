/**
 * n8n renews a credential's token after a response with the status 401 alone (or those in `preAuthenticationRetryStatusCode`,
 * since n8n-workflow 2.40). Verbit may also refuse one with 400 or 200 and an `ErrorType`, and a token that is about to
 * expire would cost a call. It also ends every request at a Stop, the ones that must not be cut too.
 * Relied on: `httpRequestWithAuthentication` passes unknown options on to `authenticate`, takes an error of `authenticate`
 * with a `response.status` of 401 for an expired token, and calls `preAuthentication` and `authenticate` once more.
 * Seen in: n8n-core 1.100 to 2.40.
 * Missing: the error reaches the node, which reports it as `TOKEN_REFUSED`; nothing was sent. Without these options a call
 * is sent with the stored token, and a refusal is final. A call counts as sent unless `StoppedBeforeSending` says otherwise.
 */
import type { IHttpRequestOptions } from 'n8n-workflow';

/** Travels in a request's options from the node to `authenticate`, and carries what only one side knows to the other. */
export interface AuthenticateOptions {
	/** The answer of `authenticate`: the token or key that goes out. */
	sent?: string;
	/** A token that Verbit has refused, which makes `authenticate` have it renewed. */
	refused?: string;
	/** No request goes out once it is aborted, but one that is under way goes on. */
	stop?: AbortSignal;
	/** Ends the request. n8n would set its own signal, which ends every request at a Stop. */
	abortSignal?: IHttpRequestOptions['abortSignal'];
}

export type VerbitRequestOptions = IHttpRequestOptions & {
	authenticateOptions?: AuthenticateOptions;
};

export class AccessTokenExpired extends Error {
	override readonly name = 'AccessTokenExpired';

	readonly response = { status: 401 };

	constructor() {
		super('The access token has expired');
	}
}

/** Thrown by `authenticate` in place of a request that nobody wants any more. */
export class StoppedBeforeSending extends Error {
	override readonly name = 'StoppedBeforeSending';
}
