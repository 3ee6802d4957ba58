import {
	outputAsField,
	readCaptionChoice,
	transcriptFields,
	transcriptOptions,
} from '../../captions/captionFields';
import { downloadCaptions } from '../../captions/downloadCaptions';
import { hintOnce } from '../../errors/hints';
import { externalIdFields } from '../../externalId/idFields';
import type { AwaitedJob, AwaitedTranscription, CaptionChoice } from '../../journal/saved';
import { isAgentCall } from '../../n8n/agents';
import { readOptions } from '../../parameters/field';
import { simplify, simplifyField } from '../../parameters/simplify';
import { secretsOf } from '../../secrets/secrets';
import { jobFieldsProperty, profileField } from '../../submission/jobFields';
import {
	planSubmission,
	recordingFields,
	submissionOptions,
} from '../../submission/recordingFields';
import {
	environmentHint,
	neverFinishes,
	readStartOptions,
	startOptions,
} from '../../submission/startOptions';
import {
	outputOfSubmission,
	type Submission,
	submitRecording,
} from '../../submission/submitRecording';
import type { WaitingOperation } from '../../wait/waitingRun';
import { readWaitOptions, waitOptions } from '../../wait/waitOptions';

/** Seconds until a sandbox job finishes. Without `finish_in`, a sandbox job never finishes. */
const SANDBOX_FINISH_IN = 10;

/** Fields of a transcribed recording, at most twelve in one output: `media_url`, for example, only if no file was uploaded. */
const TRANSCRIBE_OUTPUT = [
	'text',
	'file_name',
	'file_names',
	'media_url',
	'segments',
	'speakers',
	'transcript',
	'job_id',
	'external_id',
	'job_status',
	'language',
	'caption_format',
	'characters',
	'truncated',
	'possible_duplicate',
	'confirmed_by_repeat',
	'continued',
	'verbit_error',
];

export const recordingTranscribe: WaitingOperation<
	Omit<AwaitedJob, 'jobId'> & { submission: Submission; captions: CaptionChoice },
	AwaitedTranscription
> = {
	name: 'Transcribe',
	action: 'Transcribe recording',
	description: 'Submit a recording, wait for its job, and get the transcript',
	fields: [
		profileField.property,
		...recordingFields,
		...externalIdFields('mediaUrl'),
		...transcriptFields,
		simplifyField.property,
		jobFieldsProperty,
		submissionOptions(...startOptions, ...waitOptions, ...transcriptOptions),
	],

	async plan(context, itemIndex) {
		const options = readOptions(context, itemIndex);
		const recording = await planSubmission(context, itemIndex);
		const start = await readStartOptions(context, itemIndex);
		const isText = outputAsField.readFrom(context, itemIndex) === 'text';
		// Text is always TXT: a format that is left over from a file doesn't count.
		const read = (name: string) =>
			name === 'captionFormat' && isText ? 'txt' : context.getNodeParameter(name, itemIndex, 'txt');
		const captionOptions = { ...options, fileName: undefined };
		const captions = readCaptionChoice(read, captionOptions, isAgentCall(context));
		const wait = readWaitOptions(context, itemIndex);
		const isSimple = simplifyField.readFrom(context, itemIndex);
		return { ...wait, submission: { ...recording, start }, captions, isSimple };
	},

	async begin(tools, { submission, ...kept }) {
		const { start = {} } = submission;
		const stays = await neverFinishes(tools, start);
		const body = { ...start, ...(stays && { finish_in: SANDBOX_FINISH_IN }) };
		const sent = await submitRecording(tools, { ...submission, start: body }, 'output');
		const hint = stays ? 'SANDBOX_JOB_FINISHES' : await environmentHint(tools, submission.start);
		if (sent.continued !== true) hintOnce(tools.context, hint, {});
		const submitted = secretsOf(tools.context).redactOutput(sent);
		return { ...kept, jobId: sent.job_id, submitted };
	},

	async finish(tools, { jobId, captions, submitted, isSimple }, info) {
		const job = outputOfSubmission(jobId, submitted, info);
		const { json, binary } = await downloadCaptions(tools, jobId, captions, job);
		return { json: simplify({ ...job, ...json }, TRANSCRIBE_OUTPUT, isSimple), binary };
	},
};
