import { createError } from '../errors/createError';
import type { ErrorDetails } from '../errors/stepError';
import { fromRawUtf8 } from './headers';
import type { OpenResponse } from './openResponse';
import { isHttpUrl } from './url';

/** Follows redirects instead of n8n's client, which would encode a raw UTF-8 `Location` twice and send the token to other hosts. */
export async function followRedirects<T extends OpenResponse>(
	start: string,
	details: ErrorDetails,
	open: (url: string, withToken: boolean) => Promise<T>,
	{ mayLoseEncryption = false } = {},
): Promise<T> {
	const refused = (reason: string) => createError('REDIRECT_REFUSED', { reason }, details);
	let url = start;
	let withToken = true;
	for (let redirects = 0; ; redirects++) {
		const response = await open(url, withToken);
		const { status, headers } = response;
		if (status < 300 || status >= 400 || headers.location === undefined) return response;
		await response.close();
		// Podcast hosts and their trackers use fewer redirects.
		if (redirects === 10) throw refused('there are more than ten redirects');
		const location = fromRawUtf8(headers.location);
		const target = URL.canParse(location, url) ? new URL(location, url).href : location;
		if (!isHttpUrl(target)) throw refused(`${location} isn't a valid http or https URL`);
		if (!mayLoseEncryption && url.startsWith('https:') && !target.startsWith('https:'))
			throw refused(`${target} has no encryption`);
		url = target;
		// Once another host has chosen the URL, the token doesn't go to the first one either.
		withToken &&= new URL(url).origin === new URL(start).origin;
	}
}
