import { MAY_NEED_APPROVAL } from './jobs';
import type { CatalogueEntry } from './message';

export const CAPTION_MESSAGES = {
	CAPTION_FORMAT_WITHOUT_TEXT: {
		message: "Captions in {format} can't be output as text",
		remedy: "Choose a text format such as TXT, SRT or JSON, or set 'Output As' to File.",
		agentRemedy:
			'Choose a text format such as TXT, SRT or JSON. AI agents can read captions as text only.',
	},
	CAPTIONS_NOT_READY: {
		activity: 'Get captions',
		message: "the captions aren't ready: the job's status is {status} (Verbit returned {response})",
		remedy: {
			pending: `Start the job with Start Transcription, and wait until it is completed. ${MAY_NEED_APPROVAL}`,
			draft: "Wait until 'draft_ready' is true in the output of Get.",
			other: 'Wait until the job is completed, for example with Wait for Completion.',
		},
	},
	CAPTIONS_UNAVAILABLE: {
		activity: 'Get captions',
		message: 'the job has no captions: its status is {status} (Verbit returned {response})',
		remedy: {
			failed: 'Use Get to see the errors of the job, and fix their cause.',
			other: 'A job that was stopped in Verbit gets no captions.',
		},
		jobFate: 'ended',
	},
	CAPTIONS_NOT_TEXT: {
		activity: 'Get captions',
		message: "the {format} file isn't {expected}",
		remedy:
			"To see what Verbit returned, set 'Output As' to File. Another 'Caption Format' in Get Captions or Transcript may help.",
		agentRemedy: 'Choose another text format such as TXT, SRT or JSON.',
	},
	CAPTIONS_NOT_COMPLETE: {
		activity: 'Get captions',
		message: {
			repeated:
				"Verbit returned the same response twice, and it isn't a complete {format} file (returned {response})",
			other: "Verbit didn't return a complete {format} file (returned {response})",
		},
		remedy: {
			repeated:
				"Check the captions of the job in Verbit. If the file is right, get it with Get Captions or Transcript and 'Check File' turned off.",
			other:
				"If another try returns no complete file either, get it with Get Captions or Transcript and 'Check File' turned off.",
		},
		agentRemedy:
			'Choose another caption format. If no format works, tell the user which job has no complete file.',
	},
	CAPTIONS_NOT_STORED: {
		activity: 'Get captions',
		message: "n8n couldn't store the file: {reason}",
		remedy: "Check the free space and the limits of n8n's binary data storage.",
	},
	DOWNLOAD_URL_REFUSED: {
		activity: 'Get captions',
		message: "the storage refused Verbit's download URL (returned {refusal}): {url}",
		remedy: 'Check that n8n can reach this host.',
		advisedTry: 'continueFirst',
	},
} as const satisfies Record<string, CatalogueEntry>;
