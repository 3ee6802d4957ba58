import { type ErrorContext, createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { fromRawUtf8 } from './headers';
import type { OpenResponse } from './openResponse';
import { isHttpUrl } from './url';

/** Podcast hosts and their trackers use fewer. Stops circles. */
const MAX_REDIRECTS = 10;

/**
 * Follows redirects by hand: n8n's client would encode a raw UTF-8 `Location` twice, and keep a token too long.
 * Only the origin of the call gets a token, and not even that after another host has chosen the URL.
 * @param mayLoseEncryption whether https may lead to http
 * @throws StepError for a URL that can't be followed
 */
export async function followRedirects<T extends Omit<OpenResponse, 'content'>>(
	start: string,
	context: ErrorContext,
	open: (url: string, withToken: boolean) => Promise<T>,
	mayLoseEncryption = false,
): Promise<T> {
	let url = start;
	let withToken = true;
	for (let redirects = 0; ; redirects++) {
		const response = await open(url, withToken);
		const { status, headers } = response;
		if (status < 300 || status >= 400 || headers.location === undefined) return response;
		await response.close();
		if (redirects === MAX_REDIRECTS) throw refused('there are more than ten redirects', context);
		const target = redirectTarget(url, headers.location, context);
		if (!mayLoseEncryption && url.startsWith('https:') && !target.startsWith('https:')) {
			throw refused(`${target} has no encryption`, context);
		}
		url = target;
		withToken &&= new URL(url).origin === new URL(start).origin;
	}
}

function redirectTarget(from: string, location: string, context: ErrorContext): string {
	const target = fromRawUtf8(location);
	const url = URL.canParse(target, from) ? new URL(target, from).href : undefined;
	if (isHttpUrl(url)) return url;
	throw refused(`${location} isn't a valid http or https URL`, context);
}

function refused(reason: string, context: ErrorContext): StepError {
	return createError('REDIRECT_REFUSED', { reason }, context);
}
