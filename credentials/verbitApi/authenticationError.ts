/**
 * Why there is no access token. The credential's Test button shows its message as it is, so long as n8n finds in it
 * neither a `status`, a `code` or an `httpCode` nor a word such as ECONNREFUSED: it would put a text of its own in place.
 * A `response.status` of 401 would even make it exchange the key once more.
 */
export class AuthenticationError extends Error {
	override readonly name = 'AuthenticationError';

	private constructor(
		message: string,
		/** What the user can do about it. */
		readonly description: string,
		/** Whether the same exchange may work a little later. */
		readonly retriable: boolean,
		/** The HTTP status, or the code of the network's failure. */
		readonly answer: string,
	) {
		super(message);
	}

	static keyRefused(host: string, status: number): AuthenticationError {
		return new AuthenticationError(
			`${host} did not accept the API key (HTTP ${status})`,
			'Check the API Key and the Environment of the Verbit credential. An original API token is no API key: choose Authentication: Original API Token for it.',
			false,
			String(status),
		);
	}

	static redirected(host: string, status: number): AuthenticationError {
		return new AuthenticationError(
			`${host} answered the API key's exchange with a redirect (HTTP ${status}), which is not followed so that the key stays with this host`,
			'Check the Authentication URL of the Verbit credential.',
			false,
			String(status),
		);
	}

	static unavailable(host: string, status: number): AuthenticationError {
		return new AuthenticationError(
			`${host} could not exchange the API key now (HTTP ${status})`,
			'Try again later. The API key was neither accepted nor refused.',
			true,
			String(status),
		);
	}

	static unreachable(host: string, cause: unknown): AuthenticationError {
		const { code, message } = cause as { code?: unknown; message?: unknown };
		return new AuthenticationError(
			`${host} could not be reached to exchange the API key`,
			'Check the network, the proxy and, for a custom environment, the Authentication URL of the Verbit credential.',
			true,
			String(code ?? message),
		);
	}
}

/**
 * Tells n8n to renew the access token before a call is wasted on it: its request helper takes a
 * `response.status` of 401, also from `authenticate`, for an expired token (httpRequestWithAuthentication of n8n-core).
 */
export class AccessTokenExpired extends Error {
	override readonly name = 'AccessTokenExpired';

	readonly response = { status: 401 };

	constructor() {
		super('The access token has to be renewed');
	}
}
