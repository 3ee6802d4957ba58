import type { Message } from '../stepError';

export const JOB_MESSAGES = {
	EXTERNAL_ID_MISSING: {
		message: "'External ID' is empty, but 'If External ID Was Used Before' is set to {choice}",
		remedy:
			"Enter an 'External ID', or remove the option. If it is an expression, check that it finds the ID in this item.",
	},
	EXTERNAL_ID_NOT_CHECKED: {
		kind: 'input',
		step: 'Create job',
		message: 'n8n can\'t check whether external ID "{externalId}" was used before: {reason}',
		remedy:
			"Run the workflow again, and check n8n's database. With 'If External ID Was Used Before' set to Create Another, the node doesn't need this check.",
	},
	EXTERNAL_ID_UNCLEAR: {
		step: 'Create job',
		message:
			'an earlier run was interrupted, and Verbit can\'t say what became of job {jobId} with external ID "{externalId}": {reason}',
		remedy: 'Run the workflow again later: it continues with this job.',
	},
	EXTERNAL_ID_USED: {
		kind: 'input',
		step: 'Create job',
		message: {
			left: 'external ID "{externalId}" has a job that an earlier execution left',
			used: 'external ID "{externalId}" was used before',
			other: 'external ID "{externalId}" is in work in another execution',
		},
		remedy: {
			left: "To continue with it, set 'If External ID Was Used Before' to Skip.",
			other:
				"To create another job for it, set 'If External ID Was Used Before' to Create Another.",
		},
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
			known: 'Check job {jobId} with Get before you create another.',
			withId:
				'Run it again: the new job is flagged as a possible duplicate. A first one with external ID "{externalId}" stays unstarted in Verbit.',
			other:
				"Run the workflow again: a first job stays unstarted in Verbit. With an 'External ID', the node can try again itself.",
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
} as const satisfies Record<string, Message>;
