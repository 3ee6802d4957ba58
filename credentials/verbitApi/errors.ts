/**
 * Why there is no access token.
 * It carries no `response`: n8n would take a `response.status` of 401 for an expired token and exchange the key once more.
 */
export class AuthenticationError extends Error {
	override readonly name = 'AuthenticationError';

	private constructor(
		message: string,
		/** What the user can do about it. */
		readonly description: string,
		/** Whether the same exchange may work a little later. */
		readonly retriable: boolean,
		readonly httpCode?: string,
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
			`${host} could not be reached to exchange the API key (${String(code ?? message)})`,
			'Check the network, the proxy and, for a custom environment, the Authentication URL of the Verbit credential.',
			true,
		);
	}
}

/**
 * Tells n8n to renew the access token before a call is wasted on it: its request helper takes a
 * `response.status` of 401, also from `authenticate`, for an expired token (httpRequestWithAuthentication of n8n-core).
 */
export class AccessTokenEnded extends Error {
	override readonly name = 'AccessTokenEnded';

	readonly response = { status: 401 };

	constructor() {
		super('The access token has to be renewed');
	}
}
