import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import type { OpenResponse } from '../http/openResponse';
import { peek } from '../http/peek';
import { isSuccessStatus, readResponse, type VerbitResponse } from '../api/response';
import { type FileKind, findInPlace } from './inPlace';

export type { FileKind };

/** An envelope, an error's text and the beginning of a page are far smaller; no more than this is read of one, bytes. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** The response to a call for a file. */
export interface FileResponse extends VerbitResponse {
	/** From its first byte, once; where the response is a success. */
	chunks?: AsyncIterable<Buffer>;
	/** The body of a response that is no success, up to a bound. */
	errorText?: string;
}

/**
 * Looks at the beginning of a response to find out whether it is the file: an error may come with the status 200.
 * @param content of the response, not read yet
 */
export async function readFileResponse(
	{ status, headers }: Pick<OpenResponse, 'status' | 'headers'>,
	content: AsyncIterable<Buffer>,
	kind: FileKind,
): Promise<FileResponse> {
	const responseWith = (body: unknown) =>
		readResponse({ statusCode: status, headers, body } as IN8nHttpFullResponse);
	if (!isSuccessStatus(status)) {
		// A connection that breaks under an error's text takes nothing from the status.
		const text = await peek(content, MAX_RESPONSE_BYTES).then(({ head }) => textOf(head), noText);
		return { ...responseWith(parseObject(text) ?? text), errorText: text };
	}
	const { head, isWhole, chunks } = await peek(content, MAX_RESPONSE_BYTES);
	const text = textOf(head);
	const { errorType, ...response } = responseWith(isWhole ? parseObject(text) : undefined);
	if (errorType !== undefined) return { ...response, errorType };
	const beginning = { status, text, isWhole, contentType: headers['content-type'] };
	return { ...response, inPlace: findInPlace(beginning, kind), chunks };
}

function textOf(head: Buffer): string {
	return head
		.subarray(0, MAX_RESPONSE_BYTES)
		.toString('utf8')
		.replace(/^\uFEFF/, '')
		.trim();
}

function noText(): string {
	return '';
}

function parseObject(text: string): IDataObject | undefined {
	if (!text.startsWith('{')) return undefined;
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		return undefined;
	}
}
