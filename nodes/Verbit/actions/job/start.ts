import { outputOfJob } from '../../api/jobInfo';
import { hintOnce } from '../../errors/hint';
import { type StartOptions, startTranscription } from '../../api/startTranscription';
import { jobIdField, readJobId, readJobKey } from '../../parameters/jobId';
import { optionsField } from '../../upload/optionsField';
import { environmentHint, readStartOptions, startOptions } from '../../submission/startOptions';
import { callOnce, START } from '../../run/completedSteps';
import type { WritingOperation } from '../../run/writing';
import { refuseSeveral } from '../media/attachOperation';

export const start: WritingOperation<{ jobId: number; options: StartOptions }> = {
	option: {
		name: 'Start Transcription',
		value: 'start',
		action: 'Start transcription',
		description: 'Start transcribing a job that already has media',
	},
	fields: [jobIdField, optionsField(...startOptions)],

	async plan(context, itemIndex) {
		const jobId = readJobId(context, itemIndex);
		return { jobId, options: await readStartOptions(context, itemIndex) };
	},

	group: {
		key: readJobKey,
		join(plans) {
			refuseSeveral(plans, plans[0].jobId, 'can be started only once');
			return plans[0];
		},
	},

	async perform(tools, { jobId, options }) {
		const { client, completed, context } = tools;
		const response = await callOnce(
			completed,
			START,
			async (earlier) => await startTranscription(client, jobId, options, earlier),
		);
		hintOnce(context, await environmentHint(tools, { start: options }), {});
		return { json: outputOfJob(jobId, response) };
	},
};
