import type { IExecuteFunctions } from 'n8n-workflow';

import { advise } from '../errors/advice';
import { fault } from '../errors/fault';
import type { StepError } from '../errors/stepError';
import { decode, dispositionFileName } from '../http/contentDisposition';
import { readNetworkFailure } from '../http/network';
import { getStreamed, openResponse, type OpenResponse } from '../http/openResponse';
import { linkIdentity } from '../http/linkIdentity';
import { redactUrls } from '../http/redact';
import { contentTypeOf } from './contentType';
import { mediaFileName } from './fileName';
import { refusalOf } from './linkAnswer';
import type { MediaOverrides, MediaSource, OpenMedia } from './source';

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
	const shown = { url: redactUrls(url) };
	let firstSize: number | undefined;
	const open = async (signal: AbortSignal) => {
		const response = await get(context, { url, fileName }, signal);
		const media = await read(response, { url, fileName }, overrides);
		firstSize ??= media.size;
		if (media.size === firstSize) return media;
		await media.close();
		const values = { ...shown, bytes: media.size, before: firstSize };
		throw fault('LINK_SIZE_CHANGED', values, { fileName });
	};
	return {
		fileName,
		identity: linkIdentity(url),
		brokenOff: (error) => {
			const { reason } = readNetworkFailure(error);
			return fault('LINK_INTERRUPTED', { ...shown, reason }, { fileName });
		},
		stalled: () => fault('LINK_STALLED', shown, { fileName }),
		open: async (attempt, signal) =>
			await open(signal).catch((error: StepError) => {
				throw attempt > 1 ? advise(error, 'ONE_TIME_URL', {}) : error;
			}),
	};
}

/** What of a link does not change between attempts. */
interface Link {
	url: string;
	/** As far as it is known before the link is opened. */
	fileName: string;
}

/** n8n's own rules on outgoing requests (proxy, SSRF protection) hold for it. */
async function get(
	context: IExecuteFunctions,
	{ url, fileName }: Link,
	signal: AbortSignal,
): Promise<OpenResponse> {
	const request = async (abortSignal: AbortSignal) =>
		await getStreamed(context.helpers, { url, timeout: ANSWER_TIMEOUT_MS, abortSignal });
	return await openResponse(request, signal).catch((error: unknown) => {
		const { reason } = readNetworkFailure(error);
		throw fault('LINK_UNREACHABLE', { reason, url: redactUrls(url) }, { fileName });
	});
}

async function read(
	response: OpenResponse,
	link: Link,
	overrides: MediaOverrides,
): Promise<OpenMedia> {
	const typeIsSetByUser = overrides.contentType !== undefined;
	const refusal = refusalOf(response, { ...link, mayBePage: typeIsSetByUser });
	if (refusal !== undefined) {
		await response.close();
		throw refusal;
	}
	const { content, headers, close } = response;
	return {
		content,
		fileName: mediaFileName({
			fileName:
				overrides.fileName ?? dispositionFileName(headers['content-disposition']) ?? link.fileName,
			property: link.fileName,
		}),
		contentType: overrides.contentType ?? contentTypeOf(headers['content-type']),
		typeIsSetByUser,
		size: Number(headers['content-length']),
		ownsChunks: true,
		close,
	};
}

/** The last part of the path, which is a file's name with most links. */
function nameInPath(url: string): string {
	return decode(new URL(url).pathname.split('/').pop() as string);
}
