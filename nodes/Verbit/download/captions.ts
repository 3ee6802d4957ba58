import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { captionsCall } from '../api/getCaptions';
import type { JobCall } from '../api/jobCall';
import { jobInfo } from '../api/jobInfo';
import { kindOf } from './captionFormats';
import { describeCaptions, textOf } from './captionName';
import { explainRefusal } from './captionRefusal';
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
	/** The text is cut here. */
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
	// A name is no reason to fail.
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
