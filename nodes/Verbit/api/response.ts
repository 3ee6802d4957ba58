import type { IDataObject } from 'n8n-workflow';

import { type Body, describeBody, isAssent, isObject, readBody } from '../http/body';
import { retryAfterMs } from '../http/headers';
import type { StreamedResponse, TextResponse } from '../http/openResponse';
import { redactUrls, withoutSecrets } from '../http/redact';
import { isSuccessStatus } from '../http/status';

export interface VerbitResponse {
	status: number;
	data: IDataObject;
	/** `ErrorType` of Verbit's envelope, at any HTTP status: some calls return 200 with one. */
	errorType?: string;
	errorComment?: string;
	retryAfterMs?: number;
	body: Body;
	/** The body isn't JSON, but a page of a proxy or web server, or a short text. */
	isNotJson: boolean;
	unexpectedBody?: string;
}

const BAD_TOKEN_TYPE = 'BAD_API_TOKEN';

/** Part of an error's text that is read, characters: a proxy can return a page of 10 MiB. */
const MAX_READ_LENGTH = 4000;

const MAX_SHOWN_LENGTH = 500;

/** @param secrets that the request was sent with, and that the response may quote */
export function readResponse(
	{ status, headers, text }: TextResponse,
	secrets: string[] = [],
): VerbitResponse {
	const body = readBody(text, headers);
	// A depth that n8n can't save would lose the job that a response names.
	const data = isObject(body.json) ? withoutSecrets(body.json, secrets) : {};
	return {
		status,
		data,
		errorType: envelopeText(data.ErrorType),
		errorComment: envelopeText(data.ErrorComment),
		retryAfterMs: retryAfterMs(headers),
		body,
		isNotJson: body.kind !== 'nothing' && body.json === undefined,
	};
}

/**
 * Of a file, `text` is only the beginning. Whoever fetches it closes it.
 * Secrets that it quotes are removed from all but its `chunks`.
 */
export type FetchedFile = VerbitResponse & StreamedResponse & { quotesSecret?: boolean };

export type FetchedResponse = VerbitResponse & TextResponse & Partial<FetchedFile>;

/** A shorter secret may be a word of the captions, characters. */
const MIN_QUOTED_LENGTH = 12;

/** @param sent the key and tokens that the request was sent with: a refusal may quote them, and a success too */
export function readFetched(
	response: TextResponse & Partial<StreamedResponse>,
	sent: Array<string | undefined>,
): FetchedResponse {
	const secrets = sent.filter((secret) => secret !== undefined);
	const headers = withoutSecrets(response.headers, secrets);
	const text = withoutSecrets(response.text, secrets);
	const quotesSecret = secrets.some(
		(secret) => secret.length >= MIN_QUOTED_LENGTH && response.text.includes(secret),
	);
	const cleaned = { ...response, headers, text };
	return { ...cleaned, ...readResponse(cleaned, secrets), quotesSecret };
}

/**
 * Whether a response is a 2xx with what was asked for, and without an error envelope.
 * @param isOptional no data is needed: a body is enough that says that the call was carried out, or nothing
 */
export function isSuccess(response: VerbitResponse, isOptional = false): boolean {
	const { status, errorType, body, isNotJson, unexpectedBody } = response;
	const isRight = isOptional ? isAssent(body) : !isNotJson;
	return (
		isSuccessStatus(status) && errorType === undefined && unexpectedBody === undefined && isRight
	);
}

/**
 * Verbit doesn't document the status of a refused token or key: 401, 403, or any with the documented error type. A
 * 403 with another type has another reason.
 */
export function refusesToken({ status, errorType }: VerbitResponse): boolean {
	if (errorType !== undefined) return errorType === BAD_TOKEN_TYPE;
	return status === 401 || status === 403;
}

const NOTHING = 'nothing' satisfies Body['kind'];

/** E.g. `400 INVALID_QUERY (job_id is missing)`, or `200 and text (Blocked by policy)`. */
export function describeResponse({
	status,
	errorType,
	errorComment,
	body,
	unexpectedBody = describeBody(body),
}: VerbitResponse): string {
	if (errorType === undefined && unexpectedBody !== NOTHING)
		return `${status} and ${unexpectedBody}`;
	const type = errorType === undefined ? '' : ` ${errorType}`;
	const comment = errorComment === undefined ? '' : ` (${errorComment})`;
	return `${status}${type}${comment}`;
}

function envelopeText(value: unknown): string | undefined {
	return typeof value === 'string' && value !== ''
		? redactUrls(value.slice(0, MAX_READ_LENGTH)).slice(0, MAX_SHOWN_LENGTH)
		: undefined;
}

/** Verbit may write an ID as a number or as its digits. */
export function jobIdOf(value: unknown): number | undefined {
	const jobId = /^\s*\d+\s*$/.test(String(value)) && !Array.isArray(value) ? Number(value) : 0;
	return Number.isSafeInteger(jobId) && jobId > 0 ? jobId : undefined;
}
