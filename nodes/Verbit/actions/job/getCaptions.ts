import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { CAPTION_FORMATS, describeCaptions, kindOf } from '../../download/captionFormats';
import { inputError } from '../../errors';
import type { JobCall } from '../../service/addAsset';
import { captionsCall, explainRefusal } from '../../service/getCaptions';
import { jobIdField, optionsField } from '../fields';
import { readJobCall } from '../jobCall';
import type { Operation } from '../operation';
import { refuseAgent } from '../toolRun';

interface Plan extends JobCall {
	format: string;
	language?: string;
	/** Name of the output binary field. */
	field: string;
}

const captionFields: INodeProperties[] = [
	{
		displayName: 'Caption Format',
		name: 'captionFormat',
		type: 'options',
		options: Object.entries(CAPTION_FORMATS)
			.map(([value, { name }]) => ({ name, value }))
			.sort((a, b) => a.name.localeCompare(b.name, 'en')),
		default: 'srt',
		description:
			'Format of the file. For another one that the service knows, use an expression with its name.',
	},
	{
		displayName: 'Language',
		name: 'language',
		type: 'string',
		default: '',
		placeholder: 'e.g. es',
		description: "Language of the captions. Leave it empty for the job's own.",
	},
	{
		displayName: 'Put Output File in Field',
		name: 'outputBinaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the file in',
	},
];

export const getCaptions: Operation<Plan> = {
	option: {
		name: 'Get Captions',
		value: 'getCaptions',
		action: 'Get captions',
		description: 'Download the captions or the transcript of a completed job',
	},
	fields: [jobIdField, ...captionFields, optionsField()],

	async plan(context, itemIndex) {
		refuseAgent(
			context,
			'get captions: n8n takes no file from a tool',
			'Have the agent find the job, and get the captions in a workflow of their own.',
		);
		const call = readJobCall(context, itemIndex);
		const language = readText(context, itemIndex, 'language');
		return [
			{
				...call,
				format: readFormat(context, itemIndex),
				...(language === '' ? {} : { language }),
				field: readField(context, itemIndex),
			},
		];
	},

	async run(run, [plan]) {
		const { jobId, format, language, field } = plan;
		const download = run.download({
			call: captionsCall(plan, format, language),
			kind: kindOf(format),
			describe: (headers) => describeCaptions(plan, headers),
		});
		const { binary, fileName, contentType, bytes } = await download.catch(
			async (error: unknown) => {
				throw await explainRefusal(run.client, plan, error);
			},
		);
		const json = {
			job_id: jobId,
			caption_format: format,
			...(language === undefined ? {} : { language }),
			file_name: fileName,
			content_type: contentType,
			bytes,
		};
		return { json, binary: { [field]: binary } };
	},
};

/** It becomes a part of a query and of a file's name. */
function readFormat(context: IExecuteFunctions, itemIndex: number): string {
	const format = readText(context, itemIndex, 'captionFormat');
	if (/^[\w.-]+$/.test(format)) return format;
	throw inputError(
		`Caption Format is no name of a format: ${JSON.stringify(format)}`,
		`Choose one of the list, or give the service's own name of another: letters, digits, and any of _ . -`,
	);
}

function readField(context: IExecuteFunctions, itemIndex: number): string {
	const field = readText(context, itemIndex, 'outputBinaryPropertyName');
	if (field !== '') return field;
	throw inputError(
		'Put Output File in Field is empty',
		'Give the name of the binary field that is to hold the file, e.g. data.',
	);
}

function readText(context: IExecuteFunctions, itemIndex: number, parameter: string): string {
	return String(context.getNodeParameter(parameter, itemIndex) ?? '').trim();
}
