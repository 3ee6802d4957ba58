import { fault } from '../../errors/fault';
import type { JobCall } from '../../api/jobCall';
import { outputOfJob } from '../../api/outputFields';
import { type StartOptions, startTranscription } from '../../api/startTranscription';
import { callOnce, START } from '../../run/completedSteps';
import { jobIdField } from '../../parameters/jobIdField';
import { optionsField } from '../../parameters/optionsField';
import { readJobCall, readJobKey } from '../../parameters/jobCall';
import type { Operation } from '../../run/operation';
import { readStartOptions, startOptions } from '../../parameters/startOptions';

interface Plan {
	call: JobCall;
	options: StartOptions;
}

export const start: Operation<Plan> = {
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
		throw fault('JOB_STARTED_TWICE', { jobId, count: plans.length }, { jobId });
	},

	async run({ client, completed }, [{ call, options }]) {
		const answer = await callOnce(
			completed,
			START,
			async (earlier) => await startTranscription(client, call, options, earlier),
		);
		return { json: outputOfJob(call.jobId, answer) };
	},
};
