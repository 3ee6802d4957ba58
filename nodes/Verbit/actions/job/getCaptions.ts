import type { JobCall } from '../../api/jobCall';
import { jobIdField, optionsField } from '../../parameters/fields';
import { readJobCall } from '../../parameters/jobCall';
import type { Operation } from '../../run/operation';
import { refuseAgent } from '../../parameters/toolRun';
import {
	captionFields,
	readWantedCaptions,
	type WantedCaptions,
} from '../../parameters/captionFields';
import { downloadCaptions } from '../../run/downloadCaptions';

type Plan = JobCall & WantedCaptions;

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
		const read = (parameter: string) => context.getNodeParameter(parameter, itemIndex);
		return [{ ...readJobCall(context, itemIndex), ...readWantedCaptions(read) }];
	},

	async run(run, [plan]) {
		const { json, binary } = await downloadCaptions(run, plan, plan);
		return { json: { job_id: plan.jobId, ...json }, binary };
	},
};
