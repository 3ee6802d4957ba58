import type { IN8nHttpFullResponse } from 'n8n-workflow';

import type { ServiceCall } from '../api/serviceCall';
import { fault } from '../errors/fault';
import type { OpenResponse } from '../http/openResponse';
import { redactUrls } from '../http/redact';
import { isRetriableStatus, PROXY_LOGIN_REQUIRED } from '../http/retry';
import { isHttpUrl } from '../http/url';
import { describeStorageResponse, readStorageResponse } from '../upload/put';
import type { FileResponse } from './fileResponse';

/** More than a file's storage needs; stops redirects that go in a circle. */
const MAX_REDIRECTS = 5;

/** The two requests that a redirect may lead to. Each closes the response before it. */
interface Ways {
	/** Requests a URL of Verbit, with the token. */
	toService: (url: string) => Promise<OpenResponse>;
	/** Requests a URL of another host, without the token. */
	toStorage: (url: string) => Promise<OpenResponse>;
}

/** Where the redirects of a call end. */
interface Arrival {
	response: OpenResponse;
	url: string;
	/** Whether Verbit itself responded: false once another host was on the way. */
	isService: boolean;
}

/**
 * Follows redirects by hand. The token goes to the origin of the call alone, and not even there once another host has
 * chosen the URL.
 * @throws StepError for a URL that can't be followed, or one to http from https
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

/**
 * The response of a storage that Verbit redirects to. What it says of its own URL is not about the access token: a new
 * one would not help.
 * @throws StepError when it refuses
 */
export function checkStorageResponse(
	{ jobId }: ServiceCall,
	{ status, headers }: OpenResponse,
	url: string,
	{ errorText, errorType, ...response }: FileResponse,
): FileResponse {
	if (errorText === undefined) {
		return errorType === undefined
			? response
			: { ...response, inPlace: 'JSON instead of the file' };
	}
	if (status === PROXY_LOGIN_REQUIRED) {
		const about = { step: 'Get captions' as const, jobId, httpCode: String(status) };
		throw fault('PROXY_LOGIN_REQUIRED', { target: new URL(url).host }, about);
	}
	const refusal = readStorageResponse({
		statusCode: status,
		headers,
		body: errorText,
	} as IN8nHttpFullResponse);
	throw fault(
		'DOWNLOAD_URL_REFUSED',
		{ refusal: describeStorageResponse(refusal), url: redactUrls(url) },
		{
			jobId,
			httpCode: String(status),
			errorType: refusal.code,
			retryAfterMs: refusal.retryAfterMs,
			retriable: isRetriableStatus(status),
		},
	);
}
