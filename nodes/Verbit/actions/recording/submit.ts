import { hintOnce } from '../../errors/hints';
import { externalIdFields } from '../../externalId/idFields';
import { readOptions, toggle } from '../../parameters/field';
import { simplify, simplifyField } from '../../parameters/simplify';
import type { Operation } from '../../run/operation';
import { jobFieldsProperty, profileField } from '../../submission/jobFields';
import {
	planSubmission,
	recordingFields,
	submissionOptions,
} from '../../submission/recordingFields';
import { environmentHint, readStartOptions, startOptions } from '../../submission/startOptions';
import { type Submission, submitRecording } from '../../submission/submitRecording';

/** Fields of a submitted recording that other nodes use. An output has only one of asset_id, asset_ids and media_url. */
const SUBMIT_OUTPUT = [
	'file_name',
	'file_names',
	'media_url',
	'job_id',
	'external_id',
	'transcription_started',
	'asset_id',
	'asset_ids',
	'integrity',
	'possible_duplicate',
	'confirmed_by_repeat',
	'continued',
	'warning',
	'verbit_error',
];

const startField = toggle('Start Transcription', 'startTranscription', {
	default: true,
	description:
		'Whether to start transcription once the recording is attached. If off, options of the start are ignored.',
});

export const recordingSubmit: Operation<Submission & { isSimple: boolean }> = {
	name: 'Submit',
	action: 'Submit recording',
	description: 'Create a job, upload the recording and start transcription in one step',
	fields: [
		profileField.property,
		...recordingFields,
		...externalIdFields('mediaUrl'),
		simplifyField.property,
		jobFieldsProperty,
		submissionOptions(startField.property, ...startOptions),
	],

	async plan(context, itemIndex) {
		// An expression that returns undefined is refused, because starting a job costs money.
		const isToStart = startField.readIfAdded(readOptions(context, itemIndex)) ?? true;
		const submission = await planSubmission(context, itemIndex);
		const start = isToStart ? await readStartOptions(context, itemIndex) : undefined;
		return { ...submission, start, isSimple: simplifyField.readFrom(context, itemIndex) };
	},

	movesFiles: true,

	async perform(tools, submission) {
		const json = await submitRecording(tools, submission);
		if (json.continued !== true)
			hintOnce(tools.context, await environmentHint(tools, submission.start), {});
		return { json: simplify(json, SUBMIT_OUTPUT, submission.isSimple) };
	},
};
