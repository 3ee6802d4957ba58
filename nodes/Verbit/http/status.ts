/** A proxy asks for a user name and password: no host behind it returns this status. */
export const PROXY_LOGIN_REQUIRED = 407;

export function isSuccessStatus(status: number): boolean {
	return status >= 200 && status <= 299;
}

/** The host has nothing at this path, or not for this method. */
export function isUnknownPath(status?: number): boolean {
	return status === 404 || status === 405;
}

/** Timeouts, too many requests, and faults of the server: the same request may work later. */
export function isRetriableStatus(status: number): boolean {
	return status === 408 || status === 429 || status >= 500;
}
