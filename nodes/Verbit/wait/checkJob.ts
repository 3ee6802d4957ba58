import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { getJob, hasNoResult, type JobStatus, readJobStatus, saysUnknownJob } from '../api/jobInfo';
import { createError, hasVariant } from '../errors/createError';
import { StepError } from '../errors/stepError';
import { fieldsOf, isObject, textIn } from '../inspect/inspect';
import { isOfHost } from '../journal/hashes';
import type { Journal } from '../journal/journal';
import type { AwaitedJob } from '../journal/saved';
import { cut } from '../secrets/shownText';

/**
 * Asks Verbit for a job once. After an outage, with a credential for another host, or after an unknown status the wait goes on.
 * @returns the job's status, with `info` if the job is completed
 * @throws StepError if the job has failed or was stopped, or Verbit refuses the call
 */
export async function checkJob(
	client: ServiceClient,
	jobId: number,
	{ credentialHash, isSubmission }: Pick<Journal, 'credentialHash' | 'isSubmission'>,
): Promise<JobStatus & { info?: IDataObject }> {
	const ask = async () => {
		await refuseJobOfOtherHost(client, credentialHash);
		return await getJob(client, jobId, 'Wait for completion');
	};
	const info = await ask().catch((error: unknown) => {
		// The recording needs another job if the node's own was deleted.
		if (isSubmission && error instanceof StepError && saysUnknownJob(error))
			throw error.with({ jobFate: 'ended', advisedTry: 'continue' });
		if (!isOutage(error)) throw error;
		return error;
	});
	if (info instanceof StepError) {
		client.forgetRefusals();
		return { state: 'unknown', text: `unknown (${info.message})` };
	}
	const status = readJobStatus(info);
	if (hasNoResult(status)) throw jobFailedError(jobId, status, info);
	return status.state === 'completed' ? { ...status, info } : status;
}

/** @throws StepError if the credential is for another host than the job, where the same number is another job */
export async function refuseJobOfOtherHost(
	client: ServiceClient,
	credentialHash?: string,
): Promise<void> {
	if (credentialHash === undefined) return;
	const { baseUrl } = await client.credential();
	if (!isOfHost(credentialHash, baseUrl)) throw createError('CREDENTIAL_CHANGED', {});
}

/** Returns the error of a wait that has timed out. The start of a pending job that the node has submitted may await an approval. */
export function timeoutError(
	{ jobId, timeoutHours }: AwaitedJob,
	{ state, text }: JobStatus,
	{ isSubmission }: Pick<Journal, 'isSubmission'>,
): StepError {
	const minutes = timeoutHours * 60;
	const [amount, unit] =
		minutes < 2 ? [minutes * 60, 's'] : minutes < 60 ? [minutes, 'min'] : [timeoutHours, 'h'];
	const code = state === 'pending' && !isSubmission ? 'WAIT_JOB_NOT_STARTED' : 'WAIT_TIMED_OUT';
	const duration = `${Number(amount.toPrecision(3))} ${unit}`;
	const variant: string = isSubmission ? 'Transcribe' : 'other';
	return createError(code, { duration, status: text, variant }, { jobId, jobStatus: text });
}

/** HTTP statuses with which Verbit refuses a key. Any other status may come from a gateway, so the wait goes on. */
const KEY_REFUSALS = [400, 401, 403, 422];

/** Returns whether a check failed for a reason that says nothing about the job, such as the network, so that the wait goes on. */
function isOutage(error: unknown): error is StepError {
	if (!(error instanceof StepError)) return false;
	const { code, kind, retriable, errorType, response } = error.details;
	if (code === 'CREDENTIAL_URL_INVALID' || code === 'CREDENTIAL_CHANGED') return true;
	if (kind === 'input') return false;
	if (retriable === true || response?.isFromProxy === true) return true;
	if (errorType !== undefined || code === 'TOKEN_REFUSED') return false;
	return code !== 'API_KEY_REFUSED' || !KEY_REFUSALS.includes(response?.status ?? 0);
}

function jobFailedError(jobId: number, { state, text }: JobStatus, info: IDataObject): StepError {
	const errors = readErrors(info.errors);
	const shown = errors.slice(0, MAX_SHOWN_ERRORS).map((error) => error.text);
	const values = { status: text, reasons: shown.join(', ') || NO_REASON };
	const errorType = errors.find(({ code }) => code !== undefined)?.code;
	const details = { jobId, jobStatus: text, errorType };
	if (state === 'canceled') return createError('JOB_CANCELED', values, details);
	const codes = errors.map(({ code }) => code?.toLowerCase());
	const variant = codes.find((code) => hasVariant('JOB_FAILED', code));
	const error = createError('JOB_FAILED', { ...values, variant }, details);
	return FAULTS_OF_FILE.includes(String(variant)) ? error.with({ advisedTry: 'newRun' }) : error;
}

/** Verbit's codes for which another job of the same file fails, too. */
const FAULTS_OF_FILE = ['bad_audio_quality', 'failed_transcoding', 'no_speech'];

const MAX_SHOWN_ERRORS = 10;

const NO_REASON = 'no reason given';

/** Reads a job's errors. Verbit documents an array of objects; a single object and texts are read as well. */
function readErrors(errors: unknown): Array<{ code?: string; text: string }> {
	const list: unknown[] = Array.isArray(errors) ? errors : errors ? [errors] : [];
	return list.map((error) => {
		const { code: type = isObject(error) ? undefined : error, message: reason } = fieldsOf(error);
		const [code, message] = [type, reason].map((value) => cut(textIn(value)) || undefined);
		const text = code && message ? `${code} (${message})` : (code ?? message ?? NO_REASON);
		return { code, text };
	});
}
