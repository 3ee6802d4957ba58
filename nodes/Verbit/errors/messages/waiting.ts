import type { Message } from '../message';

const failed = {
	kind: 'response',
	step: 'Wait for completion',
	message: 'the transcription failed (status {status}): {reasons}',
} as const;

/** Waiting for a job to finish. n8n takes an error with the lower-case word for a stopped job for its own Stop. */
export const WAITING_MESSAGES = {
	WAIT_TIMED_OUT: {
		kind: 'response',
		step: 'Wait for completion',
		message: "the job didn't finish within {duration} (last status {status})",
		remedy:
			"Raise 'Timeout', or run Wait for Completion again later. To start a workflow when a job finishes, use Verbit Trigger.",
		cause: "The job takes longer than 'Timeout'.",
	},
	WAIT_JOB_NOT_STARTED: {
		kind: 'response',
		step: 'Wait for completion',
		message: "the job wasn't started within {duration} (status {status})",
		remedy: 'Start the job with Start Transcription once it has media.',
		cause: 'The job still waits for its media, or nobody started it.',
	},
	WAIT_STOPPED: {
		kind: 'response',
		step: 'Wait for completion',
		message: 'the execution was stopped',
		remedy: 'The job continues in Verbit. Run Wait for Completion again to wait for it.',
		cause: 'Somebody stopped the execution, or another item failed.',
	},
	JOB_CANCELED: {
		kind: 'response',
		step: 'Wait for completion',
		message: 'the job was stopped in Verbit (status {status}): {reasons}',
		remedy: 'Create a new job if you still need the transcription. A stopped job never continues.',
		cause: 'The job has the status Canceled.',
	},
	JOB_FAILED: {
		...failed,
		remedy: "Ask Verbit's support for the reason, then create a new job.",
		cause: 'The job failed for a reason that this version of the node does not know.',
	},
	JOB_AUDIO_MINUTES_USED_UP: {
		...failed,
		remedy: "Ask Verbit's support for more audio minutes, then create a new job.",
		cause: 'Verbit returned `audio_minutes_limit`.',
	},
	JOB_ACCOUNT_MINUTES_USED_UP: {
		...failed,
		remedy: "Ask Verbit to raise the account's audio minutes, then create a new job.",
		cause: 'Verbit returned `audio_minutes_limit_on_account`.',
	},
	JOB_BAD_AUDIO_QUALITY: {
		...failed,
		remedy: 'Create a new job with a better recording.',
		cause: 'Verbit returned `bad_audio_quality`.',
	},
	JOB_TOO_LONG: {
		...failed,
		remedy:
			'Split the recording and create a job for each part, or use a profile that allows longer recordings.',
		cause: 'Verbit returned `exceeded_allowed_duration`.',
	},
	JOB_FAILED_TRANSCODING: {
		...failed,
		remedy:
			'Check that the file plays. Then create a new job with it in a common format such as mp4, mp3 or wav.',
		cause: 'Verbit could not convert the recording: it returned `failed_transcoding`.',
	},
	JOB_FAILED_TRANSCRIBING: {
		...failed,
		remedy: "Create a new job, and ask Verbit's support if that fails too.",
		cause: 'Verbit returned `failed_transcribing`.',
	},
	JOB_FOREIGN_LANGUAGE: {
		...failed,
		remedy: "Create a new job with the recording's language.",
		cause: 'The recording is in another language than the job: Verbit returned `foreign_language`.',
	},
	JOB_MEDIA_NOT_RECEIVED: {
		...failed,
		remedy:
			'Check that the media URL works without a login for 24 hours, or upload the file in a new job.',
		cause: 'Verbit could not download the recording: it returned `media_upload_error`.',
	},
	JOB_NO_SPEECH: {
		...failed,
		remedy: 'Check that this is the right file and that it contains speech.',
		cause: 'Verbit returned `no_speech`.',
	},
} as const satisfies Record<string, Message>;
