import { outputOfJob } from '../../api/jobInfo';
import type { JobCall } from '../../api/serviceCall';
import { type StartOptions, startTranscription } from '../../api/startTranscription';
import { createError } from '../../errors/createError';
import { jobIdField, readJobCall, readJobKey } from '../../parameters/jobCall';
import { optionsField } from '../../parameters/optionsField';
import { readStartOptions, startOptions } from '../../parameters/startOptions';
import { callOnce, START } from '../../run/completedSteps';
import type { Operation } from '../../run/operation';

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
		return [{ call, options: readStartOptions(context, itemIndex) }];
	},

	check(plans) {
		if (plans.length < 2) return;
		const { jobId } = plans[0].call;
		throw createError(
			'JOB_IN_SEVERAL_ITEMS',
			{ jobId, count: plans.length, limit: 'can be started only once' },
			{ jobId },
		);
	},

	async run({ client, completed }, [{ call, options }]) {
		const response = await callOnce(
			completed,
			START,
			async (earlier) => await startTranscription(client, call, options, earlier),
		);
		return { json: outputOfJob(call.jobId, response) };
	},
};
