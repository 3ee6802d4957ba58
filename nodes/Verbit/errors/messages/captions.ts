import type { Message } from '../stepError';

export const CAPTION_MESSAGES = {
	CAPTION_FORMAT_INVALID: {
		message: "'Caption Format' isn't a valid format name (got {value})",
		remedy:
			"Choose a format from the list, or enter Verbit's name for it: letters, digits, dots, hyphens and underscores only.",
	},
	CAPTION_FORMAT_WITHOUT_TEXT: {
		message: "Captions in {format} can't be output as text{reason}",
		remedy: 'Choose a text format such as TXT, SRT or JSON{alternative}.',
	},
	CAPTIONS_NOT_READY: {
		kind: 'response',
		step: 'Get captions',
		message: '{reason} status is {status} (Verbit returned {response})',
		remedy: '{remedy}',
	},
	CAPTIONS_UNAVAILABLE: {
		kind: 'response',
		step: 'Get captions',
		message: '{reason} status is {status} (Verbit returned {response})',
		remedy: '{remedy}',
	},
	CAPTIONS_TOO_LARGE: {
		kind: 'response',
		step: 'Get captions',
		message: 'the JSON transcript is larger than 256 MiB',
		remedy: "Set 'Output As' to File.",
	},
	CAPTIONS_NOT_TEXT: {
		kind: 'response',
		step: 'Get captions',
		message: "the {format} file isn't {expected}",
		remedy:
			"Choose another text format such as TXT, SRT or JSON. To see what Verbit returned, set 'Output As' to File.",
	},
	CAPTIONS_NOT_STORED: {
		kind: 'response',
		step: 'Get captions',
		message: "n8n couldn't store the file: {reason}",
		remedy: "Check the free space and the limits of n8n's binary data storage.",
	},
	DOWNLOAD_INTERRUPTED: {
		kind: 'response',
		step: 'Get captions',
		message: 'the download was interrupted ({reason})',
		remedy: 'Check the network and the proxy, then run the workflow again.',
		retriable: true,
	},
	DOWNLOAD_URL_REFUSED: {
		kind: 'response',
		step: 'Get captions',
		message: "the storage refused Verbit's download URL (returned {refusal}): {url}",
		remedy:
			'Check that n8n can reach this host, then try again. Verbit creates a new URL each time.',
	},
} as const satisfies Record<string, Message>;

/** What the two errors above say of a job without captions, by its status; `draft` where a draft is requested. */
export const MISSING_CAPTIONS = {
	pending: {
		reason: "the job hasn't been started: its",
		remedy: 'Add Start Transcription and Wait for Completion before this step.',
	},
	inProgress: {
		reason: "the captions aren't ready: the job's",
		remedy: "Add Wait for Completion before this step, or get the draft with the option 'Draft'.",
	},
	draft: {
		reason: "the draft isn't ready: the job's",
		remedy: "Wait until 'draft_ready' is true in the output of Get, or start with Verbit Trigger.",
	},
	// n8n takes an error with the American spelling in lower case for a run that was stopped.
	canceled: {
		reason: 'the job has no captions: its',
		remedy: 'Create a new job: a job that was stopped in Verbit gets no captions.',
	},
	failed: {
		reason: 'the job failed and has no captions: its',
		remedy: 'Use Get to see the errors of the job, fix them and submit the recording again.',
	},
} as const;
