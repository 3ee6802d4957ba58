import type { IDataObject } from 'n8n-workflow';

import { assetBody, attachCall } from '../api/attach';
import type { ProvenCall } from '../api/callProven';
import { createJob, jobMayExistError, type NewJob } from '../api/createJob';
import { getJobStatus, isUnderWay, outputOfJob } from '../api/jobInfo';
import { startCall } from '../api/startTranscription';
import { hasCode, sentence } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import type { StepError } from '../errors/stepError';
import { type SubmissionTools, submitOnce } from '../externalId/submitOnce';
import type { CreatedJob, UploadedFile } from '../journal/saved';
import { callOnce } from '../run/callOnce';
import type { Tools } from '../run/operation';
import { logOf } from '../secrets/secrets';
import { mediaUrlField, refuseExpiringUrl } from '../sources/fileUrl';
import {
	type Recording,
	type SourceFile,
	subjectOfFiles,
	subjectOfRecording,
} from '../upload/sourceFile';
import { refuseOtherFiles, uploadFiles } from '../upload/uploadFiles';
import type { JobPlan } from './jobFields';

/** The name under which n8n shows the jobs beside an execution. */
const JOBS_OF_EXECUTION = 'verbit_jobs';

/** Max length of a value. n8n cuts a longer value, maybe within an ID, and logs an error. */
const MAX_CUSTOM_DATA_LENGTH = 255;

export interface Submission extends JobPlan {
	recording: Recording;
	start?: IDataObject;
}

/**
 * Creates a job once, over all tries of the node. If the job may or may not exist, a second job is created only with an External
 * ID, and the output says so.
 */
export async function createJobOnce(
	{ client, context, journal, lease, runStep }: SubmissionTools,
	job: NewJob,
): Promise<CreatedJob> {
	// The saved ID, because an attempt in doubt is repeated with its own ID.
	const external_id = journal.externalId?.value;
	const create = async (wasInDoubt: boolean) => {
		if (wasInDoubt && external_id === undefined)
			throw jobMayExistError(job, sentence('CREATION_NOT_REPEATED', {}));
		const answer = await createJob(client, { ...job, external_id }, wasInDoubt);
		nameInExecution(context, answer.job_id);
		return { ...answer, ...(lease?.mayDuplicate && { possible_duplicate: true }) };
	};
	const created: CreatedJob = await runStep('create', create);
	if (created.possible_duplicate)
		hintOnce(context, 'POSSIBLE_DUPLICATE', { jobId: created.job_id });
	// Verbit doesn't return the ID.
	return external_id === undefined ? created : { ...created, external_id };
}

export async function submitRecording(
	tools: Tools,
	{ recording, start, job, ...idChoice }: Submission,
	goal: 'attach' | 'output' | 'start' = start === undefined ? 'attach' : 'start',
): Promise<ReturnType<typeof outputOfSubmission>> {
	const submit = async (leased: SubmissionTools) => {
		const { context, journal } = leased;
		await adoptStart(leased, recording);
		if (recording.url !== undefined)
			refuseExpiringUrl(context, journal.itemIndex, mediaUrlField, recording.url);
		const created = await openAndCreate(leased, job, recording);
		const { job_id: jobId } = created;
		const isToStart = start !== undefined;
		const { attached, doubt } = await attachRecording(leased, jobId, recording, isToStart);
		const started = start && (await startJob(leased, jobId, start, doubt));
		// Until now the journal has kept the doubt. Verbit starts only a job that has its media.
		if (doubt) journal.saveResult('attach', {}, subjectOfRecording(recording));
		// The journal also knows a start by others, to whose job an External ID led.
		const done = { ...attached, transcription_started: journal.isDone('start') };
		return outputOfSubmission(jobId, created, done, { ...started });
	};
	const request = { ...idChoice, goal, recording, name: job.job_name };
	return await submitOnce(tools, request, submit).finally(async () => {
		await recording.files?.[0].discard?.();
	});
}

/** Merges parts of a submitted job's output. The External ID is that of the submission, whatever Verbit returns later. */
export function outputOfSubmission(jobId: number, submitted: IDataObject, ...parts: IDataObject[]) {
	const { external_id } = submitted;
	return outputOfJob(jobId, submitted, ...parts, external_id === undefined ? {} : { external_id });
}

/** Adopts a start since an earlier try: a person may have added the media to the job, and started it. */
async function adoptStart({ client, journal, lease }: SubmissionTools, recording: Recording) {
	const { submissionJobId } = journal;
	if (submissionJobId === undefined || journal.stateOf('attach') !== 'untried') return;
	if (!isUnderWay(await getJobStatus(client, submissionJobId, 'Add media'))) return;
	// The adoption forgets the uploads, and so of which files they were.
	if (recording.files) refuseOtherFiles(journal, recording.files);
	journal.adopt('attach', 'done');
	journal.adopt('start', 'done');
	await lease?.logDone('start');
}

/** @param doubt the error of an attachment in doubt, which may explain why the start fails */
async function startJob(
	tools: SubmissionTools,
	jobId: number,
	body: IDataObject,
	doubt?: StepError,
) {
	const { context, journal } = tools;
	const isNew = !journal.isDone('start');
	const starting = callOnce(tools, 'start', startCall(jobId, body));
	const response = await starting.catch((error: unknown) => {
		throw doubt ? explainFailedStart(error, doubt) : error;
	});
	// If n8n fails to save the execution, its log still names the paid job.
	const { value: id } = journal.externalId ?? {};
	const name = id === undefined ? '' : ` with External ID "${id}"`;
	if (isNew) logOf(context).info(`Verbit: started job ${jobId}${name}`);
	return response;
}

/** Returns the error of an attachment in doubt if it explains why the start failed, otherwise the start's error. */
function explainFailedStart(error: unknown, doubt: StepError): unknown {
	if (!hasCode(error, 'JOB_NOT_READY')) return error;
	// The error's remedy is to start the job, but the start has just failed.
	if (hasCode(doubt, 'ATTACHMENT_UNCLEAR')) return doubt.with({ remedies: [], agentRemedy: '' });
	// If no attempt can have started the job, the refused start means that the job lacks its media.
	return error.details.isInDoubt ? doubt : doubt.with({ jobFate: 'refused' });
}

/** Creates a job after opening a URL to upload. A job that is named after the URL gets the file name that the host returns. */
async function openAndCreate(tools: SubmissionTools, job: NewJob, { files }: Recording) {
	const isNew = tools.journal.submissionJobId === undefined;
	const opened = isNew ? await files?.[0].openEarly?.(tools.signal) : undefined;
	if (opened === undefined) return await createJobOnce(tools, job);
	tools.lease?.learnSize(opened.size);
	const isNamedAfterUrl = job.job_name === files?.[0].fileName;
	return await createJobOnce(tools, isNamedAfterUrl ? { ...job, job_name: opened.fileName } : job);
}

/** Adds the job to n8n's custom data, which n8n saves even if it drops the rest, as at a Stop. */
function nameInExecution({ customData }: Partial<Tools['context']>, jobId: number): void {
	const earlier = customData?.get(JOBS_OF_EXECUTION);
	const jobs = earlier === undefined ? `${jobId}` : `${earlier}, ${jobId}`;
	const latest = jobs.slice(1 - MAX_CUSTOM_DATA_LENGTH).replace(/^[^,]*/, '…');
	customData?.set(JOBS_OF_EXECUTION, jobs.length > MAX_CUSTOM_DATA_LENGTH ? latest : jobs);
}

async function attachRecording(
	tools: SubmissionTools,
	jobId: number,
	recording: Recording,
	isToStart: boolean,
) {
	if (recording.files) return await attachFiles(tools, jobId, recording, isToStart);
	const body = { media_url: recording.url };
	const call = attachCall('Add media', jobId, body);
	const { attached, doubt } = await attachOrDoubt(tools, call, recording, isToStart);
	return { attached: { ...body, ...attached }, doubt };
}

async function attachFiles(
	tools: SubmissionTools,
	jobId: number,
	recording: Recording & { files: SourceFile[] },
	isToStart: boolean,
) {
	const { files } = recording;
	const { journal, lease } = tools;
	// Without uploads in the journal, another execution or a person has attached the files.
	const mayBeOfOthers = journal.uploads.length === 0 && journal.stateOf('attach') !== 'untried';
	if (mayBeOfOthers && journal.isDone('attach')) {
		const attached = journal.resultOf('attach', subjectOfFiles(files));
		return { attached: { ...namesOfFiles(files), ...attached }, doubt: undefined };
	}
	const uploaded = await uploadFiles(tools, jobId, files);
	// For a job that exists, the URL wasn't opened before.
	if (files[0].size === undefined) lease?.learnSize(uploaded.files[0].bytes);
	const activity = files.length > 1 ? 'Merge' : 'Add media';
	const body = assetBody(activity, uploaded.assetIds);
	const call = attachCall(activity, jobId, body);
	const { attached, doubt } = await attachOrDoubt(tools, call, recording, isToStart);
	// The job may have the files of another execution, so the uploads of this one don't count.
	const keepsOthers =
		mayBeOfOthers && (doubt !== undefined || attached.confirmed_by_repeat === true);
	if (keepsOthers) journal.forgetUploads();
	const output = keepsOthers ? namesOfFiles(files) : outputOfFiles(body, uploaded.files);
	return { attached: { ...output, ...attached }, doubt };
}

/** Attaches a recording, or returns the error of an attachment in doubt if a start follows, which shows whether the job has its media. */
async function attachOrDoubt(
	tools: SubmissionTools,
	call: ProvenCall,
	recording: Recording,
	isToStart: boolean,
): Promise<{ attached: IDataObject; doubt?: StepError }> {
	return await callOnce(tools, 'attach', call, subjectOfRecording(recording)).then(
		(attached) => ({ attached }),
		(error: unknown) => {
			const isAnswered = hasCode(error, 'ATTACHMENT_UNCLEAR', 'CALL_REFUSED', 'MERGE_REFUSED');
			if (!isToStart || !isAnswered || error.details.isInDoubt !== true) throw error;
			return { attached: {}, doubt: error };
		},
	);
}

function outputOfFiles(body: IDataObject, files: UploadedFile[]): IDataObject {
	if (files.length === 1) return files[0];
	return { ...body, file_names: files.map((file) => file.file_name), files };
}

function namesOfFiles(files: SourceFile[]): IDataObject {
	// The name of a URL's file is as unknown as its size until the URL is opened.
	if (files[0].size === undefined) return {};
	const names = files.map(({ fileName }) => fileName);
	return names.length === 1 ? { file_name: names[0] } : { file_names: names };
}
