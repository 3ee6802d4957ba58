import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { captionFields, captionOptions, readCaptionChoice } from '../../captions/captionFields';
import { CONTENT_FIELDS } from '../../captions/captionText';
import { downloadCaptions } from '../../captions/downloadCaptions';
import { isFailureOfNode } from '../../errors/nodeErrors';
import { fieldsOf } from '../../inspect/inspect';
import type { CaptionChoice } from '../../journal/saved';
import { isAgentCall } from '../../n8n/agents';
import { optionsProperty, readOptions, toggle } from '../../parameters/field';
import { jobIdProperty, readJobId } from '../../parameters/jobIdField';
import { leadWith } from '../../parameters/simplify';
import type { Operation } from '../../run/operation';

const checkFileField = toggle('Check File', 'checkFile', {
	default: true,
	description: "Whether to refuse a response that isn't a complete file of the format",
});

export const jobGetCaptions: Operation<{
	jobId: number;
	captions: CaptionChoice;
	item: INodeExecutionData;
}> = {
	name: 'Get Captions or Transcript',
	action: 'Get captions or transcript',
	description: 'Download captions or a transcript, as a file, as text or as segments',
	fields: [
		jobIdProperty,
		...captionFields,
		optionsProperty(...captionOptions, checkFileField.property),
	],

	async plan(context, itemIndex) {
		const options = readOptions(context, itemIndex);
		const read = (parameter: string) => context.getNodeParameter(parameter, itemIndex, '');
		const isUnchecked = !checkFileField.readIn(options);
		const captions = { ...readCaptionChoice(read, options, isAgentCall(context)), isUnchecked };
		const item = context.getInputData()[itemIndex];
		return { jobId: readJobId(context, itemIndex), captions, item };
	},

	movesFiles: true,

	async perform(tools, { jobId, captions, item }) {
		const { json, binary } = await downloadCaptions(tools, jobId, captions, item.json);
		const fields = leadWith(['text', 'file_name'], { job_id: jobId, ...json });
		// A file becomes a new item. A text is added to the fields of the input item.
		if (captions.output.as === 'file') return { json: fields, binary };
		// n8n passes the agent's input item to the tool. Its fields, such as a webhook's headers, may not be meant for a model.
		if (isAgentCall(tools.context)) return { json: fields };
		const { error, ...others } = withoutEarlierCaptions(item.json);
		// Retry On Fail would run the node again, and download the captions again, if its first item had the field `error`.
		const isFailure = tools.context.getNode().retryOnFail === true && (error ?? false) !== false;
		const itemFields = { ...others, [isFailure ? 'input_error' : 'error']: error };
		const unredacted = Object.keys(itemFields).filter((name) => !(name in fields));
		return { json: { ...fields, ...itemFields, ...fields }, binary: item.binary, unredacted };
	},
};

const DESCRIBING_FIELDS = ['caption_format', 'language', 'draft', 'characters', 'truncated'];

/** Removes the fields of an earlier Get Captions from an item. An old `draft: true` would call the final captions a draft. */
function withoutEarlierCaptions(json: IDataObject): IDataObject {
	const stale = [
		...(isOfCaptions(json) ? DESCRIBING_FIELDS : []),
		...(isOfCaptions(json) || isOfCaptions(json.captions) ? CONTENT_FIELDS : []),
		...(isFailureOfNode(json) ? ['error', 'details'] : []),
	];
	return Object.fromEntries(Object.entries(json).filter(([name]) => !stale.includes(name)));
}

function isOfCaptions(fields: unknown): boolean {
	return fieldsOf(fields).caption_format !== undefined;
}
