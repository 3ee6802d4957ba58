/**
 * What the header `Retry-After` asks for (RFC 9110, 10.2.3): seconds, or a date.
 * @param headers with names in lower case
 * @returns ms from now, never less than 0, or nothing where there is no such header or it can't be read
 */
export function retryAfterMs(headers: Record<string, unknown>): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
	const time = Date.parse(value);
	return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}
