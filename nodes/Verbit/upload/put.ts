import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { openResponse, type TextResponse } from '../http/openResponse';
import { readNetworkFailure, unreachableError } from '../http/retry';
import { lowerCaseQuery, readSignedUrl, signedHeaders } from '../http/signedUrl';
import { watchForStall } from '../http/stallWatch';
import { freeWhenSent, PIECE_BYTES } from '../n8n/freeWhenSent';
import { type BinaryStream, streamOf } from '../n8n/streamOf';
import { secretsOf } from '../secrets/secrets';

/** A file that is open for one transfer. Whoever opened it must close it. */
export interface OpenMedia {
	content: BinaryStream;
	fileName: string;
	contentType: string;
	isTypeSetByUser: boolean;
	size: number;
	/** Nothing else uses the memory of its chunks: they can be freed once sent. */
	ownsChunks: boolean;
	/** The error for a file that couldn't be read completely; retriable if the next attempt may read it. */
	readFailure(error: Error): StepError;
	close(): Promise<void>;
}

const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Sends a file once, and closes it. No access token is sent: the URL is signed, and storages refuse a second proof beside it.
 * @param request `stallTimeout` in seconds; `signal` is aborted at a Stop, and when another file fails
 * @returns the response, and the MD5 of the file if all of it had been sent when the response came
 * @throws StepError for a file that can't be read, and where no response came
 */
export async function put(
	context: IExecuteFunctions,
	request: { url: string; media: OpenMedia; stallTimeout: number; signal: AbortSignal },
): Promise<{ response: TextResponse; sentMd5?: string }> {
	const { url, media, stallTimeout, signal } = request;
	secretsOf(context).addUrlsIn(url);
	const meter = new Meter(media.size);
	const watch = watchForStall({
		size: media.size,
		bytesMoved: () => meter.bytes,
		stallMs: stallTimeout * 1000,
	});
	try {
		const body = meter.measure(media.content);
		if (media.ownsChunks) freeWhenSent(body);
		// n8n's default timeout of 300 s counts from the start: it would cut off a slow upload that keeps moving.
		const options = { url, body, headers: putHeaders(url, media), timeout: 0 };
		let sentMd5: string | undefined;
		const response = await openResponse(
			context.helpers,
			{ method: 'PUT', ...options },
			{
				signal: AbortSignal.any([signal, watch.signal]),
				maxBytes: MAX_RESPONSE_BYTES,
				// A response that comes before all is sent says nothing about the file: then there is no MD5.
				onHead: () => (sentMd5 = meter.md5()),
			},
		);
		await response.close();
		return { response, sentMd5 };
	} catch (error) {
		throw transferError(request, meter, watch.signal.aborted ? undefined : error);
	} finally {
		watch.stop();
		// n8n's client leaves the source open when it is refused early.
		await media.close();
	}
}

/**
 * Kinds of signed URLs that name the headers they cover, or cover none: any Content-Type is accepted. The older kinds always
 * cover it. To them, and to URLs of an unknown kind, the node sends only a type that the user or the URL names.
 */
const TAKES_ANY_TYPE = ['s3-v4', 'google-v4', 'azure-sas', 'cloudfront'];

export function putHeaders(url: string, media: OpenMedia): IDataObject {
	const { kind } = readSignedUrl(url);
	const headersOfUrl = signedHeaders(url).flatMap(([name, value]) => {
		// Whoever signs a URL before the file is known signs this instead of the file's hash.
		const isHash = /^x-(amz|goog)-content-sha256$/.test(name);
		const sent = isHash ? (value ?? 'UNSIGNED-PAYLOAD') : value;
		return sent === undefined ? [] : [[name, sent]];
	});
	const takesType = media.isTypeSetByUser || TAKES_ANY_TYPE.includes(kind);
	// Amazon's SDKs name the type that they sign in the query.
	const typeOfUrl = lowerCaseQuery(url).get('content-type');
	return {
		...Object.fromEntries(headersOfUrl),
		// Without it the body would go out in chunks, which object stores refuse (411, 501).
		'Content-Length': media.size,
		// `false` keeps n8n's client from adding a type of its own.
		'Content-Type': typeOfUrl ?? (takesType ? media.contentType : false),
		...(kind === 'azure-sas' ? { 'x-ms-blob-type': 'BlockBlob' } : {}),
	};
}

function transferError(
	{ url, media }: { url: string; media: OpenMedia },
	{ sourceError, isWaitingForSource }: Meter,
	error: unknown,
): StepError {
	const { host } = new URL(url);
	if (sourceError !== undefined) return media.readFailure(sourceError);
	if (error === undefined) {
		if (!isWaitingForSource) return createError('UPLOAD_STALLED', { host });
		return media.readFailure(new Error("no data within 'Stall Timeout'")).with({ retriable: true });
	}
	const failure = readNetworkFailure(error);
	if (failure.isNotSent) return unreachableError(failure, host, { step: 'Upload' });
	return createError('UPLOAD_CUT', { host, reason: failure.reason });
}

export class WrongLength extends Error {}

export class Meter {
	bytes = 0;

	sourceError?: Error;

	isWaitingForSource = false;

	private readonly hash = createHash('md5');

	constructor(private readonly size: number) {}

	/** Returns the content, counted and hashed as it is read. A `data` listener would start the flow too soon. */
	measure(content: BinaryStream): BinaryStream {
		if (content.errored || content.destroyed) {
			this.sourceError = content.errored ?? new Error('it was closed before it was read');
			throw this.sourceError;
		}
		content.on('error', (error: Error) => (this.sourceError ??= error));
		return streamOf(this.pass(content));
	}

	/** The MD5 in hexadecimal, if all of the content has been sent. To be called once. */
	md5(): string | undefined {
		return this.bytes === this.size ? this.hash.digest('hex') : undefined;
	}

	private async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		this.isWaitingForSource = true;
		for await (const chunk of chunks) {
			this.isWaitingForSource = false;
			// In n8n's database and memory modes the file is one chunk. Splitting it lets the stall timer see progress.
			// Its length is read once, because its memory may be freed when its last piece has been sent.
			const { length } = chunk;
			for (let offset = 0; offset < length; offset += PIECE_BYTES) {
				const piece = chunk.subarray(offset, offset + PIECE_BYTES);
				this.bytes += piece.length;
				if (this.bytes > this.size) this.stop('more');
				this.hash.update(piece);
				yield piece;
			}
			this.isWaitingForSource = this.bytes < this.size;
		}
		if (this.bytes < this.size) this.stop(`only ${this.bytes}`);
	}

	private stop(found: string): never {
		// A source that failed may just end, and its error was reported before: that one counts.
		this.sourceError ??= new WrongLength(`expected ${this.size} bytes, but got ${found}`);
		throw this.sourceError;
	}
}
