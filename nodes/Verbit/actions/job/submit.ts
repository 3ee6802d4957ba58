import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { NewJob } from '../../api/createJob';
import type { StartOptions } from '../../api/startTranscription';
import { binariesField } from '../../parameters/binaryFields';
import { readBinarySources } from '../../parameters/files';
import { readApiVersion, readOptions } from '../../parameters/jobCall';
import {
	allowShortLivedUrlOption,
	mediaUrlField,
	readFileUrl,
	readStreamedUrl,
	urlUploadOption,
} from '../../parameters/fileUrl';
import {
	additionalJobFields,
	type IfExternalIdUsed,
	ifExternalIdUsedOption,
	jobNameField,
	profileField,
	readIfExternalIdUsed,
	readNewJob,
	sequenceOf,
} from '../../parameters/newJob';
import { showFor, sourceOptionsField } from '../../parameters/optionsField';
import { readSimplify, simplify, simplifyField, SUBMIT_FIELDS } from '../../parameters/simplify';
import { readStartOptions, startOptions } from '../../parameters/startOptions';
import { readTransferOptions } from '../../parameters/transferOptions';
import { readChoice, readSwitch } from '../../parameters/values';
import { ExternalId } from '../../run/externalId';
import { attachAndStart, createJobOnce, type Recording, recordingName } from '../../run/jobSteps';
import type { Operation } from '../../run/operation';

interface Plan {
	apiVersion: number;
	job: NewJob;
	ifExternalIdUsed: IfExternalIdUsed;
	recording: Recording;
	/** Left out if the job stays Pending. */
	start?: StartOptions;
	simplify: boolean;
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
				description: "Upload the item's files. Several files are merged in order.",
			},
			{
				name: 'URL',
				value: 'url',
				description: 'Let Verbit download the recording from a URL',
			},
			urlUploadOption,
		],
		default: 'binary',
	},
	showFor('mediaSource', ['binary'], binariesField),
	mediaUrlField,
	{
		displayName: 'Start Transcription',
		name: 'startTranscription',
		type: 'boolean',
		default: true,
		description: 'Whether to start transcription once the recording is attached',
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
		description: 'Create a job, upload the recording and start transcription in one step',
	},
	fields: [
		profileField,
		{ ...jobNameField, description: 'Name of the job in Verbit. Defaults to the file name.' },
		...recordingFields,
		simplifyField,
		additionalJobFields,
		sourceOptionsField(
			'mediaSource',
			[allowShortLivedUrlOption],
			[ifExternalIdUsedOption, ...startOptions.map(whenStarted)],
			['binary', 'urlUpload'],
		),
	],

	async plan(context, itemIndex) {
		const isToStart = readSwitch(
			'Start Transcription',
			context.getNodeParameter('startTranscription', itemIndex, true),
		);
		const job = readNewJob(context, itemIndex);
		const recording = await readRecording(context, itemIndex);
		return [
			{
				apiVersion: readApiVersion(context, itemIndex),
				job: { job_name: recordingName(recording), ...job },
				ifExternalIdUsed: readIfExternalIdUsed(context, itemIndex, job.external_id),
				recording,
				start: isToStart ? readStartOptions(context, itemIndex) : undefined,
				simplify: readSimplify(context, itemIndex),
			},
		];
	},

	sequence: ({ job, ifExternalIdUsed }) => sequenceOf(job, ifExternalIdUsed),

	async run(run, [plan]) {
		const { apiVersion, job, ifExternalIdUsed, recording, start } = plan;
		const externalId = await ExternalId.claim(run, {
			sent: job.external_id,
			ifUsed: ifExternalIdUsed,
			lastCall: start === undefined ? 'attach' : 'start',
		});
		const created = await createJobOnce(run, apiVersion, job, externalId);
		const call = { jobId: created.job_id, apiVersion };
		const attached = await attachAndStart(run, call, recording, { externalId, start });
		const json = { ...created, ...attached, ...externalId.flags, job_id: call.jobId };
		return { json: plan.simplify ? simplify(json, SUBMIT_FIELDS) : json };
	},
};

async function readRecording(context: IExecuteFunctions, itemIndex: number): Promise<Recording> {
	const transfer = readTransferOptions(readOptions(context, itemIndex));
	const given = context.getNodeParameter('mediaSource', itemIndex);
	switch (readChoice('Media Source', given, ['binary', 'url', 'urlUpload'])) {
		case 'url':
			return { url: readFileUrl(context, itemIndex, mediaUrlField) };
		case 'urlUpload':
			return { sources: [readStreamedUrl(context, itemIndex, mediaUrlField, transfer)], transfer };
		default:
			return { sources: await readBinarySources(context, itemIndex, transfer), transfer };
	}
}
