import { AUTHENTICATION_MESSAGES } from '../../nodes/Verbit/errors/messages/authentication';
import { fillIn } from '../../nodes/Verbit/errors/message';

/** The messages of the catalogue that the credential itself can have. */
export type AuthenticationCode = Extract<
	keyof typeof AUTHENTICATION_MESSAGES,
	`API_KEY_${string}` | `AUTHENTICATION_${string}` | `CREDENTIAL_${string}`
>;

/** What is known of a response beside its status, which is one of the values. */
interface Returned {
	/** What its `Retry-After` asks for, ms. */
	retryAfterMs?: number;
	/** Whether it was a web page, such as a proxy's. */
	isPage?: boolean;
}

/**
 * Why there is no access token. The message includes what to do, because the credential's Test button shows nothing
 * else. n8n shows it unchanged if it finds no `status`, `code` or `httpCode` in the error and no word such as
 * ECONNREFUSED in the message; a `response.status` of 401 would even make it exchange the key once more. The node
 * reads `messageCode` and `values` by their names, because n8n may load the credential apart from it.
 */
export class AuthenticationError extends Error {
	override readonly name = 'AuthenticationError';

	constructor(
		readonly messageCode: AuthenticationCode,
		/** For the catalogue's message. A `reason` may be a code of the network. */
		readonly values: Readonly<Record<string, string | number>>,
		readonly returned: Returned = {},
	) {
		super(describe(messageCode, values));
	}
}

function describe(code: AuthenticationCode, values: Record<string, string | number>): string {
	const { message, remedy } = AUTHENTICATION_MESSAGES[code];
	const reason = networkCodeInWords(String(values.reason));
	return `${fillIn(message, { ...values, reason })}. ${fillIn(remedy, { ...values, reason })}`;
}

/** A code of the network in words that n8n does not replace. */
function networkCodeInWords(reason: string): string {
	switch (reason) {
		case 'ECONNREFUSED':
			return 'connection refused';
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return 'host not found';
		case 'ETIMEDOUT':
			return 'no response in time';
		default:
			return /^E[A-Z]+$/.test(reason) ? 'no connection' : reason;
	}
}

/**
 * Makes n8n renew the access token before a call is wasted on it: its request helper takes a
 * `response.status` of 401, also from `authenticate`, for an expired token (httpRequestWithAuthentication of n8n-core).
 */
export class AccessTokenExpired extends Error {
	override readonly name = 'AccessTokenExpired';

	readonly response = { status: 401 };

	constructor() {
		super('The access token has expired');
	}
}
