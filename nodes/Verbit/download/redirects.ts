import { fault } from '../errors/fault';
import { fromRawUtf8 } from '../http/headers';
import type { StreamedResponse } from '../http/openResponse';
import { redactUrls } from '../http/redact';
import { isHttpUrl } from '../http/url';

/** More than a file's storage needs; stops redirects that go in a circle. */
const MAX_REDIRECTS = 5;

/**
 * Follows redirects by hand. The token goes to the origin of the call alone, and not even there once another host has
 * chosen the URL.
 * @param open requests a URL, with the token or without it
 * @throws StepError for a URL that can't be followed, or one to http from https
 */
export async function followRedirects<T extends StreamedResponse>(
	start: string,
	jobId: number,
	open: (url: string, withToken: boolean) => Promise<T>,
): Promise<T> {
	let url = start;
	let withToken = true;
	for (let redirects = 0; ; redirects++) {
		const response = await open(url, withToken);
		const { status, headers } = response;
		if (status < 300 || status >= 400 || headers.location === undefined) return response;
		await response.close();
		if (redirects === MAX_REDIRECTS) throw refused('it is redirected more than five times', jobId);
		url = redirectTarget(url, headers.location, jobId);
		withToken &&= new URL(url).origin === new URL(start).origin;
	}
}

function redirectTarget(from: string, location: string, jobId: number): string {
	const target = fromRawUtf8(location);
	const url = URL.canParse(target, from) ? new URL(target, from).href : undefined;
	if (!isHttpUrl(url)) {
		throw refused(`${redactUrls(location)} isn't a valid http or https URL`, jobId);
	}
	if (from.startsWith('https:') && !url.startsWith('https:')) {
		throw refused(`${redactUrls(url)} has no encryption`, jobId);
	}
	return url;
}

const refused = (reason: string, jobId: number) => fault('REDIRECT_REFUSED', { reason }, { jobId });
