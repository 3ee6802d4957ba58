/**
 * n8n renews a credential's token only after a response with the status 401, and ends every request at a Stop. Verbit may also
 * refuse a token with 400 or 200, a token that is about to expire would cost a call, and some requests must not be cut.
 * Relied on: `httpRequestWithAuthentication` passes unknown options on to `authenticate`, takes an error of `authenticate` with
 * a `response.status` of 401 for an expired token, and calls `preAuthentication` and `authenticate` once more.
 * Seen in: n8n-core 1.100 to 2.40.
 * Missing: the node reports `TOKEN_REFUSED`, and nothing was sent. Without the options a call is sent with the stored token, a
 * refusal is final, and a call counts as sent unless `StoppedBeforeSending` says otherwise.
 */
import type { IHttpRequestOptions } from 'n8n-workflow';

export interface AuthenticateOptions {
	/** The token or key that the request was sent with, as `authenticate` reports. */
	sent?: string;
	/** A token that Verbit has refused, so that another is needed. */
	refused?: string;
	/** A signal after which no request is sent. A request that is under way goes on. */
	cancelBeforeSend?: AbortSignal;
	/** A signal that ends the request, in place of n8n's own signal, which would end every request at a Stop. */
	abortSignal?: IHttpRequestOptions['abortSignal'];
}

export function expiredTokenError(): Error {
	const error = new Error('The access token has expired');
	return Object.assign(error, { name: 'AccessTokenExpired', response: { status: 401 } });
}

export function stoppedError(): Error {
	return Object.assign(new Error('Stopped'), { name: 'StoppedBeforeSending' });
}
