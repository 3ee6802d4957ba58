import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { jobInfo, readJobStatus } from '../api/jobInfo';
import type { JobCall, ServiceCall } from '../api/serviceCall';
import { advise, fault } from '../errors/fault';
import { MISSING_CAPTIONS } from '../errors/messages/captions';
import { StepError } from '../errors/stepError';
import { dispositionFileName, UNKNOWN_TYPE } from '../http/headers';
import { mediaFileName } from '../upload/fileName';
import { extensionOf, kindOf, knownFormat } from './captionFormats';
import { readCaptionText } from './captionText';
import { downloadFile, type DownloadTools, type OpenFile } from './downloadFile';
import { storeFile } from './storeFile';

export interface FileOutput {
	as: 'file';
	field: string;
	/** Overrides the name of the file. */
	fileName?: string;
}

export interface TextOutput {
	as: 'text';
	/** The text is cut here, and JSON as well: it then comes as text. */
	maxCharacters: number;
}

/** Which captions are wanted, and where they go. */
export interface CaptionRequest {
	/** Verbit's name for it, of the list of known formats or not. */
	format: string;
	/** A language tag. Left out: the job's own. */
	language?: string;
	/** Whether what is there before the job is completed will do. */
	isDraft: boolean;
	output: FileOutput | TextOutput;
}

/** Downloaded captions, as the node outputs them: a file in `binary`, or a text in `json`. */
export type Captions = Pick<INodeExecutionData, 'json' | 'binary'>;

/**
 * @param known what is known of the job, for the file's name: an item's fields, or Verbit's details of the job
 * @throws StepError, with the job's status in it where that may be the reason
 */
export async function downloadCaptions(
	tools: DownloadTools,
	call: JobCall,
	request: CaptionRequest,
	known: IDataObject = {},
): Promise<Captions> {
	const { format, language, isDraft, output } = request;
	const receive = async (opened: OpenFile): Promise<Captions> => {
		if (output.as === 'file') {
			const name = output.fileName ?? dispositionFileName(opened.headers['content-disposition']);
			const fileName = name ?? (await nameAfterJob(tools.client, call, request, known));
			return await asFile(tools, call, { format, fileName, field: output.field }, opened);
		}
		return { json: await readCaptionText(opened, { format, ...output, jobId: call.jobId }) };
	};
	const source = captionsCall(call, request);
	const captions = await downloadFile(tools, source, kindOf(format), receive).catch(
		async (error: unknown) => {
			throw await explainRefusal(tools.client, call, isDraft, error);
		},
	);
	const described = {
		caption_format: format,
		...(language === undefined ? {} : { language }),
		...(isDraft ? { draft: true } : {}),
	};
	return { ...captions, json: { ...described, ...captions.json } };
}

/** Each of the two calls returns the file itself, at once or through a redirect. */
function captionsCall(call: JobCall, { format, language, isDraft }: CaptionRequest): ServiceCall {
	return {
		...call,
		step: 'Get captions',
		method: 'GET',
		path: isDraft ? '/job/draft' : '/job/get_caption',
		query: { caption_format: format, ...(language === undefined ? {} : { language }) },
		repeatable: true,
	};
}

async function asFile(
	{ context }: DownloadTools,
	{ jobId }: JobCall,
	{ format, fileName: name, field }: { format: string; fileName: string; field: string },
	{ headers, chunks }: OpenFile,
): Promise<Captions> {
	const fileName = mediaFileName({ fileName: name, property: String(jobId) });
	const sentType = headers['content-type']?.split(';')[0].trim();
	const contentType = knownFormat(format)?.mimeType ?? sentType ?? UNKNOWN_TYPE;
	const { binary, bytes } = await storeFile(context, jobId, { fileName, contentType }, chunks);
	return {
		json: { file_name: fileName, content_type: contentType, bytes },
		binary: { [field]: binary },
	};
}

/** A job is mostly called after its recording, whose extension is not that of its captions. */
const MEDIA_EXTENSION =
	/\.(3gp|aac|avi|flac|m2ts|m4[abv]|mkv|mov|mp[34g]|mpeg|mts|mxf|og[agv]|opus|ts|wav|web[am]|wm[av])$/i;

/** After the job's name, the recording's name or the job's ID: `lecture.mp4` becomes `lecture.srt`, or `lecture.es.srt` for a language. */
async function nameAfterJob(
	client: ServiceClient,
	call: JobCall,
	{ format, language, isDraft }: CaptionRequest,
	known: IDataObject,
): Promise<string> {
	const name = nameIn(known, call.jobId) ?? (await askForName(client, call));
	const stem =
		name === undefined ? '' : mediaFileName({ fileName: asFileName(name), property: '' });
	const parts = [
		stem.replace(MEDIA_EXTENSION, '') || String(call.jobId),
		...(language === undefined ? [] : [language.replace(/[^\w-]+/g, '_')]),
		...(isDraft ? ['draft'] : []),
		extensionOf(format),
	];
	return parts.join('.');
}

/** A missing name isn't worth an error. */
async function askForName(client: ServiceClient, call: JobCall): Promise<string | undefined> {
	return await jobInfo(client, call, 'Get captions').then(
		({ job_name: name }) => nonEmptyText(name),
		() => undefined,
	);
}

/** A job may be called after the path or URL of its recording; in any other name a slash is no folder, as in a date. */
function asFileName(name: string): string {
	const isPath = /^https?:\/\//i.test(name) || MEDIA_EXTENSION.test(name.split('?')[0]);
	return isPath ? name : name.replace(/[/\\]/g, '-');
}

/** The job's name in the fields of an item; nothing if the item is about another job. */
function nameIn(known: IDataObject, jobId: number): string | undefined {
	if (known.job_id !== undefined && String(known.job_id) !== String(jobId)) return undefined;
	return nonEmptyText(known.job_name) ?? nonEmptyText(known.file_name);
}

function nonEmptyText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/**
 * How Verbit refuses captions that aren't there yet is open, so the job is asked for after a refusal.
 * @returns the error with the reason in it, or the refusal as it was
 */
async function explainRefusal(
	client: ServiceClient,
	call: JobCall,
	isDraft: boolean,
	refusal: unknown,
): Promise<unknown> {
	if (!(refusal instanceof StepError) || !mayBeAboutStatus(refusal)) return refusal;
	const info = await jobInfo(client, call, 'Get captions').catch(() => undefined);
	if (info === undefined) return refusal;
	const { state, text: status } = readJobStatus(info);
	if (state === 'completed') {
		return isDraft ? advise(refusal, 'DRAFT_OF_COMPLETED_JOB', {}) : refusal;
	}
	if (isDraft && String(info.draft_ready) === 'true') return advise(refusal, 'DRAFT_FORMATS', {});
	const values = { status, response: describeRefusal(refusal) };
	if (state === 'failed' || state === 'canceled') {
		const ended = { ...values, ...MISSING_CAPTIONS[state] };
		return fault('CAPTIONS_UNAVAILABLE', ended, refusal.details);
	}
	const missing = state === 'pending' ? state : isDraft ? 'draft' : 'inProgress';
	return fault('CAPTIONS_NOT_READY', { ...values, ...MISSING_CAPTIONS[missing] }, refusal.details);
}

/** Any envelope, a 404, or a success that holds something else. */
function mayBeAboutStatus({ details: { errorType, httpCode = '' } }: StepError): boolean {
	return errorType !== undefined || httpCode === '404' || httpCode.startsWith('2');
}

/** `400 INVALID_QUERY`: the status and Verbit's own word for it. */
function describeRefusal({ details: { httpCode, errorType } }: StepError): string {
	return [httpCode, errorType].filter((part) => part !== undefined).join(' ');
}
