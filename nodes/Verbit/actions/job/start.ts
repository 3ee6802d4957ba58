import { outputOfJob } from '../../api/jobInfo';
import type { JobCall } from '../../api/serviceCall';
import { hintOnce } from '../../errors/hint';
import { type StartOptions, startTranscription } from '../../api/startTranscription';
import { jobIdField, readJobCall, readJobKey } from '../../parameters/jobCall';
import { optionsField } from '../../upload/optionsField';
import { environmentHint, readStartOptions, startOptions } from '../../submission/startOptions';
import { callOnce, START } from '../../run/completedSteps';
import type { Operation } from '../../run/operation';
import { refuseSeveral } from '../media/attachOperation';

export const start: Operation<{ call: JobCall; options: StartOptions }> = {
	option: {
		name: 'Start Transcription',
		value: 'start',
		action: 'Start transcription',
		description: 'Start transcribing a job that already has media',
	},
	fields: [jobIdField, optionsField(...startOptions)],

	groupBy: readJobKey,

	async plan(context, itemIndex) {
		const call = readJobCall(context, itemIndex);
		return [{ call, options: await readStartOptions(context, itemIndex) }];
	},

	check(plans) {
		refuseSeveral(plans, plans[0].call.jobId, 'can be started only once');
	},

	async run(run, [{ call, options }]) {
		const { client, completed, context } = run;
		const response = await callOnce(
			completed,
			START,
			async (earlier) => await startTranscription(client, call, options, earlier),
		);
		hintOnce(context, await environmentHint(run, { start: options }), {});
		return { json: outputOfJob(call.jobId, response) };
	},
};
