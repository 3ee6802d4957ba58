import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { NewJob } from '../../api/createJob';
import type { StartOptions } from '../../api/startTranscription';
import { readTransferOptions } from '../../parameters/transferOptions';
import { readBinarySources } from '../../parameters/binarySources';
import {
	allowShortLivedUrlOption,
	binariesField,
	linkField,
	showFor,
	sourceOptionsField,
} from '../../parameters/fields';
import { readApiVersion, readOptions } from '../../parameters/jobCall';
import { readLink } from '../../parameters/link';
import type { Operation } from '../../run/operation';
import { createJobOnce } from '../../run/createJobOnce';
import { attachAndStart, type Recording } from '../../run/attachAndStart';
import { additionalJobFields, newJobFields } from '../../parameters/newJobFields';
import { readNewJob } from '../../parameters/readNewJob';
import { readStartOptions, startOptions } from '../../parameters/startOptions';

interface Plan {
	apiVersion: number;
	job: NewJob;
	recording: Recording;
	/** Left out where the job is to wait for somebody to start it. */
	start?: StartOptions;
}

const recordingFields: INodeProperties[] = [
	{
		displayName: 'Media Source',
		name: 'mediaSource',
		type: 'options',
		options: [
			{
				name: 'Binary File',
				value: 'binary',
				description: 'Upload the files of the item; several are merged in their order',
			},
			{
				name: 'URL',
				value: 'url',
				description: 'Have the service fetch the recording from a link',
			},
		],
		default: 'binary',
	},
	showFor('mediaSource', ['binary'], binariesField),
	showFor('mediaSource', ['url'], linkField('Media URL', 'mediaUrl')),
	{
		displayName: 'Start Transcription',
		name: 'startTranscription',
		type: 'boolean',
		default: true,
		description: 'Whether to start the job as soon as it has its recording',
	},
];

const whenStarted = (option: INodeProperties) => ({
	...option,
	displayOptions: { show: { '/startTranscription': [true] } },
});

export const submit: Operation<Plan> = {
	option: {
		name: 'Submit Recording',
		value: 'submit',
		action: 'Submit recording',
		description: 'Create a job, give it its recording and start it: the whole way in one step',
	},
	fields: [
		...newJobFields,
		...recordingFields,
		additionalJobFields,
		sourceOptionsField('mediaSource', [allowShortLivedUrlOption], startOptions.map(whenStarted)),
	],

	async plan(context, itemIndex) {
		const isToStart = context.getNodeParameter('startTranscription', itemIndex) !== false;
		return [
			{
				apiVersion: readApiVersion(context, itemIndex),
				job: readNewJob(context, itemIndex),
				recording: await readRecording(context, itemIndex),
				start: isToStart ? readStartOptions(context, itemIndex) : undefined,
			},
		];
	},

	async run(run, [{ apiVersion, job, recording, start }]) {
		const created = await createJobOnce(run, apiVersion, job);
		const call = { jobId: created.job_id, apiVersion };
		const delivered = await attachAndStart(run, call, recording, start);
		return { json: { ...created, ...delivered, job_id: call.jobId } };
	},
};

async function readRecording(context: IExecuteFunctions, itemIndex: number): Promise<Recording> {
	if (context.getNodeParameter('mediaSource', itemIndex) === 'url') {
		return { url: readLink(context, itemIndex, 'mediaUrl', 'Media URL') };
	}
	const transfer = readTransferOptions(readOptions(context, itemIndex));
	return { sources: await readBinarySources(context, itemIndex, transfer), transfer };
}
