import type { IDataObject } from 'n8n-workflow';

import { outputOfJob } from '../../api/jobInfo';
import { startCall } from '../../api/startTranscription';
import { hintOnce } from '../../errors/hints';
import { optionsProperty } from '../../parameters/field';
import { jobIdProperty, readJobId } from '../../parameters/jobIdField';
import { callOnce, oncePerJob } from '../../run/callOnce';
import type { Operation } from '../../run/operation';
import { neverFinishes, readStartOptions, startOptions } from '../../submission/startOptions';

export const jobStart: Operation<{ jobId: number; start: IDataObject }> = {
	name: 'Start Transcription',
	action: 'Start transcription',
	description: 'Start transcribing a job that already has media',
	fields: [jobIdProperty, optionsProperty(...startOptions)],

	async plan(context, itemIndex) {
		const jobId = readJobId(context, itemIndex);
		return { jobId, start: await readStartOptions(context, itemIndex) };
	},

	group: oncePerJob('can be started only once'),

	async perform(tools, { jobId, start: body }) {
		const response = await callOnce(tools, 'start', startCall(jobId, body));
		if (await neverFinishes(tools, body)) hintOnce(tools.context, 'SANDBOX_JOB_STAYS', {});
		return { json: outputOfJob(jobId, response) };
	},
};
