import type { IDataObject } from 'n8n-workflow';

import { StepError } from '../errors/stepError';
import type { JobStatus } from '../api/jobStatus';
import { redactUrls } from '../http/redact';

/** What to do about each code in `errors[]` of job/info that the vendor documents. */
const REMEDIES: Record<string, string> = {
	audio_minutes_limit:
		"The audio minutes that may be used are used up: ask the service's support, then create a new job.",
	audio_minutes_limit_on_account:
		"The account's audio minutes are used up: have them raised by the service, then create a new job.",
	bad_audio_quality: 'The audio is too poor: create a new job with a better recording.',
	exceeded_allowed_duration:
		'The recording is longer than allowed: create new jobs with parts of it, or one with another profile.',
	failed_transcoding:
		'The recording could not be converted: check that the file plays, and create a new job with it in a common format such as mp4, mp3 or wav.',
	failed_transcribing:
		"The recording could not be transcribed: create a new job, and ask the service's support if that fails too.",
	foreign_language:
		'The recording is in another language than the job: create a new job with the right language.',
	media_upload_error:
		'The service did not get the recording: check that its link works without a login for 24 hours, or upload the file in a new job.',
	no_speech:
		'There is no speech in the recording: check that it is the right file, with the right sound track.',
};

interface JobError {
	code?: string;
	message?: string;
}

/** The job has ended without a transcription. @param info what job/info answered */
export function jobFailure(
	jobId: number,
	{ state, text }: JobStatus,
	info: IDataObject,
): StepError {
	const errors = readErrors(info.errors);
	const isCanceled = state === 'canceled';
	const what = isCanceled ? 'the job was canceled' : 'the transcription did not succeed';
	const reasons = errors.map(describe).join(', ');
	return new StepError({
		kind: 'answer',
		step: 'Wait for completion',
		jobId,
		what: `${what} (status ${text})${reasons === '' ? '' : `: ${reasons}`}`,
		remedy: remedyFor(isCanceled, errors),
		errorType: errors.find(({ code }) => code !== undefined)?.code,
	});
}

/** An array of objects as documented; a single one, or texts, are taken too. */
function readErrors(errors: unknown): JobError[] {
	const list = Array.isArray(errors) ? errors : errors ? [errors] : [];
	return list.map((error: unknown) => {
		if (typeof error !== 'object' || error === null) return { code: textOf(error) };
		const { code, message } = error as IDataObject;
		return { code: textOf(code), message: textOf(message) };
	});
}

function textOf(value: unknown): string | undefined {
	const isText = typeof value === 'string' || typeof value === 'number';
	return isText && value !== '' ? redactUrls(String(value)) : undefined;
}

function describe({ code, message }: JobError): string {
	if (code === undefined) return message ?? 'no reason given';
	return message === undefined ? code : `${code} (${message})`;
}

function remedyFor(isCanceled: boolean, errors: JobError[]): string {
	const known = errors.flatMap(({ code }) => REMEDIES[code?.toLowerCase() ?? ''] ?? []);
	if (known.length > 0) return [...new Set(known)].join(' ');
	return isCanceled
		? 'A canceled job does not go on: create a new job if the transcription is still needed.'
		: "The service's support can tell why. A job that has ended does not go on: create a new job.";
}
