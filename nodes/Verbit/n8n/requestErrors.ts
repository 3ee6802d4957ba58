/**
 * n8n has no published way to tell why its HTTP client got no response: whether the request was sent, and whether n8n
 * itself blocked the address. Nor does it publish its errors, such as that of a credential which isn't there any more.
 * Relied on: n8n's errors named `SsrfBlocked…`; the `request.socket` in an error of axios, which n8n's client is; names of
 * errors, or of their classes.
 * Seen in: n8n 1.123, 2.0 and 2.40.
 * Missing: a request may have been sent, so a call that must not be made twice isn't repeated; other errors keep
 * their own text.
 */
import { propertiesOf } from '../inspect/inspect';

/** Whether n8n's protection of its own network (SSRF) refused the address. It looks before it connects. */
export function isBlockedByN8n(error: unknown): boolean {
	const { name, cause } = propertiesOf(error);
	return /^SsrfBlocked/.test(String(name)) || (Boolean(cause) && isBlockedByN8n(cause));
}

/**
 * The error, or its cause, whose name, code or class matches. n8n wraps errors, some have no name of their own, and `instanceof`
 * fails where a class was loaded twice.
 */
export function errorNamed<T extends Error>(names: RegExp, error: unknown): T | undefined {
	return [error, propertiesOf(error).cause].find((each): each is T => {
		const { name, code, constructor } = propertiesOf(each);
		return [name, code, propertiesOf(constructor).name].some((one) => names.test(String(one)));
	});
}

/**
 * Whether a request ended before it had a connection to be sent over: codes such as ECONNRESET and ETIMEDOUT leave
 * that open. A proxy that refuses to connect leaves the request without a socket. Until encryption is agreed on,
 * nothing is sent.
 */
export function endedBeforeConnection(error: unknown): boolean {
	const { request, response, cause } = propertiesOf(error);
	const { socket } = propertiesOf(request);
	const hadNone = socket === null || propertiesOf(socket).secureConnecting === true;
	if (response === undefined && hadNone) return true;
	return Boolean(cause) && endedBeforeConnection(cause);
}
