import type { CatalogueEntry } from './message';

const ONE_ITEM_PER_JOB =
	'Pass one item per job to this node, for example with Remove Duplicates before it.';

export const MAY_NEED_APPROVAL =
	"If the job was started, it may wait for somebody's approval in Verbit.";

const ANOTHER_ID =
	'Tell the user. Only if you can set the External ID and the user wants it, call this with another one.';

export const JOB_MESSAGES = {
	EXTERNAL_ID_NOT_CHECKED: {
		kind: 'input',
		activity: 'Create job',
		message: 'n8n can\'t read or save its records of External ID "{externalId}": {reason}',
		remedy: "Check n8n's database before you try again.",
		agentRemedy: "Tell the user that n8n's database must be checked.",
		failsAllItems: true,
	},
	EXTERNAL_ID_UNCLEAR: {
		activity: 'Create job',
		message:
			'Verbit returned no clear status for job {jobId} with External ID "{externalId}": {reason}',
		remedy: 'Wait a few minutes before you try again.',
		agentRemedy: 'Call this again later: it continues with this job.',
	},
	EXTERNAL_ID_OF_OTHER_FILE: {
		kind: 'input',
		activity: 'Create job',
		message: {
			'Same run': 'External ID "{externalId}" belongs to another recording in this run, too',
			other: 'External ID "{externalId}" belongs to another recording, of job {jobId}',
		},
		remedy:
			"Run a copy of this workflow with only this recording, and there enter another 'External ID', or set 'If Used Before' to Create Another. If only 'Media Source' was changed, change it back.",
		agentRemedy:
			"Call this again with another External ID for this recording. If you can't set the ID, tell the user.",
		advisedTry: 'none',
	},
	JOBS_UNKNOWN: {
		kind: 'input',
		activity: 'Create job',
		message:
			'Verbit doesn\'t know job {jobId} with External ID "{externalId}", nor did it know the job before it',
		remedy:
			"Check that the credential's account made the jobs and that its user may see them. If they were deleted, run a copy of this workflow with only this recording.",
		agentRemedy: ANOTHER_ID,
		advisedTry: 'none',
	},
	RECORDING_FAILED_TWICE: {
		kind: 'input',
		activity: 'Create job',
		message: 'jobs {jobs} of the recording with External ID "{externalId}" failed or were stopped',
		remedy:
			'Use Get to see why. Once the cause is fixed, run a copy of this workflow with only this recording.',
		agentRemedy: ANOTHER_ID,
		advisedTry: 'none',
	},
	SAVED_BY_OTHER_VERSION: {
		message:
			"This execution was saved by a version of the Verbit node that this version can't read. Its jobs: {jobs}",
		remedy:
			'The jobs go on in Verbit: get their text with Get Captions or Transcript. With an External ID, a new run of the workflow continues with them.',
		advisedTry: 'none',
		failsAllItems: true,
	},
	WAIT_ITEMS_REPLACED: {
		message: 'n8n has replaced the items that this execution waited for. Their jobs: {jobs}',
		remedy:
			'The jobs go on in Verbit: get their text with Get Captions or Transcript. Call the sub-workflow that waits before this node once for all items.',
		advisedTry: 'none',
		failsAllItems: true,
	},
	JOB_ALREADY_STARTED: {
		activity: 'Start transcription',
		message: 'the job was already started (status {status}; Verbit returned {response})',
		remedy: 'Continue with Wait for Completion. Verbit starts a job only once.',
		advisedTry: 'none',
	},
	JOB_MAY_EXIST: {
		activity: 'Create job',
		message: 'the job may or may not have been created: {reason}',
		remedy: {
			known: 'Check job {jobId} with Get.',
			withId:
				'If the job was created, it stays unstarted in Verbit, with External ID "{externalId}". The next one is flagged as a possible duplicate.',
			other:
				"If the job was created, it stays unstarted in Verbit. With an 'External ID', the node can try again itself.",
		},
		agentRemedy: {
			known: 'Check job {jobId} with Get before you create another.',
			withId: 'If a first job was created, it stays unstarted.',
			other: 'Tell the user to look for the job in Verbit before it is submitted again.',
		},
	},
	JOB_NOT_READY: {
		activity: 'Start transcription',
		message: "the job can't be started yet (Verbit returned {response})",
		remedy: {
			'Submit or Transcribe': `If Verbit's response names no other reason, wait a few minutes: Verbit may still be processing the recording. ${MAY_NEED_APPROVAL}`,
			other: `Attach its recording with Add Media or Merge if it has none yet, or wait a few minutes: Verbit may still be processing it, or the job was started and waits for somebody's approval.`,
		},
	},
	START_REFUSED: {
		activity: 'Start transcription',
		message: "the job can't be started (status {status}; Verbit returned {response})",
		remedy: 'Verbit starts a job only once: the recording needs a new job.',
		jobFate: 'ended',
	},
	TRIAL_RUN_REFUSED: {
		message:
			'This node runs alone and for {seconds} s at most: it would start a paid job and lose its result',
		remedy:
			"Don't run it to see its output: its output schema has the fields. To transcribe, connect it to a trigger, or set the workflow's timeout to 2 minutes or more.",
	},
	ATTACHMENT_UNCLEAR: {
		message: "Verbit's response doesn't say whether the attachment worked (returned {response})",
		remedy: {
			media: 'Continue with Start Transcription: Verbit starts a job only if it has its media.',
			other: 'Check the job in Verbit before you attach it again.',
		},
	},
	JOB_IN_SEVERAL_ITEMS: {
		message: 'Job {jobId} appears in {count} items, but {reason}',
		remedy: {
			'Add notes': `${ONE_ITEM_PER_JOB} To attach several files, set 'Notes Source' to Binary Files or Asset IDs.`,
			'Add media': `${ONE_ITEM_PER_JOB} To combine several files, use Verbit → Merge.`,
			other: ONE_ITEM_PER_JOB,
		},
		agentRemedy: {
			'Add media': 'Call this once for each job. To combine several files, use Verbit → Merge.',
			other: 'Call this once for each job.',
		},
	},
	ONE_ACCEPTED: {
		message: '{user} accepts one {thing}, but this item has {count}',
		remedy: {
			'Add media': "Enter one in '{field}'. To combine several recordings, use Verbit → Merge.",
			option: "Name one field in 'Input Binary Field', or remove the option '{field}'.",
			other: "Enter one in '{field}'.",
		},
		agentRemedy: {
			'Add media': 'Pass one. To combine several recordings, use Verbit → Merge.',
			other: 'Pass one.',
		},
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
		remedy: {
			'Submit or Transcribe':
				"Choose a profile that can merge: Verbit's support can tell you which ones can.",
			other:
				"If the job has these files already, continue with Start Transcription. Otherwise, create a new job with a profile that can merge: Verbit's support can tell you which ones can.",
		},
		jobFate: 'refused',
	},
	MEDIA_ALREADY_ADDED: {
		message: 'the job already has media or no longer accepts any (Verbit returned {response})',
		remedy:
			'If the job has this recording already, continue with Start Transcription or Wait for Completion. For another recording, create a new job.',
		advisedTry: 'none',
	},
	VALUE_REPEATED: {
		message: "'{field}' has {value} more than once",
		remedy: 'Use each one once, over all items of the same job.',
	},
	WAIT_TIMED_OUT: {
		activity: 'Wait for completion',
		message: "the job didn't finish within {duration} (last status {status})",
		remedy: {
			Transcribe: `For longer jobs, raise 'Timeout'. ${MAY_NEED_APPROVAL}`,
			other:
				"The job goes on in Verbit, or waits there for somebody's approval: for longer jobs, raise 'Timeout'. To get its result, use Wait for Completion with its job ID, then Get Captions or Transcript.",
		},
		agentRemedy: 'The job goes on in Verbit: wait for it again later.',
		advisedTry: 'continueFirst',
	},
	WAIT_JOB_NOT_STARTED: {
		activity: 'Wait for completion',
		message: "the job wasn't started within {duration} (status {status})",
		remedy: `Start the job with Start Transcription once it has media. ${MAY_NEED_APPROVAL}`,
	},
	WAIT_NOT_SUSPENDED: {
		kind: 'input',
		activity: 'Wait for completion',
		message: "this version of n8n can't suspend the execution as the node needs it",
		remedy:
			"Update the Verbit node, or set 'Timeout' to 0.08 hours or less and save the workflow. Then retry this execution in the list: it continues with its jobs.",
		failsAllItems: true,
	},
	JOB_CANCELED: {
		activity: 'Wait for completion',
		message: 'the job was stopped in Verbit (status {status}): {reasons}',
		remedy: 'A job that was stopped never continues.',
		jobFate: 'ended',
	},
	JOB_FAILED: {
		activity: 'Wait for completion',
		message: 'the transcription failed (status {status}): {reasons}',
		// The keys are the codes that Verbit documents for `errors[]` of job/info.
		remedy: {
			audio_minutes_limit: "Ask Verbit's support for more audio minutes.",
			audio_minutes_limit_on_account: "Ask Verbit to raise the account's audio minutes.",
			bad_audio_quality: 'Another try with this file fails too: use a better recording.',
			exceeded_allowed_duration:
				'Use a profile that allows longer recordings, or split the recording.',
			failed_transcoding:
				'Check that the file plays, and convert it to a common format such as mp4, mp3 or wav.',
			failed_transcribing: "If it fails again, ask Verbit's support.",
			foreign_language:
				"Use a profile that supports the recording's language, and set 'Language' to it.",
			media_upload_error: 'Check that the media URL works without a login for 24 hours.',
			no_speech:
				'Another try with this file fails too: check that it is the right one and that it contains speech.',
			other: "Ask Verbit's support for the reason.",
		},
		agentRemedy: 'Tell the user the reason. The same recording may fail again.',
		jobFate: 'ended',
	},
} as const satisfies Record<string, CatalogueEntry>;
