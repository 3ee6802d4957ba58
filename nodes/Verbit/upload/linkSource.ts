import type { IExecuteFunctions } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import { isRetriableStatus, readNetworkFailure } from '../http/network';
import { getStreamed, openResponse, type OpenResponse } from '../http/openResponse';
import { redactUrls } from '../http/redact';
import { decode, dispositionFileName } from '../http/contentDisposition';
import { mediaFileName } from './fileName';
import { type MediaOverrides, type MediaSource, type OpenMedia, UNKNOWN_TYPE } from './source';

/** Until a link answers with its first byte, ms. How long the rest takes does not count. */
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * A file behind a link, streamed through: it is never on n8n's disk, and the link is called once for each attempt.
 * @param url http or https
 */
export function linkSource(
	context: IExecuteFunctions,
	url: string,
	overrides: MediaOverrides,
): MediaSource {
	const fileName = mediaFileName({
		fileName: overrides.fileName ?? nameInPath(url),
		mimeType: overrides.contentType,
		property: 'recording',
	});
	let firstSize: number | undefined;
	return {
		fileName,
		mayRecover: true,
		open: async (attempt, signal) => {
			const call = { url, fileName, attempt };
			const response = await get(context, call, signal);
			const media = await read(response, call, overrides);
			firstSize ??= media.size;
			if (media.size === firstSize) return media;
			await media.close();
			throw linkError(call, `the link gives ${media.size} bytes, but gave ${firstSize} before`, {
				remedy:
					'The file changed while it was uploaded. Run the workflow again when it is complete.',
			});
		},
	};
}

interface Call {
	url: string;
	fileName: string;
	attempt: number;
}

/** n8n's own rules on outgoing requests (proxy, SSRF protection) hold for it. */
async function get(
	context: IExecuteFunctions,
	call: Call,
	signal: AbortSignal,
): Promise<OpenResponse> {
	const request = async (abortSignal: AbortSignal) =>
		await getStreamed(context.helpers, { url: call.url, timeout: ANSWER_TIMEOUT_MS, abortSignal });
	return await openResponse(request, signal).catch((error: unknown) => {
		const { reason } = readNetworkFailure(error);
		throw linkError(call, `the link could not be opened (${reason})`, { retriable: true });
	});
}

async function read(
	{ status, headers, content, close }: OpenResponse,
	call: Call,
	overrides: MediaOverrides,
): Promise<OpenMedia> {
	const refusal = refusalOf(status, headers, call);
	if (refusal !== undefined) {
		await close();
		throw refusal;
	}
	const {
		'content-type': type,
		'content-disposition': disposition,
		'content-length': length,
	} = headers;
	return {
		content,
		fileName: mediaFileName({
			fileName: overrides.fileName ?? dispositionFileName(disposition) ?? call.fileName,
			property: call.fileName,
		}),
		contentType: overrides.contentType ?? type ?? UNKNOWN_TYPE,
		typeIsSetByUser: overrides.contentType !== undefined,
		size: Number(length),
		ownsChunks: true,
		close,
	};
}

function refusalOf(
	status: number,
	headers: OpenResponse['headers'],
	call: Call,
): StepError | undefined {
	if (status < 200 || status > 299) {
		return linkError(call, `the link answered ${status}`, { retriable: isRetriableStatus(status) });
	}
	const size = Number(headers['content-length'] ?? NaN);
	if (Number.isSafeInteger(size) && size > 0 && headers['content-encoding'] === undefined) {
		return undefined;
	}
	const flaw = size === 0 ? 'gives an empty file' : 'does not say how long the file is';
	return linkError(call, `the link ${flaw}`, {
		remedy:
			'The upload needs the exact number of bytes beforehand. Fetch the file with the HTTP Request node (Response Format: File) and use Upload Source: Binary.',
	});
}

function linkError(
	{ url, fileName, attempt }: Call,
	what: string,
	{ remedy, retriable = false }: { remedy?: string; retriable?: boolean },
): StepError {
	const again = attempt > 1 ? ' a second time' : '';
	const oneTime = attempt > 1 ? ' A one-time link can be opened only once: get a new one.' : '';
	return new StepError({
		kind: 'answer',
		step: 'Open link',
		fileName,
		what: `${what}${again}: ${redactUrls(url)}`,
		remedy: (remedy ?? 'Check that the link works without a login and has not ended.') + oneTime,
		retriable,
	});
}

/** The last part of the path, which is a file's name with most links. */
function nameInPath(url: string): string {
	return decode(new URL(url).pathname.split('/').pop() as string);
}
