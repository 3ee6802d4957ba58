/** The HTTP status by which a proxy asks for a user name and password: no host behind it returns that. */
export const PROXY_LOGIN_REQUIRED = 407;

/** Whether an HTTP status is a success: 200 to 299. */
export function isSuccessStatus(status: number): boolean {
	return status >= 200 && status <= 299;
}

/** HTTP statuses after which the same request may work: timeout, too many requests, and faults of the server. */
export function isRetriableStatus(status: number): boolean {
	return status === 408 || status === 429 || status >= 500;
}
