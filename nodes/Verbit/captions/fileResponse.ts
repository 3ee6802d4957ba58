import {
	type Body,
	describeBody,
	isObject,
	readBody,
	speaksOfRefusal,
	withoutPreamble,
} from '../http/body';
import type { TextResponse } from '../http/openResponse';
import { encodingOf } from '../http/headers';
import { isJsonFormat, knownFormat } from './captionFormats';

/** Says what came instead of a file of this format: an error may have the status 200. */
export function unexpectedBodyOf(
	{ status, text, isWhole, headers }: TextResponse,
	format: string,
): string | undefined {
	// Nothing but the whole file is asked for.
	if (status === 206) return 'only a part of the file';
	// 202: accepted, but not ready yet.
	if (status === 202) return 'no file yet';
	const encoding = encodingOf(headers['content-encoding']);
	if (encoding !== undefined) return `a compressed file (${encoding})`;
	const body = readBody(text, headers);
	const isRight = (isWhole && isSilent(text)) || isFile(body, format);
	return isRight ? undefined : `${describeBody(body)} instead of the file`;
}

function isFile(body: Body, format: string): boolean {
	const { kind, text, json } = body;
	const { begins, mimeType } = knownFormat(format) ?? {};
	if (ERROR_DOCUMENT.test(text.trimStart())) return false;
	if (begins !== undefined) return begins.test(withoutPreamble(text));
	if (isJsonFormat(format)) return kind === 'JSON' && isTranscript(body);
	// A transcript may be one quoted sentence, or a list.
	if (mimeType !== undefined)
		return kind === 'text' || (kind === 'JSON' && !isObject(json) && !CUT_OBJECT.test(text));
	// A format that only Verbit knows.
	if (kind === 'a web page') return false;
	return kind !== 'JSON' || (json !== undefined && typeof json !== 'object') || isTranscript(body);
}

/** The root element of errors of S3 and similar storages. */
const ERROR_DOCUMENT = /^(<\?xml[^>]*>\s*)?<error/i;

const CUT_OBJECT = /^\s*(\[\s*)?\{/;

/** What an error, or the status of a job, begins with: of a long one no more was read. */
const OTHER_OBJECT = /^\s*(\[\s*)?\{\s*"(error\w*|message|success|job_status)"/i;

function isTranscript({ text, json }: Body): boolean {
	if (json === undefined) return !OTHER_OBJECT.test(text);
	if (isObject(json) && Array.isArray(json.segments)) return true;
	if (speaksOfRefusal(json) || [json].flat().some(isJob)) return false;
	return Array.isArray(json) || (isObject(json) && Object.keys(json).length > 0);
}

function isJob(value: unknown): boolean {
	return isObject(value) && (value.job_status !== undefined || value.status !== undefined);
}

/** Captions without a cue: the first line, and in WebVTT what describes the file. */
const WITHOUT_CUES = /^(WEBVTT([ \t]+-.*)?[\r\n](?![^]*-->)[^]*|(WEBVTT|Scenarist_SCC)\b.*)/;

/** Whether whole captions hold nothing that somebody said, which is what a recording without speech gives. */
export function isSilent(captions: string): boolean {
	const { kind, json } = readBody(captions.trim().replace(WITHOUT_CUES, ''));
	if (kind === 'nothing') return true;
	return isObject(json) && Array.isArray(json.segments) && json.segments.length === 0;
}
