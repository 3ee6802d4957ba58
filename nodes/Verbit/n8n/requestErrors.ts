/**
 * n8n has no published way to tell why its HTTP client got no response: whether the request was sent, and whether n8n itself
 * blocked the address. n8n doesn't publish its errors either, such as the error for a missing credential.
 * Relied on: n8n's errors named `SsrfBlocked…`; the `request.socket` in an error of axios, which is n8n's client; names of
 * errors, or of their classes.
 * Seen in: n8n 1.123, 2.0 and 2.40.
 * Missing: a request may have been sent, so a call that must not be made twice isn't repeated; other errors keep their own text.
 */
import { propertiesOf } from '../inspect/inspect';

function chainOf(error: unknown): Array<Record<string, unknown>> {
	const { cause } = propertiesOf(error);
	return [propertiesOf(error), ...(cause ? chainOf(cause) : [])];
}

/** Returns whether n8n's protection of its own network (SSRF) refused the address, before n8n connected. */
export function isBlockedByN8n(error: unknown): boolean {
	return chainOf(error).some(({ name }) => /^SsrfBlocked/.test(String(name)));
}

/**
 * Finds the error, or its cause, whose name, code or class matches. Some errors have no name, and `instanceof` fails if a class
 * was loaded twice.
 */
export function errorNamed<T extends Error>(names: RegExp, error: unknown): T | undefined {
	return [error, propertiesOf(error).cause].find((each): each is T => {
		const { name, code, constructor } = propertiesOf(each);
		return [name, code, propertiesOf(constructor).name].some((one) => names.test(String(one)));
	});
}

/**
 * Returns whether a request ended before it had a connection, which codes such as ECONNRESET and ETIMEDOUT don't tell. A proxy
 * that refuses to connect leaves no socket, and nothing is sent until encryption is agreed on.
 */
export function endedBeforeConnection(error: unknown): boolean {
	return chainOf(error).some(({ request, response }) => {
		const { socket } = propertiesOf(request);
		const hadNone = socket === null || propertiesOf(socket).secureConnecting === true;
		return response === undefined && hadNone;
	});
}

export function endedAfterConnection(error: unknown): boolean {
	const sockets = chainOf(error).map(({ request }) => propertiesOf(request).socket);
	return sockets.some((socket) => propertiesOf(socket).secureConnecting === false);
}
