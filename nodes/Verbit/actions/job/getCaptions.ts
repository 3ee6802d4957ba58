import type { INodeExecutionData } from 'n8n-workflow';

import { downloadCaptions } from '../../captions/captions';
import { withoutEarlierCaptions } from '../../captions/captionText';
import {
	captionFields,
	captionOptions,
	type CaptionRequest,
	readCaptionRequest,
} from '../../captions/captionFields';
import { jobIdField, readJobId } from '../../parameters/jobId';
import { optionsField, readOptions } from '../../parameters/field';
import { leadWith } from '../../parameters/simplify';
import { isToolRun } from '../../n8n/tools';
import type { Operation } from '../../run/operation';

export const getCaptions: Operation<{
	jobId: number;
	captions: CaptionRequest;
	item: INodeExecutionData;
	isTool: boolean;
}> = {
	name: 'Get Captions or Transcript',
	action: 'Get captions or transcript',
	description: 'Download captions or a transcript, as a file, as text or as segments',
	fields: [jobIdField, ...captionFields, optionsField(...captionOptions)],

	async plan(context, itemIndex) {
		const isTool = isToolRun(context);
		const captions = readCaptionRequest({
			read: (parameter) => context.getNodeParameter(parameter, itemIndex, ''),
			options: readOptions(context, itemIndex),
			isTool,
		});
		const item = context.getInputData()[itemIndex];
		return { jobId: readJobId(context, itemIndex), captions, item, isTool };
	},

	async perform(tools, { jobId, captions, item, isTool }) {
		const { json, binary } = await downloadCaptions(tools, jobId, captions, item.json);
		const fields = leadWith(['text', 'file_name'], { job_id: jobId, ...json });
		// Text joins the item; a file makes a new one.
		if (captions.output.as === 'file') return { json: fields, binary };
		// n8n gives a tool the agent's input item, which may hold what isn't meant for a model: the headers of a webhook, say.
		if (isTool) return { json: fields };
		const ofItem = withoutEarlierCaptions(item.json);
		const asIs = Object.keys(ofItem).filter((name) => !(name in fields));
		return { json: { ...fields, ...ofItem, ...fields }, binary: item.binary, asIs };
	},
};
