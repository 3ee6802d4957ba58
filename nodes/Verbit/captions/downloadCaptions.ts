import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { getJob, hasNoResult, isDraftReady, readJobStatus } from '../api/jobInfo';
import { addRemedy, createError } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import { type ErrorDetails, StepError } from '../errors/stepError';
import { UNKNOWN_TYPE } from '../http/headers';
import { closeContent, isSuccessStatus } from '../http/openResponse';
import { isText } from '../inspect/inspect';
import type { CaptionChoice } from '../journal/saved';
import { streamOf } from '../n8n/streamOf';
import { secretsOf } from '../secrets/secrets';
import { dispositionFileName, safeFileName } from '../sources/fileName';
import { USUAL_EXTENSION } from '../sources/recordingFormat';
import { knownFormat } from './captionFormats';
import { readCaptionText } from './captionText';
import { downloadFile, type DownloadTools } from './downloadFile';
import type { FileJudge } from './fileJudge';

/** The format that every profile is assumed to make. Not every profile makes captions with timecodes. */
const TRANSCRIPT_FORMAT = 'txt';

export async function downloadCaptions(
	tools: DownloadTools,
	jobId: number,
	choice: CaptionChoice,
	jobFields: IDataObject,
): Promise<INodeExecutionData> {
	const { format, language, isDraft, output } = choice;
	const needsName = output.as === 'file' && output.fileName === undefined;
	// The name is requested before the file is opened, because a storage closes a download that isn't read.
	const fallbackName = needsName ? await nameAfterJob(tools.client, jobId, choice, jobFields) : '';
	const receive = async (judge: FileJudge, chunks: AsyncIterable<Buffer>) => {
		const captions: INodeExecutionData =
			output.as === 'file'
				? await storeFile(tools.context, jobId, { fallbackName, ...output }, judge, chunks)
				: { json: await readCaptionText(tools.context, jobId, output, judge, chunks) };
		// Segments without words may be too many to be seen at the beginning of the file.
		return { captions, isSilent: judge.isSilent() || captions.json.characters === 0 };
	};
	const { captions, isSilent } = await downloadFile(tools, jobId, choice, receive).catch(
		async (error: unknown) => {
			throw await explainMissing(tools.client, jobId, choice, error);
		},
	);
	if (isSilent) {
		// A file without speech doesn't say whether nobody spoke, or the captions aren't ready.
		const info = await getJob(tools.client, jobId, 'Get captions');
		const isReady = isDraft ? isDraftReady(info) : readJobStatus(info).state === 'completed';
		if (!isReady) throw missingError(info, isDraft, 'an empty file', { jobId });
		hintOnce(tools.context, 'NO_SPEECH', { jobId });
	}
	const described = {
		caption_format: format,
		...(language !== undefined && { language }),
		...(isDraft && { draft: true }),
	};
	return { ...captions, json: { ...described, ...captions.json } };
}

async function storeFile(
	context: DownloadTools['context'],
	jobId: number,
	target: { field: string; fileName?: string; fallbackName: string },
	judge: FileJudge,
	chunks: AsyncIterable<Buffer>,
): Promise<INodeExecutionData> {
	const secrets = secretsOf(context);
	const { headers } = judge.response;
	const sentName = dispositionFileName(headers['content-disposition']);
	const name = target.fileName ?? sentName ?? target.fallbackName;
	const cleanName = safeFileName({ fileName: name, fallback: String(jobId) });
	const fileName = secrets.redactFileName(cleanName);
	const sentType = headers['content-type']?.split(';')[0].trim();
	const contentType = secrets.redact(judge.type.mimeType ?? sentType ?? UNKNOWN_TYPE);
	const content = streamOf(chunks);
	const file = await context.helpers
		.prepareBinaryData(content, fileName, contentType)
		.catch(({ message: reason }: Error) => {
			throw createError('CAPTIONS_NOT_STORED', { reason }, { jobId });
		})
		.finally(async () => {
			await closeContent(content);
			// n8n wraps the error of an interrupted download, or takes what has come for the file.
			if (content.errored instanceof StepError) throw content.errored;
		});
	const json = { file_name: fileName, content_type: contentType, bytes: judge.bytes };
	return { json, binary: { [target.field]: file } };
}

/** Derives the file's name from the name of the job or recording: `lecture.mp4` becomes `lecture.srt` or `lecture.es.srt`. */
async function nameAfterJob(
	client: ServiceClient,
	jobId: number,
	{ format, language, isDraft }: CaptionChoice,
	jobFields: IDataObject,
): Promise<string> {
	// If Verbit doesn't answer within ten seconds, the file is named after the job's ID.
	const brief = client.withLimits({ maxAttempts: 1, timeoutMs: 10_000 });
	const ask = async () => await getJob(brief, jobId, 'Get captions').catch(() => ({}));
	const name = nameIn(jobFields, jobId) ?? nameIn(await ask(), jobId) ?? '';
	// A name with the extension of a recording may be a path or URL. In any other name, such as a date, a slash isn't a folder.
	const isUrl = /^https?:\/\//i.test(name);
	const path = USUAL_EXTENSION.test(name.split('?')[0]) ? `/${name}` : name.replace(/[/\\]/g, '-');
	const fileName = isUrl ? name : path;
	const stem = safeFileName({ fileName, fallback: String(jobId) }).replace(USUAL_EXTENSION, '');
	const tag = language?.replace(/[^\w-]+/g, '_');
	const extension = knownFormat(format)?.extension ?? format.toLowerCase();
	return [stem, tag, isDraft && 'draft', extension].filter(Boolean).join('.');
}

function nameIn(jobFields: IDataObject, jobId: number): string | undefined {
	const { job_id: id = jobId, job_name: jobName, file_name: fileName } = jobFields;
	if (String(id) !== String(jobId)) return undefined;
	// In an item with captions, `file_name` is the captions' file, which may have another language in its name.
	const names = 'caption_format' in jobFields ? [jobName] : [jobName, fileName];
	return names.find(isText)?.trim();
}

/** Explains a refusal by the job's status, because Verbit doesn't document how it refuses captions that aren't ready. */
async function explainMissing(
	client: ServiceClient,
	jobId: number,
	{ isDraft, format, language }: CaptionChoice,
	refusal: unknown,
): Promise<unknown> {
	if (!(refusal instanceof StepError)) return refusal;
	const { response: { status = 0 } = {}, errorType = '' } = refusal.details;
	if (errorType === '' && status !== 404 && !isSuccessStatus(status)) return refusal;
	const info = await getJob(client, jobId, 'Get captions').catch(() => undefined);
	if (info === undefined) return refusal;
	if (readJobStatus(info).state === 'completed') {
		if (isDraft) return addRemedy(refusal, 'DRAFT_OF_COMPLETED_JOB');
		if (errorType === '') return refusal;
		const explained =
			language === undefined ? refusal : addRemedy(refusal, 'TRANSLATION_CONDITIONS');
		return format === TRANSCRIPT_FORMAT ? explained : addRemedy(explained, 'TRANSCRIPT_PROFILE');
	}
	if (isDraft && isDraftReady(info)) return addRemedy(refusal, 'DRAFT_FORMATS');
	const response = `${status || ''} ${errorType}`.trim();
	return missingError(info, isDraft, response, refusal.details);
}

function missingError(info: IDataObject, isDraft: boolean, response: string, more: ErrorDetails) {
	const job = readJobStatus(info);
	const values = { status: job.text, response };
	const details = { ...more, jobStatus: job.text };
	if (hasNoResult(job))
		return createError('CAPTIONS_UNAVAILABLE', { ...values, variant: String(job.state) }, details);
	const variant = job.state === 'pending' ? job.state : isDraft ? 'draft' : 'other';
	return createError('CAPTIONS_NOT_READY', { ...values, variant }, details);
}
