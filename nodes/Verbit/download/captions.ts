import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { captionsCall } from '../api/getCaptions';
import { jobInfo, type JobState, readJobStatus } from '../api/jobInfo';
import type { JobCall } from '../api/serviceCall';
import { advise, fault } from '../errors/fault';
import { StepError } from '../errors/stepError';
import { kindOf } from './captionFormats';
import { describeCaptions, textOf } from './captionName';
import { readCaptionText } from './captionText';
import { downloadFile, type DownloadTools, type OpenFile } from './downloadFile';
import { storeFile } from './storeFile';

/** Captions into a file of n8n. */
export interface FileOutput {
	as: 'file';
	/** Name of the output binary field. */
	field: string;
	/** Overrides the name of the file. */
	fileName?: string;
}

/** Captions into the fields of the item. */
export interface TextOutput {
	as: 'text';
	/** The text is cut here, and JSON as well: it then comes as text. */
	maxCharacters: number;
}

/** Which captions are wanted, and where they go. */
export interface CaptionOrder {
	/** Verbit's name for it, of the list of known formats or not. */
	format: string;
	/** A language tag. Left out: the job's own. */
	language?: string;
	/** Whether what is there before the job is completed will do. */
	isDraft: boolean;
	output: FileOutput | TextOutput;
}

/** A file in `binary`, or a text in `json`. */
export type Captions = Pick<INodeExecutionData, 'json' | 'binary'>;

/**
 * Gets the captions of a job, as a file or as text, and what there is to say of them.
 * @param known what is known of the job, for the file's name: an item's fields, or Verbit's details of the job
 * @throws StepError, with the job's status in it where that may be the reason
 */
export async function downloadCaptions(
	tools: DownloadTools,
	call: JobCall,
	order: CaptionOrder,
	known: IDataObject = {},
): Promise<Captions> {
	const file = { call: captionsCall(call, order), kind: kindOf(order.format) };
	const { output } = order;
	const receive = async (opened: OpenFile): Promise<Captions> =>
		output.as === 'file'
			? await asFile(tools, { call, order, output, known }, opened)
			: { json: await readCaptionText(opened, { ...order, ...output, jobId: call.jobId }) };
	const { json, binary } = await downloadFile(tools, file, receive).catch(
		async (error: unknown) => {
			throw await explainRefusal(tools.client, call, order, error);
		},
	);
	return {
		json: { ...describeOrder(order), ...json },
		...(binary === undefined ? {} : { binary }),
	};
}

function describeOrder({ format, language, isDraft }: CaptionOrder): IDataObject {
	return {
		caption_format: format,
		...(language === undefined ? {} : { language }),
		...(isDraft ? { draft: true } : {}),
	};
}

interface Wanted {
	call: JobCall;
	order: CaptionOrder;
	output: FileOutput;
	known: IDataObject;
}

async function asFile(
	{ context, client }: DownloadTools,
	{ call, order, output, known }: Wanted,
	{ headers, chunks }: OpenFile,
): Promise<Captions> {
	const { jobId } = call;
	const named = { ...order, jobId, fileName: output.fileName, known };
	// A missing name isn't worth an error.
	const askForName = async () =>
		await jobInfo(client, call, 'Get captions').then(
			({ job_name: name }) => textOf(name),
			() => undefined,
		);
	const description = await describeCaptions({ ...named, askForName }, headers);
	const { binary, bytes } = await storeFile(context, jobId, description, chunks);
	const { fileName, contentType } = description;
	return {
		json: { file_name: fileName, content_type: contentType, bytes },
		binary: { [output.field]: binary },
	};
}

/** By the state of a job that has no captions. */
const CODES = {
	pending: 'CAPTIONS_JOB_NOT_STARTED',
	canceled: 'CAPTIONS_JOB_CANCELED',
	failed: 'CAPTIONS_JOB_FAILED',
	inProgress: 'CAPTIONS_NOT_READY',
	unknown: 'CAPTIONS_NOT_READY',
} as const satisfies Record<Exclude<JobState, 'completed'>, string>;

/**
 * How Verbit refuses captions that aren't there yet is open, so the job is asked for after a refusal.
 * @returns the error with the reason in it, or the refusal as it was
 */
async function explainRefusal(
	client: ServiceClient,
	call: JobCall,
	{ isDraft }: { isDraft: boolean },
	refusal: unknown,
): Promise<unknown> {
	if (!(refusal instanceof StepError) || !mayBeAboutStatus(refusal)) return refusal;
	const info = await jobInfo(client, call, 'Get captions').catch(() => undefined);
	if (info === undefined) return refusal;
	return isDraft ? explainDraft(info, refusal) : explainFinal(info, refusal);
}

function explainFinal(info: IDataObject, refusal: StepError): StepError {
	const { state, text: status } = readJobStatus(info);
	if (state === 'completed') return refusal;
	return fault(CODES[state], { status, response: describeResponse(refusal) }, refusal.details);
}

function explainDraft(info: IDataObject, refusal: StepError): StepError {
	const { state, text: status } = readJobStatus(info);
	if (state === 'completed') return advise(refusal, 'DRAFT_OF_COMPLETED_JOB', {});
	if (String(info.draft_ready) === 'true') return advise(refusal, 'DRAFT_FORMATS', {});
	const code = state === 'inProgress' || state === 'unknown' ? 'DRAFT_NOT_READY' : CODES[state];
	return fault(code, { status, response: describeResponse(refusal) }, refusal.details);
}

/** Any envelope, a 404, or a success that holds something else. */
function mayBeAboutStatus({ details: { errorType, httpCode = '' } }: StepError): boolean {
	return errorType !== undefined || httpCode === '404' || httpCode.startsWith('2');
}

/** `400 INVALID_QUERY`: the status and Verbit's own word for it. */
function describeResponse({ details: { httpCode, errorType } }: StepError): string {
	return [httpCode, errorType].filter((part) => part !== undefined).join(' ');
}
