import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import type { OpenResponse } from '../http/openResponse';
import { peek } from '../http/peek';
import { isSuccessStatus, readResponse, type VerbitResponse } from '../api/response';

/** An envelope, an error's text and the beginning of a page are far smaller; no more than this is read of one, bytes. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** How a file is taken apart from an answer in its place. */
export interface FileKind {
	/** Whether JSON may be the file itself. */
	mayBeJson: boolean;
	/** Whether a web page may be the file itself. */
	mayBeHtml: boolean;
}

/** What was answered to a call for a file. */
export interface FileAnswer extends VerbitResponse {
	/** From its first byte, once; where the answer is a success. */
	chunks?: AsyncIterable<Buffer>;
	/** What was said with a status that is no success, up to a bound. */
	errorText?: string;
}

/**
 * Looks at the beginning of an answer to find out whether it is the file: an error may come with the status 200.
 * @param content of the response, not read yet
 */
export async function readFileAnswer(
	{ status, headers }: Pick<OpenResponse, 'status' | 'headers'>,
	content: AsyncIterable<Buffer>,
	kind: FileKind,
): Promise<FileAnswer> {
	const answerWith = (body: unknown) =>
		readResponse({ statusCode: status, headers, body } as IN8nHttpFullResponse);
	if (!isSuccessStatus(status)) {
		// A connection that breaks under an error's text takes nothing from the status.
		const text = await peek(content, MAX_ANSWER_BYTES).then(({ head }) => textOf(head), noText);
		return { ...answerWith(parseObject(text) ?? text), errorText: text };
	}
	const { head, isWhole, chunks } = await peek(content, MAX_ANSWER_BYTES);
	const text = textOf(head);
	const object = isWhole ? parseObject(text) : undefined;
	const { errorType, ...answer } = answerWith(object);
	if (errorType !== undefined) return { ...answer, errorType };
	const isPage = !kind.mayBeHtml && isWebPage(text, headers['content-type']);
	const inPlace = findInPlace(head.length, isPage, object !== undefined && !kind.mayBeJson);
	return { ...answer, inPlace, chunks };
}

function findInPlace(length: number, isPage: boolean, isJson: boolean): string | undefined {
	if (length === 0) return 'an empty file';
	if (isPage) return 'a web page in place of the file';
	return isJson ? 'JSON in place of the file' : undefined;
}

/** By its beginning. A type of HTML counts for what begins with a tag, unless it is one of a caption format. */
function isWebPage(text: string, contentType = ''): boolean {
	if (/^(<\?xml[^>]*>\s*)?<(!doctype\s+html|html)\b/i.test(text)) return true;
	return (
		/^(text\/html|application\/xhtml)/i.test(contentType) && /^<(?!sami|tt\b|\?xml)/i.test(text)
	);
}

function textOf(head: Buffer): string {
	return head
		.subarray(0, MAX_ANSWER_BYTES)
		.toString('utf8')
		.replace(/^\uFEFF/, '')
		.trimStart();
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
