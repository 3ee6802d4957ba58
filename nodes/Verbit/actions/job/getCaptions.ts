import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { JobCall } from '../../api/serviceCall';
import type { CaptionOrder } from '../../download/captions';
import { captionFields, captionOptions, readCaptionOrder } from '../../parameters/captionFields';
import { jobIdField, readJobCall, readOptions } from '../../parameters/jobCall';
import { optionsField } from '../../parameters/optionsField';
import { isToolRun } from '../../parameters/toolRun';
import type { Operation } from '../../run/operation';

interface Plan {
	call: JobCall;
	order: CaptionOrder;
	item: INodeExecutionData;
}

export const getCaptions: Operation<Plan> = {
	option: {
		name: 'Get Captions',
		value: 'getCaptions',
		action: 'Get captions',
		description: 'Download captions or a transcript, as a file or as text',
	},
	fields: [jobIdField, ...captionFields, optionsField(...captionOptions)],

	async plan(context, itemIndex) {
		const order = readCaptionOrder({
			read: (parameter) => context.getNodeParameter(parameter, itemIndex, ''),
			options: readOptions(context, itemIndex),
			isTool: isToolRun(context),
		});
		const item = context.getInputData()[itemIndex];
		return [{ call: readJobCall(context, itemIndex), order, item }];
	},

	async run(run, [{ call, order, item }]) {
		const { json, binary } = await run.getCaptions(call, order, item.json);
		const fields: IDataObject = { job_id: call.jobId, ...json };
		// Text joins the item; a file makes a new one.
		if (order.output.as === 'file') return { json: fields, binary };
		return { json: { ...item.json, ...fields }, binary: item.binary };
	},
};
