import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { NewJob } from '../../api/createJob';
import type { StartOptions } from '../../api/startTranscription';
import { binariesField } from '../../parameters/binaryFields';
import { readBinarySources } from '../../parameters/files';
import { readOptions } from '../../parameters/jobCall';
import {
	allowShortLivedUrlOption,
	mediaUrlField,
	mediaUrlFields,
	readFileUrl,
	readStreamedUrl,
	urlUploadOption,
} from '../../parameters/fileUrl';
import {
	additionalJobFields,
	type IfExternalIdUsed,
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
import type { Operation, OperationContext } from '../../run/operation';

export interface Submission {
	job: NewJob;
	ifExternalIdUsed: IfExternalIdUsed;
	recording: Recording;
	/** Left out if the job stays Pending. */
	start?: StartOptions;
	simplify: boolean;
}

export const recordingFields: INodeProperties[] = [
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
		description: 'Where the recording comes from',
	},
	showFor('mediaSource', ['binary'], binariesField),
	...mediaUrlFields,
];

const startOption: INodeProperties = {
	displayName: 'Start Transcription',
	name: 'startTranscription',
	type: 'boolean',
	default: true,
	description: 'Whether to start transcription once the recording is attached',
};

export function submissionOptions(...own: INodeProperties[]): INodeProperties {
	return sourceOptionsField('mediaSource', [allowShortLivedUrlOption], own, [
		'binary',
		'urlUpload',
	]);
}

export const submit: Operation<Submission> = {
	option: {
		name: 'Submit',
		value: 'submit',
		action: 'Submit recording',
		description: 'Create a job, upload the recording and start transcription in one step',
	},
	fields: [
		profileField,
		...recordingFields,
		simplifyField,
		additionalJobFields,
		submissionOptions(startOption, ...startOptions),
	],

	async plan(context, itemIndex) {
		const options = readOptions(context, itemIndex);
		// An expression that finds nothing must not start a job that costs money.
		const isAdded = 'startTranscription' in options;
		const isToStart = !isAdded || readSwitch('Start Transcription', options.startTranscription);
		return [await planSubmission(context, itemIndex, isToStart)];
	},

	sequence: sequenceOfSubmission,

	async run(run, [submission]) {
		const json = await submitRecording(run, submission);
		return { json: submission.simplify ? simplify(json, SUBMIT_FIELDS) : json };
	},
};

export function sequenceOfSubmission({ job, ifExternalIdUsed }: Submission): string | undefined {
	return sequenceOf(job, ifExternalIdUsed);
}

export async function planSubmission(
	context: IExecuteFunctions,
	itemIndex: number,
	isToStart: boolean,
): Promise<Submission> {
	const job = readNewJob(context, itemIndex);
	const recording = await readRecording(context, itemIndex);
	return {
		job: { job_name: recordingName(recording), ...job },
		ifExternalIdUsed: readIfExternalIdUsed(context, itemIndex, job.external_id),
		recording,
		start: isToStart ? readStartOptions(context, itemIndex) : undefined,
		simplify: readSimplify(context, itemIndex),
	};
}

export async function submitRecording(
	run: OperationContext,
	{ job, ifExternalIdUsed, recording, start }: Submission,
): Promise<IDataObject & { job_id: number }> {
	const externalId = await ExternalId.claim(run, {
		sent: job.external_id,
		ifUsed: ifExternalIdUsed,
		lastCall: start === undefined ? 'attach' : 'start',
	});
	const created = await createJobOnce(run, job, externalId);
	const call = { jobId: created.job_id };
	const attached = await attachAndStart(run, call, recording, { externalId, start });
	return { ...created, ...attached, ...externalId.flags, job_id: call.jobId };
}

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
