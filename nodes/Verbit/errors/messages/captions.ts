import type { Message } from '../message';

/** Downloading captions, transcripts and media. */
export const CAPTION_MESSAGES = {
	CAPTION_FORMAT_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'Caption Format' isn't a valid format name (got {value})",
		remedy:
			"Choose a format from the list, or enter Verbit's name for it: letters, digits, dots, hyphens and underscores only.",
		cause: "'Caption Format' is an expression that results in nothing or in something else.",
	},
	CAPTION_FORMAT_WITHOUT_TEXT: {
		kind: 'input',
		step: 'Check input',
		message: "Captions in {format} can't be output as text",
		remedy: "Set 'Output As' to File, or choose a text format such as TXT, SRT or JSON.",
		cause: "'Output As' is Text, and the format is a document, a recording or an archive.",
	},
	CAPTION_FORMAT_NOT_FOR_AGENTS: {
		kind: 'input',
		step: 'Check input',
		message: "AI agents can read captions as text only, so {format} can't be used",
		remedy: "Set 'Caption Format' to a text format such as TXT, SRT or JSON.",
		cause: 'An AI agent asks for a document, a recording or an archive.',
	},
	CAPTION_OUTPUT_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'Output As' must be file or text (got {value})",
		remedy: "Choose File or Text, or check the expression in 'Output As'.",
		cause: "'Output As' is an expression that results in something else.",
	},
	CAPTION_FIELD_EMPTY: {
		kind: 'input',
		step: 'Check input',
		message: "'Put Output File in Field' is empty",
		remedy: 'Enter the name of the output field for the file, for example data.',
		cause:
			"The field is empty, or its expression results in nothing. It is needed for 'Output As': File.",
	},
	CAPTIONS_JOB_NOT_STARTED: {
		kind: 'response',
		step: 'Get captions',
		message: "the job hasn't been started: its status is {status} (Verbit returned {response})",
		remedy: 'Add Start Transcription and Wait for Completion before this step.',
		cause: 'Captions are requested for a job that has not been started.',
	},
	CAPTIONS_NOT_READY: {
		kind: 'response',
		step: 'Get captions',
		message: "the captions aren't ready: the job's status is {status} (Verbit returned {response})",
		remedy: "Add Wait for Completion before this step, or get the draft with the option 'Draft'.",
		cause: 'Captions are requested before the job is completed.',
	},
	CAPTIONS_JOB_CANCELED: {
		kind: 'response',
		step: 'Get captions',
		// n8n takes an error with the American spelling in lower case for a run that was stopped.
		message: 'the job has no captions: its status is {status} (Verbit returned {response})',
		remedy: 'Create a new job: a job that was stopped in Verbit gets no captions.',
		cause: 'The job was stopped in Verbit before its captions were finished.',
	},
	CAPTIONS_JOB_FAILED: {
		kind: 'response',
		step: 'Get captions',
		message:
			'the job failed and has no captions: its status is {status} (Verbit returned {response})',
		remedy: 'Use Get to see the errors of the job, fix them and submit the recording again.',
		cause: 'Verbit could not transcribe the recording.',
	},
	DRAFT_NOT_READY: {
		kind: 'response',
		step: 'Get captions',
		message: "the draft isn't ready: the job's status is {status} (Verbit returned {response})",
		remedy: "Wait until 'draft_ready' is true in the output of Get, or start with Verbit Trigger.",
		cause: 'A draft is requested before Verbit has made one.',
	},
	CAPTIONS_EMPTY: {
		kind: 'response',
		step: 'Get captions',
		message: 'Verbit returned {response} and an empty file',
		remedy: "Listen to the recording: it may contain no speech. If it does, ask Verbit's support.",
		cause: 'The job is completed, and the file of its captions has no content.',
	},
	CAPTIONS_NOT_TEXT: {
		kind: 'response',
		step: 'Get captions',
		message: "the {format} file isn't text",
		remedy: "Set 'Output As' to File, or choose a text format such as TXT, SRT or JSON.",
		cause: "'Output As' is Text, and Verbit returns a file with binary data.",
	},
	CAPTIONS_NOT_JSON: {
		kind: 'response',
		step: 'Get captions',
		message: "the transcript isn't valid JSON",
		remedy: "Set 'Output As' to File to see what Verbit returned, or choose another format.",
		cause:
			"'Output As' is Text with the format JSON, and the file that Verbit returns can't be parsed.",
	},
	CAPTIONS_NOT_STORED: {
		kind: 'response',
		step: 'Get captions',
		message: "n8n couldn't store the file: {reason}",
		remedy: "Check the free space and the limits of n8n's binary data storage.",
		cause:
			"n8n's storage for binary data is full or not available, or the file is larger than its limit.",
	},
	DOWNLOAD_CERTIFICATE_INVALID: {
		kind: 'response',
		step: 'Get captions',
		message: "the certificate of {host}, where Verbit keeps the file, isn't trusted ({reason})",
		remedy:
			'Check any proxy between n8n and this host. If your network uses its own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.',
		cause:
			"The certificate of Verbit's storage has expired, is for another host, or is signed by an unknown authority.",
		retriable: false,
	},
	DOWNLOAD_HOST_UNREACHABLE: {
		kind: 'response',
		step: 'Get captions',
		message: "{host}, where Verbit keeps the file, couldn't be reached ({reason})",
		remedy: 'Check that n8n may connect to this host: the network, a firewall and the proxy.',
		cause: 'Verbit redirects to a storage, and n8n gets no connection to it.',
		retriable: true,
	},
	DOWNLOAD_INTERRUPTED: {
		kind: 'response',
		step: 'Get captions',
		message: 'the download was interrupted ({reason})',
		remedy: 'Check the network and the proxy, then run the workflow again.',
		cause:
			'The connection drops during the download. The node continues the download where it stopped, if the host supports that, or starts over.',
		retriable: true,
	},
	DOWNLOAD_STALLED: {
		kind: 'response',
		step: 'Get captions',
		message: 'the download stalled: no data arrived for {seconds} s',
		remedy: 'Check the network and the proxy, then run the workflow again.',
		cause: 'The connection stays open, but no data arrives, even after the node tried again.',
		retriable: true,
	},
	DOWNLOAD_URL_REFUSED: {
		kind: 'response',
		step: 'Get captions',
		message: "the storage refused Verbit's download URL with {refusal}: {url}",
		remedy:
			'Check that n8n can reach this host, then try again. Verbit creates a new URL each time.',
		cause: 'Verbit redirects to a storage, and that storage refuses the URL.',
	},
	REDIRECT_INVALID: {
		kind: 'response',
		step: 'Get captions',
		message: "Verbit redirects to a URL that isn't a valid http or https URL: {url}",
		remedy: "Check 'Base URL' in the credential, and the proxy if there is one.",
		cause: "Verbit, or a proxy in between, redirects to something that isn't a web address.",
	},
	REDIRECT_LOOP: {
		kind: 'response',
		step: 'Get captions',
		message: 'the download is redirected more than five times',
		remedy: "Check 'Base URL' in the credential, and the proxy if there is one.",
		cause: 'Verbit, a storage or a proxy in between redirects in a circle.',
	},
	REDIRECT_UNENCRYPTED: {
		kind: 'response',
		step: 'Get captions',
		message: 'the download is redirected to a URL without encryption: {url}',
		remedy: "Check 'Base URL' in the credential, and the proxy if there is one.",
		cause: 'An https URL redirects to an http URL. The node does not follow it.',
	},
} as const satisfies Record<string, Message>;
