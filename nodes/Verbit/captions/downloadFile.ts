import { createHash, type Hash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { captionsCall } from '../api/captions';
import type { ServiceClient } from '../api/client';
import { noResponseError, readResponse, responseError, type ServiceCall } from '../api/serviceCall';
import { createError, hasCode } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { PAGE_BEGINNING_BYTES } from '../http/body';
import { hostError } from '../http/networkFailure';
import {
	isSuccessStatus,
	openResponse,
	PLAIN_CONTENT_HEADERS,
	type TextResponse,
} from '../http/openResponse';
import { followRedirects } from '../http/redirects';
import { withRetries } from '../http/retry';
import { watchForStall } from '../http/stallWatch';
import { readStorageError } from '../http/storageError';
import type { CaptionChoice } from '../journal/saved';
import { secretsOf } from '../secrets/secrets';
import { FileJudge, UNSURE } from './fileJudge';

/** How long a storage may send no data, ms. The total time isn't limited. */
const STALL_MS = 60_000;

/** Number of bytes that are checked together. Checking each of a host's small pieces would take hours. */
const BLOCK_BYTES = 64 * 1024;

export interface DownloadTools {
	context: {
		helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'prepareBinaryData'>;
	} & Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;
	client: ServiceClient;
	signal: AbortSignal;
}

/**
 * Streams a file from Verbit to `receive`, which may stop early. An interrupted download starts over with a new URL, as the old one
 * expires soon, and calls `receive` again.
 * @param choice `isUnchecked` accepts any file. Otherwise its end or length must prove it whole, or two downloads must be equal
 */
export async function downloadFile<T>(
	tools: DownloadTools,
	jobId: number,
	choice: CaptionChoice,
	receive: (judge: FileJudge, chunks: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
	const { format, isUnchecked } = choice;
	const call = captionsCall(jobId, choice);
	const digests = new Set<string>();
	// A file that may be whole is accepted if an earlier attempt has received the same bytes.
	const refuseFaulty = ({ response }: FileJudge, fault: string | undefined, received: Hash) => {
		if (fault === undefined || isUnchecked) return;
		const digest = received.digest('hex');
		const isRepeated = digests.has(digest);
		digests.add(digest);
		if (fault === UNSURE && isRepeated) return;
		const { status, summary } = readResponse(response, fault);
		const variant = isRepeated ? 'repeated' : 'other';
		const error = createError(
			'CAPTIONS_NOT_COMPLETE',
			{ format: format.toUpperCase(), response: summary, variant },
			{ jobId, retriable: !isRepeated, response: { status, summary } },
		);
		throw isRepeated ? error.with({ advisedTry: 'none' }) : error;
	};
	const read = async function* (judge: FileJudge, errorOfReading: (error: unknown) => StepError) {
		const hash = createHash('sha256');
		for await (const block of blocksOf(judge, errorOfReading)) {
			if (secretsOf(tools.context).hasKeyIn(judge.read(block))) {
				const fault = 'a text with the access token instead of the file';
				throw responseError(call, readResponse(judge.response, fault));
			}
			hash.update(block);
			yield block;
		}
		refuseFaulty(judge, judge.faultAtEnd(), hash);
	};
	const attempt = async () => {
		let judge: FileJudge | undefined;
		const watch = watchForStall({ bytesMoved: () => judge?.bytes ?? 0, stallMs: STALL_MS });
		try {
			const { response, errorOfReading } = await openFile(tools, call, watch.signal);
			judge = new FileJudge(response, format);
			if (!isSuccessStatus(response.status)) throw responseError(call, response);
			refuseFaulty(judge, judge.faultAtStart(), createHash('sha256').update(response.head));
			return await receive(judge, read(judge, errorOfReading));
		} finally {
			watch.stop();
			await judge?.response.close();
		}
	};
	return await withRetries(async () => {
		const isFirst = digests.size === 0;
		return await attempt().catch(async (error: unknown) => {
			// A second download shows whether the file is the same, even if the client makes only one attempt.
			if (isFirst && hasCode(error, 'CAPTIONS_NOT_COMPLETE')) return await attempt();
			throw error;
		});
	}, tools.client.limits);
}

async function openFile(
	{ context, client, signal }: DownloadTools,
	call: ServiceCall,
	stall: AbortSignal,
) {
	const { activity, jobId, path } = call;
	const start = `${(await client.credential()).baseUrl}${path}`;
	// Undefined until Verbit has redirected to a storage.
	let host: string | undefined;
	const errorOfReading = (error: unknown) =>
		noResponseError(call, error, { host, deadline: stall, isFile: true });
	const openStorage = async (url: string) => {
		secretsOf(context).addUrlsIn(url);
		({ host } = new URL(url));
		const options = { url, headers: PLAIN_CONTENT_HEADERS, timeout: STALL_MS };
		const limits = { signal: AbortSignal.any([signal, stall]), maxBytes: PAGE_BEGINNING_BYTES };
		const opened = await openResponse(context.helpers, options, limits).catch((error: unknown) => {
			throw errorOfReading(error);
		});
		return { ...readResponse(opened), ...opened };
	};
	const open = async (url: string, withToken: boolean) => {
		const fileUrl = url === start ? undefined : url;
		const response = withToken
			? await client.sendAuthorized(call, { file: { url: fileUrl, stall }, signal })
			: await openStorage(url);
		const { status, errorType } = response;
		if (status < 400 && errorType === undefined) return response;
		await response.close();
		if (withToken || errorType !== undefined) throw responseError(call, response);
		throw storageError(call, response, url);
	};
	return { response: await followRedirects(start, { activity, jobId }, open), errorOfReading };
}

/** Joins the chunks of a file to blocks, and counts their bytes as they arrive. */
async function* blocksOf(judge: FileJudge, errorOfReading: (error: unknown) => StepError) {
	let pieces: Buffer[] = [];
	let length = 0;
	try {
		for await (const chunk of judge.response.chunks) {
			judge.bytes += chunk.length;
			length += chunk.length;
			pieces.push(chunk);
			if (length < BLOCK_BYTES) continue;
			yield Buffer.concat(pieces);
			[pieces, length] = [[], 0];
		}
	} catch (error) {
		throw errorOfReading(error);
	}
	if (length > 0) yield Buffer.concat(pieces);
}

function storageError({ activity, jobId }: ServiceCall, refused: TextResponse, url: string) {
	// The storage's own error code is left out, because it would be taken for an error type of Verbit's.
	const { response } = readStorageError(refused);
	const { status, summary: refusal } = response;
	const details = { activity, jobId, response };
	const failure = hostError(status, { host: new URL(url).host, response: refusal }, details);
	return failure ?? createError('DOWNLOAD_URL_REFUSED', { refusal, url }, details);
}
