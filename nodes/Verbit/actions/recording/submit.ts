import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { hintAtDuplicate, hintOnce } from '../../errors/hints';
import { choice, readOptions, showFor, toggle } from '../../parameters/field';
import { shape, simplified, SUBMIT_OUTPUT } from '../../parameters/simplify';
import type { Operation } from '../../run/operation';
import { recordingName, type Submission, submitRecording } from '../../submission/jobSteps';
import {
	additionalJobFields,
	externalIdFields,
	profile,
	readJobRequest,
} from '../../submission/newJob';
import { environmentHint, readStartOptions, startOptions } from '../../submission/startOptions';
import { binariesField, order } from '../../upload/binaryFields';
import { readBinarySources } from '../../upload/binarySource';
import {
	mediaUrlField,
	readFileUrl,
	readStreamedUrl,
	sourceOptionsField,
	urlChoices,
} from '../../upload/fileUrl';

const recordingSource = choice(
	'Media Source',
	'mediaSource',
	'Where the recording comes from',
	{
		binary: [
			'Binary File',
			"Upload the item's files. Several files are merged in order.",
			binariesField,
		],
		...urlChoices,
	},
	'binary',
);

export const { fields: recordingFields } = recordingSource;

const toStart = toggle(
	'Start Transcription',
	'startTranscription',
	true,
	'Whether to start transcription once the recording is attached',
);

export function submissionOptions(...own: INodeProperties[]): INodeProperties {
	const orderOfFiles = showFor('/mediaSource', ['binary'], order.property);
	return sourceOptionsField(recordingSource, [orderOfFiles, ...own]);
}

export const submit: Operation<Submission & { isSimple: boolean }> = {
	name: 'Submit',
	action: 'Submit recording',
	description: 'Create a job, upload the recording and start transcription in one step',
	fields: [
		profile.property,
		...recordingFields,
		...externalIdFields('mediaUrl'),
		simplified.property,
		additionalJobFields,
		submissionOptions(toStart.property, ...startOptions),
	],

	async plan(context, itemIndex) {
		const options = readOptions(context, itemIndex);
		// An expression that finds nothing must not start a job that costs money.
		const isAdded = 'startTranscription' in options;
		const isToStart = !isAdded || toStart.read(options.startTranscription);
		const submission = await planSubmission(context, itemIndex);
		const start = isToStart ? await readStartOptions(context, itemIndex) : undefined;
		return { ...submission, start, isSimple: simplified.readFrom(context, itemIndex) };
	},

	usesConcurrency: true,

	async perform(tools, submission) {
		const json = await submitRecording(tools, submission);
		hintAtDuplicate(tools, json);
		hintOnce(tools.context, await environmentHint(tools, submission), {});
		return { json: shape(json, SUBMIT_OUTPUT, submission.isSimple) };
	},
};

export async function planSubmission(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<Omit<Submission, 'start'>> {
	const { job, ...ifUsed } = readJobRequest(context, itemIndex);
	const recording = await readRecording(context, itemIndex);
	return { job: { job_name: recordingName(recording), ...job }, ...ifUsed, recording };
}

async function readRecording(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<Submission['recording']> {
	const source = recordingSource.readFrom(context, itemIndex);
	if (source === 'url') return await readFileUrl(context, itemIndex, mediaUrlField);
	if (source === 'urlUpload') return [readStreamedUrl(context, itemIndex, mediaUrlField)];
	const options = readOptions(context, itemIndex);
	const chosenOrder = 'order' in options ? order.readIn(options) : undefined;
	return await readBinarySources(context, itemIndex, { wanted: 'recording', chosenOrder });
}
