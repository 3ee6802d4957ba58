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
	},
	WAIT_JOB_NOT_STARTED: {
		kind: 'response',
		step: 'Wait for completion',
		message: "the job wasn't started within {duration} (status {status})",
		remedy: 'Start the job with Start Transcription once it has media.',
	},
	WAIT_STOPPED: {
		kind: 'response',
		step: 'Wait for completion',
		message: 'the execution was stopped',
		remedy: 'The job continues in Verbit. Run Wait for Completion again to wait for it.',
	},
	JOB_CANCELED: {
		kind: 'response',
		step: 'Wait for completion',
		message: 'the job was stopped in Verbit (status {status}): {reasons}',
		remedy: 'Create a new job if you still need the transcription. A stopped job never continues.',
	},
	JOB_FAILED: {
		...failed,
		remedy: "Ask Verbit's support for the reason, then create a new job.",
	},
	JOB_AUDIO_MINUTES_USED_UP: {
		...failed,
		remedy: "Ask Verbit's support for more audio minutes, then create a new job.",
	},
	JOB_ACCOUNT_MINUTES_USED_UP: {
		...failed,
		remedy: "Ask Verbit to raise the account's audio minutes, then create a new job.",
	},
	JOB_BAD_AUDIO_QUALITY: {
		...failed,
		remedy: 'Create a new job with a better recording.',
	},
	JOB_TOO_LONG: {
		...failed,
		remedy:
			'Split the recording and create a job for each part, or use a profile that allows longer recordings.',
	},
	JOB_FAILED_TRANSCODING: {
		...failed,
		remedy:
			'Check that the file plays. Then create a new job with it in a common format such as mp4, mp3 or wav.',
	},
	JOB_FAILED_TRANSCRIBING: {
		...failed,
		remedy: "Create a new job, and ask Verbit's support if that fails too.",
	},
	JOB_FOREIGN_LANGUAGE: {
		...failed,
		remedy: "Create a new job with the recording's language.",
	},
	JOB_MEDIA_NOT_RECEIVED: {
		...failed,
		remedy:
			'Check that the media URL works without a login for 24 hours, or upload the file in a new job.',
	},
	JOB_NO_SPEECH: {
		...failed,
		remedy: 'Check that this is the right file and that it contains speech.',
	},
} as const satisfies Record<string, Message>;
