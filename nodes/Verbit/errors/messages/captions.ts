import type { Message } from '../message';

/** Downloading captions, transcripts and media. */
export const CAPTION_MESSAGES = {
	CAPTION_FORMAT_INVALID: {
		message: "'Caption Format' isn't a valid format name (got {value})",
		remedy:
			"Choose a format from the list, or enter Verbit's name for it: letters, digits, dots, hyphens and underscores only.",
	},
	CAPTION_FORMAT_WITHOUT_TEXT: {
		message: "Captions in {format} can't be output as text",
		remedy: "Set 'Output As' to File, or choose a text format such as TXT, SRT or JSON.",
	},
	CAPTION_FORMAT_NOT_FOR_AGENTS: {
		message: "AI agents can read captions as text only, so {format} can't be used",
		remedy: "Set 'Caption Format' to a text format such as TXT, SRT or JSON.",
	},
	CAPTIONS_JOB_NOT_STARTED: {
		kind: 'response',
		step: 'Get captions',
		message: "the job hasn't been started: its status is {status} (Verbit returned {response})",
		remedy: 'Add Start Transcription and Wait for Completion before this step.',
	},
	CAPTIONS_NOT_READY: {
		kind: 'response',
		step: 'Get captions',
		message: "the captions aren't ready: the job's status is {status} (Verbit returned {response})",
		remedy: "Add Wait for Completion before this step, or get the draft with the option 'Draft'.",
	},
	CAPTIONS_JOB_CANCELED: {
		kind: 'response',
		step: 'Get captions',
		// n8n takes an error with the American spelling in lower case for a run that was stopped.
		message: 'the job has no captions: its status is {status} (Verbit returned {response})',
		remedy: 'Create a new job: a job that was stopped in Verbit gets no captions.',
	},
	CAPTIONS_JOB_FAILED: {
		kind: 'response',
		step: 'Get captions',
		message:
			'the job failed and has no captions: its status is {status} (Verbit returned {response})',
		remedy: 'Use Get to see the errors of the job, fix them and submit the recording again.',
	},
	DRAFT_NOT_READY: {
		kind: 'response',
		step: 'Get captions',
		message: "the draft isn't ready: the job's status is {status} (Verbit returned {response})",
		remedy: "Wait until 'draft_ready' is true in the output of Get, or start with Verbit Trigger.",
	},
	CAPTIONS_EMPTY: {
		kind: 'response',
		step: 'Get captions',
		message: 'Verbit returned {response} and an empty file',
		remedy: "Listen to the recording: it may contain no speech. If it does, ask Verbit's support.",
	},
	CAPTIONS_NOT_TEXT: {
		kind: 'response',
		step: 'Get captions',
		message: "the {format} file isn't text",
		remedy: "Set 'Output As' to File, or choose a text format such as TXT, SRT or JSON.",
	},
	CAPTIONS_NOT_JSON: {
		kind: 'response',
		step: 'Get captions',
		message: "the transcript isn't valid JSON",
		remedy: "Set 'Output As' to File to see what Verbit returned, or choose another format.",
	},
	CAPTIONS_NOT_STORED: {
		kind: 'response',
		step: 'Get captions',
		message: "n8n couldn't store the file: {reason}",
		remedy: "Check the free space and the limits of n8n's binary data storage.",
	},
	DOWNLOAD_CERTIFICATE_INVALID: {
		kind: 'response',
		step: 'Get captions',
		message: "the certificate of {host}, where Verbit keeps the file, isn't trusted ({reason})",
		remedy:
			'Check any proxy between n8n and this host. If your network uses its own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.',
		retriable: false,
	},
	DOWNLOAD_HOST_UNREACHABLE: {
		kind: 'response',
		step: 'Get captions',
		message: "{host}, where Verbit keeps the file, couldn't be reached ({reason})",
		remedy: 'Check that n8n may connect to this host: the network, a firewall and the proxy.',
		retriable: true,
	},
	DOWNLOAD_INTERRUPTED: {
		kind: 'response',
		step: 'Get captions',
		message: 'the download was interrupted ({reason})',
		remedy: 'Check the network and the proxy, then run the workflow again.',
		retriable: true,
	},
	DOWNLOAD_STALLED: {
		kind: 'response',
		step: 'Get captions',
		message: 'the download stalled: no data arrived for {seconds} s',
		remedy: 'Check the network and the proxy, then run the workflow again.',
		retriable: true,
	},
	DOWNLOAD_URL_REFUSED: {
		kind: 'response',
		step: 'Get captions',
		message: "the storage refused Verbit's download URL with {refusal}: {url}",
		remedy:
			'Check that n8n can reach this host, then try again. Verbit creates a new URL each time.',
	},
	REDIRECT_INVALID: {
		kind: 'response',
		step: 'Get captions',
		message: "Verbit redirects to a URL that isn't a valid http or https URL: {url}",
		remedy: "Check 'Base URL' in the credential, and the proxy if there is one.",
	},
	REDIRECT_LOOP: {
		kind: 'response',
		step: 'Get captions',
		message: 'the download is redirected more than five times',
		remedy: "Check 'Base URL' in the credential, and the proxy if there is one.",
	},
	REDIRECT_UNENCRYPTED: {
		kind: 'response',
		step: 'Get captions',
		message: 'the download is redirected to a URL without encryption: {url}',
		remedy: "Check 'Base URL' in the credential, and the proxy if there is one.",
	},
} as const satisfies Record<string, Message>;
