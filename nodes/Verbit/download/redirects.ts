import { fault } from '../errors/fault';
import { isHttpUrl } from '../http/httpUrl';
import { redactUrls } from '../http/redact';
import type { OpenResponse } from '../http/openResponse';
import type { ServiceCall } from '../api/serviceCall';

/** More than a file's store needs; a circle ends here. */
const MAX_REDIRECTS = 5;

/** Each ends the response that came before. */
interface Ways {
	/** With the token. */
	toService: (url: string) => Promise<OpenResponse>;
	/** Without it. */
	toStorage: (url: string) => Promise<OpenResponse>;
}

/** Where the redirects of a call end. */
interface Arrival {
	response: OpenResponse;
	url: string;
	/** Whether the service itself answered: not once another host has been on the way. */
	isService: boolean;
}

/**
 * Follows redirects by hand. The token goes to the origin of the call alone, and not even there once another host has
 * chosen the link.
 * @throws StepError for a link that can't be followed, or one to http from https
 */
export async function followRedirects(
	call: ServiceCall,
	start: string,
	{ toService, toStorage }: Ways,
): Promise<Arrival> {
	const { origin } = new URL(start);
	let arrival: Arrival = { response: await toService(start), url: start, isService: true };
	for (let redirects = 0; ; redirects++) {
		const location = locationOf(arrival.response);
		if (location === undefined) return arrival;
		if (redirects === MAX_REDIRECTS) throw fault('REDIRECT_LOOP', {}, { jobId: call.jobId });
		const url = readTarget(call, arrival.url, location);
		const isService = arrival.isService && new URL(url).origin === origin;
		const response = isService ? await toService(url) : await toStorage(url);
		arrival = { response, url, isService };
	}
}

function locationOf({ status, headers }: OpenResponse): string | undefined {
	return status >= 300 && status < 400 ? headers.location : undefined;
}

function readTarget({ jobId }: ServiceCall, from: string, location: string): string {
	const url = URL.canParse(location, from) ? new URL(location, from).href : undefined;
	if (!isHttpUrl(url)) throw fault('REDIRECT_INVALID', { url: redactUrls(location) }, { jobId });
	if (from.startsWith('https:') && !url.startsWith('https:')) {
		throw fault('REDIRECT_UNENCRYPTED', { url: redactUrls(url) }, { jobId });
	}
	return url;
}
