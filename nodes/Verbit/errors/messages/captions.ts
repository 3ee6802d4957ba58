import type { Message } from '../stepError';

export const CAPTION_MESSAGES = {
	CAPTION_FORMAT_INVALID: {
		message: "'Caption Format' isn't a valid format name (got {value})",
		remedy:
			"Choose a format from the list, or enter Verbit's name for it: letters, digits, dots, hyphens and underscores only.",
	},
	CAPTION_FORMAT_WITHOUT_TEXT: {
		message: "Captions in {format} can't be output as text",
		remedy: "Choose a text format such as TXT, SRT or JSON, or set 'Output As' to File.",
		agentRemedy:
			'Choose a text format such as TXT, SRT or JSON. AI agents can read captions as text only.',
	},
	CAPTIONS_NOT_READY: {
		step: 'Get captions',
		message: {
			pending: "the job hasn't been started: its status is {status} (Verbit returned {response})",
			draft: "the draft isn't ready: the job's status is {status} (Verbit returned {response})",
			other: "the captions aren't ready: the job's status is {status} (Verbit returned {response})",
		},
		remedy: {
			pending: 'Add Start Transcription and Wait for Completion before this step.',
			draft: "Wait until 'draft_ready' is true in the output of Get, or start with Verbit Trigger.",
			other: "Add Wait for Completion before this step, or get the draft with the option 'Draft'.",
		},
	},
	CAPTIONS_UNAVAILABLE: {
		step: 'Get captions',
		message: {
			failed:
				'the job failed and has no captions: its status is {status} (Verbit returned {response})',
			other: 'the job has no captions: its status is {status} (Verbit returned {response})',
		},
		remedy: {
			failed: 'Use Get to see the errors of the job, fix them and submit the recording again.',
			other: 'Create a new job: a job that was stopped in Verbit gets no captions.',
		},
	},
	CAPTIONS_TOO_LARGE: {
		step: 'Get captions',
		message: 'the JSON transcript is larger than 256 MiB',
		remedy: "Set 'Output As' to File.",
		agentRemedy: 'Choose TXT.',
	},
	CAPTIONS_NOT_TEXT: {
		step: 'Get captions',
		message: "the {format} file isn't {expected}",
		remedy:
			"Choose another text format such as TXT, SRT or JSON. To see what Verbit returned, set 'Output As' to File.",
		agentRemedy: 'Choose another text format such as TXT, SRT or JSON.',
	},
	CAPTIONS_NOT_STORED: {
		step: 'Get captions',
		message: "n8n couldn't store the file: {reason}",
		remedy: "Check the free space and the limits of n8n's binary data storage.",
	},
	DOWNLOAD_INTERRUPTED: {
		step: 'Get captions',
		message: 'the download was interrupted ({reason})',
		remedy: 'Check the network and the proxy, then run the workflow again.',
		retriable: true,
	},
	DOWNLOAD_URL_REFUSED: {
		step: 'Get captions',
		message: "the storage refused Verbit's download URL (returned {refusal}): {url}",
		remedy:
			'Check that n8n can reach this host, then try again. Verbit creates a new URL each time.',
	},
} as const satisfies Record<string, Message>;
