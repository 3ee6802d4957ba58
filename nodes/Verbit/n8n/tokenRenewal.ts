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

/** An option of a request, by which the node and `authenticate` tell each other what only one of them knows. */
export interface AuthenticateOptions {
	/** The token or key that `authenticate` has sent. */
	sent?: string;
	/** A token that Verbit has refused: `authenticate` has n8n renew it. */
	refused?: string;
	/** Once it is aborted, no request is sent. It doesn't end one that is under way. */
	stop?: AbortSignal;
	/** Ends the request, instead of n8n's own signal, which ends every request at a Stop. */
	abortSignal?: IHttpRequestOptions['abortSignal'];
}

export function accessTokenExpired(): Error {
	const error = new Error('The access token has expired');
	return Object.assign(error, { name: 'AccessTokenExpired', response: { status: 401 } });
}

export function stoppedBeforeSending(): Error {
	return Object.assign(new Error('Stopped'), { name: 'StoppedBeforeSending' });
}
