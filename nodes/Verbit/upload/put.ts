import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { readNetworkFailure, unreachableError } from '../http/networkFailure';
import { openResponse, type TextResponse } from '../http/openResponse';
import { lowerCaseQuery, readSignedUrl, signedHeaders } from '../http/signedUrl';
import { watchForStall } from '../http/stallWatch';
import { freeWhenSent, PIECE_BYTES } from '../n8n/freeWhenSent';
import { type BinaryStream, streamOf } from '../n8n/streamOf';
import { secretsOf } from '../secrets/secrets';
import { type OpenSourceFile, WrongLength } from './sourceFile';

const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Sends a file once. No access token is sent, because storages refuse a second proof beside a signed URL.
 * @returns the response, and the file's MD5 if the whole file was sent before the response came
 */
export async function put(
	context: IExecuteFunctions,
	request: { url: string; file: OpenSourceFile; stallTimeout: number; signal: AbortSignal },
): Promise<{ response: TextResponse; sentMd5?: string }> {
	const { url, file, stallTimeout, signal } = request;
	secretsOf(context).addUrlsIn(url);
	const meter = new Meter(file.size);
	const stallMs = stallTimeout * 1000;
	const watch = watchForStall({ size: file.size, bytesMoved: () => meter.bytes, stallMs });
	try {
		const body = meter.measure(file.content);
		if (file.ownsChunks) freeWhenSent(body);
		let sentMd5: string | undefined;
		const response = await openResponse(
			context.helpers,
			// n8n's default timeout of 300 s counts from the start: it would cut off a slow upload that keeps moving.
			{ method: 'PUT', url, body, headers: putHeaders(url, file), timeout: 0 },
			{
				signal: AbortSignal.any([signal, watch.signal]),
				maxBytes: MAX_RESPONSE_BYTES,
				// A response before the end of the file says nothing about the file, so there is no MD5.
				onHeaders: () => (sentMd5 = meter.md5()),
			},
		);
		await response.close();
		return { response, sentMd5 };
	} catch (error) {
		throw transferError(url, file, meter, watch.signal.aborted ? undefined : error);
	} finally {
		watch.stop();
	}
}

/** Kinds of signed URLs that take any Content-Type. Others may have signed one, so they get only what the user or the URL names. */
const TAKES_ANY_TYPE = ['s3-v4', 'google-v4', 'azure-sas', 'cloudfront'];

export function putHeaders(url: string, file: OpenSourceFile): IDataObject {
	const { kind } = readSignedUrl(url);
	const headersOfUrl = signedHeaders(url).flatMap(([name, value]) => {
		// A URL that is signed before the file is known contains this constant instead of the file's hash.
		const isHash = /^x-(amz|goog)-content-sha256$/.test(name);
		const sent = isHash ? (value ?? 'UNSIGNED-PAYLOAD') : value;
		return sent === undefined ? [] : [[name, sent]];
	});
	const takesType = file.isTypeSetByUser || TAKES_ANY_TYPE.includes(kind);
	// Amazon's SDKs name the type that they sign in the query.
	const typeOfUrl = lowerCaseQuery(url).get('content-type');
	return {
		...Object.fromEntries(headersOfUrl),
		// Without a length the body would be sent in chunks, which object stores refuse (411, 501).
		'Content-Length': file.size,
		// `false` keeps n8n's client from adding a type of its own.
		'Content-Type': typeOfUrl ?? (takesType ? file.contentType : false),
		...(kind === 'azure-sas' ? { 'x-ms-blob-type': 'BlockBlob' } : {}),
	};
}

function transferError(url: string, file: OpenSourceFile, meter: Meter, error: unknown) {
	const { host } = new URL(url);
	const { sourceError, isWaitingForSource } = meter;
	if (sourceError !== undefined) return file.errorOfReading(sourceError);
	if (error === undefined) {
		if (!isWaitingForSource) return createError('UPLOAD_STALLED', { host });
		return file
			.errorOfReading(new Error("no data within 'Stall Timeout'"))
			.with({ retriable: true });
	}
	const failure = readNetworkFailure(error);
	if (failure.isNotSent) return unreachableError(failure, host, { activity: 'Upload' });
	return createError('UPLOAD_CUT', { host, reason: failure.reason });
}

export class Meter {
	bytes = 0;

	sourceError?: Error;

	isWaitingForSource = false;

	private readonly hash = createHash('md5');

	constructor(private readonly size: number) {}

	measure(content: BinaryStream): BinaryStream {
		if (content.errored || content.destroyed) {
			this.sourceError = content.errored ?? new Error('it was closed before it was read');
			throw this.sourceError;
		}
		content.on('error', (error: Error) => (this.sourceError ??= error));
		return streamOf(this.pass(content));
	}

	/** Returns the MD5 in hexadecimal; undefined if some content isn't sent yet. Must be called only once. */
	md5(): string | undefined {
		return this.bytes === this.size ? this.hash.digest('hex') : undefined;
	}

	/** Counts and hashes the chunks as a generator: a `data` listener would start the flow too soon. */
	private async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		this.isWaitingForSource = true;
		for await (const chunk of chunks) {
			this.isWaitingForSource = false;
			// In n8n's database and memory modes a file is one chunk, which is split so that the stall timer sees progress. Its length is
			// read once, because its memory may be freed when its last piece has been sent.
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
		// A failed source may simply end, so the source's own error is kept.
		this.sourceError ??= new WrongLength(`expected ${this.size} bytes, but got ${found}`);
		throw this.sourceError;
	}
}
