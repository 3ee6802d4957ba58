import type { Message } from '../stepError';

const step = 'Wait for completion';

/** Waiting for a job to finish. n8n takes an error with the lower-case word for a stopped job for its own Stop. */
export const WAITING_MESSAGES = {
	WAIT_TIMED_OUT: {
		step,
		message: "the job didn't finish within {duration} (last status {status})",
		remedy:
			"Raise 'Timeout', or run Wait for Completion again later. To start a workflow when a job finishes, use Verbit Trigger.",
	},
	WAIT_JOB_NOT_STARTED: {
		step,
		message: "the job wasn't started within {duration} (status {status})",
		remedy: 'Start the job with Start Transcription once it has media.',
	},
	WAIT_NOT_SUSPENDED: {
		kind: 'input',
		step,
		message: "this version of n8n can't suspend the execution as the node needs it",
		remedy:
			"The jobs go on in Verbit: get their captions with Get Captions. Update the Verbit node, or set 'Timeout' to 5 minutes or less.",
	},
	JOB_CANCELED: {
		step,
		message: 'the job was stopped in Verbit (status {status}): {reasons}',
		remedy: 'Create a new job if you still need the transcription. A stopped job never continues.',
	},
	JOB_FAILED: {
		step,
		message: 'the transcription failed (status {status}): {reasons}',
		// By the codes that Verbit documents for `errors[]` of job/info.
		remedy: {
			audio_minutes_limit: "Ask Verbit's support for more audio minutes, then create a new job.",
			audio_minutes_limit_on_account:
				"Ask Verbit to raise the account's audio minutes, then create a new job.",
			bad_audio_quality: 'Create a new job with a better recording.',
			exceeded_allowed_duration:
				'Split the recording and create a job for each part, or use a profile that allows longer recordings.',
			failed_transcoding:
				'Check that the file plays. Then create a new job with it in a common format such as mp4, mp3 or wav.',
			failed_transcribing: "Create a new job, and ask Verbit's support if that fails too.",
			foreign_language:
				"Another try fails too: use a profile that supports the recording's language, and set 'Language' to it.",
			media_upload_error:
				'Check that the media URL works without a login for 24 hours, or upload the file in a new job.',
			no_speech:
				'Another try with this file fails too: check that it is the right one and that it contains speech.',
			other: "Ask Verbit's support for the reason, then create a new job.",
		},
	},
} as const satisfies Record<string, Message>;
