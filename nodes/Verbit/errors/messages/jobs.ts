import type { Message } from '../stepError';

/** n8n takes an error with the lower-case word for a stopped job for its own Stop. */
export const JOB_MESSAGES = {
	EXTERNAL_ID_NOT_CHECKED: {
		kind: 'input',
		step: 'Create job',
		message: 'n8n can\'t check whether external ID "{externalId}" was used before: {reason}',
		remedy: "Check n8n's database, then run the workflow again.",
		agentRemedy: "Tell the user that n8n's database must be checked.",
	},
	EXTERNAL_ID_UNCLEAR: {
		step: 'Create job',
		message:
			'an earlier run was interrupted, and Verbit can\'t say what became of job {jobId} with external ID "{externalId}": {reason}',
		remedy: 'Run the workflow again later: it continues with this job.',
		agentRemedy: 'Call this again later: it continues with this job.',
	},
	EXTERNAL_ID_OF_OTHER_FILE: {
		kind: 'input',
		step: 'Create job',
		message: 'external ID "{externalId}" belongs to another recording, of job {jobId}',
		remedy:
			"Give each recording its own ID, such as its file ID, or its name and size. To submit only this recording with the same ID, run a copy of the workflow with 'If Used Before' set to Create Another.",
		agentRemedy: 'Call this again with another external ID for this recording.',
	},
	RECORDING_FAILED_TWICE: {
		kind: 'input',
		step: 'Create job',
		message: 'the recording with external ID "{externalId}" failed twice: jobs {jobs}',
		remedy:
			'Use Get to see why. Once the cause is fixed, submit the recording with another External ID.',
		agentRemedy: 'Tell the user, and call this with another external ID only if the user wants it.',
	},
	SAVED_BY_OTHER_VERSION: {
		message:
			"This execution was saved by a version of the Verbit node that this version can't read. Its jobs: {jobs}",
		remedy:
			'The jobs go on in Verbit: get their text with Get Captions or Transcript. With an External ID, a new run of the workflow continues with them.',
	},
	JOB_ALREADY_STARTED: {
		step: 'Start transcription',
		message: 'the job was already started (status {status}; Verbit returned {response})',
		remedy: 'Continue with Wait for Completion. Verbit starts a job only once.',
	},
	JOB_MAY_EXIST: {
		step: 'Create job',
		message: 'the job may or may not have been created: {reason}',
		remedy: {
			known:
				'Check job {jobId} with Get. Retry On Fail, and Retry in the list of executions, continue with it.',
			withId:
				'Run it again: the new job is flagged as a possible duplicate. A first one with external ID "{externalId}" stays unstarted in Verbit.',
			other:
				"Run the workflow again: a first job stays unstarted in Verbit. With an 'External ID', the node can try again itself.",
		},
		agentRemedy: {
			known: 'Check job {jobId} with Get before you create another.',
			other: 'Tell the user to look for the job in Verbit before it is submitted again.',
		},
	},
	JOB_NOT_READY: {
		step: 'Start transcription',
		message: "the job can't be started yet (Verbit returned {response})",
		remedy:
			'Attach its recording with Add Media or Merge first. Verbit starts a job only when it has media.',
	},
	START_REFUSED: {
		step: 'Start transcription',
		message: "the job can't be started (status {status}; Verbit returned {response})",
		remedy: {
			hasEnded: 'Create a new job for the recording. Verbit starts a job only once.',
			other: 'Check its status with Get. If it has no media yet, attach some with Add Media first.',
		},
	},
	TRIAL_RUN_REFUSED: {
		message:
			'This node runs alone and for {seconds} s at most: it would start a paid job and lose its result',
		remedy:
			"Don't run it to see its output: its output schema has the fields. To transcribe, connect it to a trigger, or set the workflow's timeout to 2 minutes or more.",
	},
	ATTACHMENT_UNCLEAR: {
		message: "Verbit's response doesn't say whether the job has it now (returned {response})",
		remedy: {
			media: 'Continue with Start Transcription: Verbit starts a job only if it has its media.',
			other: 'Check the job in Verbit before you attach it again.',
		},
	},
	JOB_IN_SEVERAL_ITEMS: {
		message: 'Job {jobId} appears in {count} items, but {limit}',
		remedy:
			"Pass one item per job to this node, for example with Remove Duplicates before it. To combine several files, use Verbit → Merge, or Add Notes with 'Notes Source' set to Binary Files or Asset IDs.",
		agentRemedy: 'Call this once for each job. To combine several files, use Verbit → Merge.',
	},
	ONE_ACCEPTED: {
		message: '{user} accepts one {thing}, but this item has {count}',
		remedy: {
			option: "Name one field in 'Input Binary Field', or remove the option '{field}'.",
			other: "Enter one in '{field}'. To combine several recordings, use Verbit → Merge.",
		},
		agentRemedy: 'Pass one. To combine several recordings, use Verbit → Merge.',
	},
	MERGE_NEEDS_TWO_PARTS: {
		message: 'Merge needs two or more files or assets, but job {jobId} has one',
		remedy:
			'Pass all parts to this node in one run, with the same job ID in each item. For a single file, use Add Media.',
		agentRemedy: 'Pass all asset IDs in one call. For a single one, use Add Media.',
	},
	MERGE_REFUSED: {
		message:
			"the job's profile can't merge, or the job already has media (Verbit returned {response})",
		remedy:
			"Choose a profile that can merge: Verbit's support can tell you which ones can. If the job already has media, create a new job.",
	},
	MEDIA_ALREADY_ADDED: {
		message: 'the job already has media or no longer accepts any (Verbit returned {response})',
		remedy:
			'Create a new job for this recording and attach the media to it. Verbit accepts media only once per job.',
	},
	VALUE_REPEATED: {
		message: "'{field}' has {value} more than once",
		remedy: 'Use each one once, over all items of the same job.',
	},
	WAIT_TIMED_OUT: {
		step: 'Wait for completion',
		message: "the job didn't finish within {duration} (last status {status})",
		remedy:
			"Raise 'Timeout', or run Wait for Completion again later. To start a workflow when a job finishes, use Verbit Trigger.",
		agentRemedy: 'The job goes on in Verbit: wait for it again later.',
	},
	WAIT_JOB_NOT_STARTED: {
		step: 'Wait for completion',
		message: "the job wasn't started within {duration} (status {status})",
		remedy: 'Start the job with Start Transcription once it has media.',
	},
	WAIT_NOT_SUSPENDED: {
		kind: 'input',
		step: 'Wait for completion',
		message: "this version of n8n can't suspend the execution as the node needs it",
		remedy:
			"The jobs go on in Verbit: get their captions with Get Captions. Update the Verbit node, or set 'Timeout' to 5 minutes or less.",
	},
	JOB_CANCELED: {
		step: 'Wait for completion',
		message: 'the job was stopped in Verbit (status {status}): {reasons}',
		remedy: 'Create a new job if you still need the transcription. A stopped job never continues.',
	},
	JOB_FAILED: {
		step: 'Wait for completion',
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
		agentRemedy: 'Tell the user the reason. The same recording may fail again.',
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
			draft: "the draft isn't ready: the job's status is {status} (Verbit returned {response})",
			other: "the captions aren't ready: the job's status is {status} (Verbit returned {response})",
		},
		remedy: {
			pending: 'Add Start Transcription and Wait for Completion before this step.',
			draft: "Wait until 'draft_ready' is true in the output of Get, or start with Verbit Trigger.",
			other: "Add Wait for Completion before this step, or get the draft with the option 'Draft'.",
		},
		agentRemedy: {
			pending: 'Start the job with Start Transcription, then wait for it.',
			draft: "Try again when Get returns 'draft_ready' as true.",
			other: 'Wait for the job with Wait for Completion, then try again.',
		},
	},
	CAPTIONS_UNAVAILABLE: {
		step: 'Get captions',
		message: 'the job has no captions: its status is {status} (Verbit returned {response})',
		remedy: {
			failed: 'Use Get to see the errors of the job, fix them and submit the recording again.',
			other: 'Create a new job: a job that was stopped in Verbit gets no captions.',
		},
	},
	CAPTIONS_NOT_TEXT: {
		step: 'Get captions',
		message: "the {format} file isn't {expected}",
		remedy:
			"Choose another text format such as TXT, SRT or JSON. To see what Verbit returned, set 'Output As' to File.",
		agentRemedy: 'Choose another text format such as TXT, SRT or JSON.',
	},
	CAPTIONS_NOT_COMPLETE: {
		step: 'Get captions',
		message: {
			repeated:
				"Verbit returned the same response twice, and it isn't a complete {format} file (returned {response})",
			other: "Verbit didn't return a complete {format} file (returned {response})",
		},
		remedy: {
			repeated:
				"Check the captions of the job in Verbit. If the file is right, get it with Get Captions or Transcript and 'Check File' turned off.",
			other:
				"Run the workflow again. If this continues, get the file with Get Captions or Transcript and 'Check File' turned off.",
		},
		agentRemedy:
			'Choose another caption format. If no format works, tell the user which job has no complete file.',
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
		agentRemedy: 'Call this again once. If it fails again, tell the user.',
		retriable: true,
	},
	DOWNLOAD_URL_REFUSED: {
		step: 'Get captions',
		message: "the storage refused Verbit's download URL (returned {refusal}): {url}",
		remedy:
			'Check that n8n can reach this host, then try again. Verbit creates a new URL each time.',
	},
} as const satisfies Record<string, Message>;
