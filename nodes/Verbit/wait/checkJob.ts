import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { jobInfo, type JobState, type JobStatus, readJobStatus } from '../api/jobInfo';
import type { JobCall } from '../api/serviceCall';
import { type Code, MESSAGES } from '../errors/catalogue';
import { fault } from '../errors/fault';
import { StepError } from '../errors/stepError';
import { redactUrls } from '../http/redact';

/** A job that is waited for. */
export interface AwaitedJob {
	call: JobCall;
	/** Seconds between two checks. */
	pollInterval: number;
	/** Seconds from the start to the end of the wait. */
	timeout: number;
	/** When the wait began, ms since 1970. */
	since: number;
	/** Verbit has returned its status before: what comes in between does not end the wait. */
	wasSeen: boolean;
}

/** What a check of a job shows: that it is completed, or what it waits for. */
export type JobCheck = { info: IDataObject } | { state: JobState; text: string };

/**
 * Asks Verbit once for the status of a job. A status that is not known is one to wait on.
 * @throws StepError when the job has failed or was stopped, or Verbit can't be asked
 */
export async function checkJob(
	client: ServiceClient,
	{ call, wasSeen }: AwaitedJob,
): Promise<JobCheck> {
	const check = await jobInfo(client, call, 'Wait for completion').then(
		(info) => ({ info }),
		(error: unknown) => {
			if (isRefusal(error)) throw error.with({ isFinal: true });
			if (!wasSeen || !isPassing(error)) throw error;
			client.forgetRefusals();
			return { failure: error.message };
		},
	);
	if ('failure' in check) return { state: 'unknown', text: `unknown (${check.failure})` };
	const status = readJobStatus(check.info);
	if (status.state === 'completed') return check;
	if (status.state === 'failed' || status.state === 'canceled') {
		throw jobFailure(call.jobId, status, check.info);
	}
	return status;
}

/** Which HTTP status Verbit refuses a key or token with is open. */
const REFUSED_CODES: string[] = [
	'API_KEY_REFUSED',
	'API_TOKEN_REFUSED',
	'TOKEN_REFUSED',
] satisfies Code[];

/**
 * Only Verbit's own response ends a wait: a refusal with an `ErrorType`, or of the token or key. A proxy's page, a
 * 404 without an `ErrorType` and a network that is down are waited out.
 */
function isPassing(error: unknown): error is StepError {
	if (!(error instanceof StepError)) return false;
	const { kind, code = '', retriable, isForeign, errorType, httpCode = '' } = error.details;
	if (kind === 'input') return false;
	if (retriable === true || isForeign === true) return true;
	if (REFUSED_CODES.includes(code)) return false;
	return errorType === undefined && !['401', '403'].includes(httpCode);
}

/** Verbit has said of the job itself why it can't be asked for, such as that there is none. */
function isRefusal(error: unknown): error is StepError {
	if (!(error instanceof StepError)) return false;
	const { code = '', errorType } = error.details;
	return errorType !== undefined && !isPassing(error) && !REFUSED_CODES.includes(code);
}

/** The message for each code in `errors[]` of job/info that Verbit documents. */
const CODES = {
	audio_minutes_limit: 'JOB_AUDIO_MINUTES_USED_UP',
	audio_minutes_limit_on_account: 'JOB_ACCOUNT_MINUTES_USED_UP',
	bad_audio_quality: 'JOB_BAD_AUDIO_QUALITY',
	exceeded_allowed_duration: 'JOB_TOO_LONG',
	failed_transcoding: 'JOB_FAILED_TRANSCODING',
	failed_transcribing: 'JOB_FAILED_TRANSCRIBING',
	foreign_language: 'JOB_FOREIGN_LANGUAGE',
	media_upload_error: 'JOB_MEDIA_NOT_RECEIVED',
	no_speech: 'JOB_NO_SPEECH',
} as const;

type FailureCode = (typeof CODES)[keyof typeof CODES];

interface JobError {
	code?: string;
	message?: string;
}

/**
 * The error for a job that ended without a transcription. With several reasons, the first known one gives the code,
 * and each adds its remedy.
 * @param info the response of job/info
 */
export function jobFailure(
	jobId: number,
	{ state, text }: JobStatus,
	info: IDataObject,
): StepError {
	const errors = readErrors(info.errors);
	const codes = [...new Set(errors.flatMap(codeOf))];
	const generic = state === 'canceled' ? 'JOB_CANCELED' : 'JOB_FAILED';
	const code = generic === 'JOB_CANCELED' ? generic : (codes[0] ?? generic);
	const shown = errors.slice(0, MAX_SHOWN_ERRORS).map(describe);
	const reasons = shown.join(', ') || NO_REASON;
	const failure = fault(
		code,
		{ status: text, reasons },
		{ jobId, errorType: errors.find((error) => error.code !== undefined)?.code, isFinal: true },
	);
	if (codes.length === 0) return failure;
	return failure.with({ remedy: codes.map((known) => MESSAGES[known].remedy).join(' ') });
}

/** A response may hold any number of reasons, of any length. */
const MAX_SHOWN_ERRORS = 10;

/** Longest part of a reason that is shown, characters. */
const MAX_JOB_ERROR_LENGTH = 300;

const NO_REASON = 'no reason given';

/** An array of objects as documented; a single one, or texts, are taken too. */
function readErrors(errors: unknown): JobError[] {
	const list = Array.isArray(errors) ? errors : errors ? [errors] : [];
	return list.map((error: unknown) => {
		if (typeof error !== 'object' || error === null) return { code: jobErrorText(error) };
		const { code, message } = error as IDataObject;
		return { code: jobErrorText(code), message: jobErrorText(message) };
	});
}

function jobErrorText(value: unknown): string | undefined {
	const isText = typeof value === 'string' || typeof value === 'number';
	return isText && value !== ''
		? redactUrls(String(value)).slice(0, MAX_JOB_ERROR_LENGTH)
		: undefined;
}

function codeOf({ code = '' }: JobError): FailureCode[] {
	const key = code.toLowerCase();
	return Object.entries(CODES)
		.filter(([known]) => known === key)
		.map(([, message]) => message);
}

function describe({ code, message }: JobError): string {
	if (code === undefined) return message ?? NO_REASON;
	return message === undefined ? code : `${code} (${message})`;
}
