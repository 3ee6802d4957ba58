import type { Message } from '../stepError';

/** What errors about an external ID say by its last call: the call that creates the job, attaches its media or starts it. */
export const LAST_CALLS = {
	create: {
		step: 'Create job',
		doubt: 'may or may not have been created',
		ifUndone: 'there is no such job',
		ifDone: 'there is one',
		leftover: '',
	},
	attach: {
		step: 'Add media',
		doubt: 'may or may not have its media',
		ifUndone: 'its job has no media',
		ifDone: 'it has media',
		leftover: ' The job that this execution created has no media.',
	},
	start: {
		step: 'Start transcription',
		doubt: 'may or may not have been started',
		ifUndone: "its job isn't started",
		ifDone: 'it is started',
		leftover: " The job that this execution created isn't started.",
	},
} as const;

export type LastCall = keyof typeof LAST_CALLS;

export const JOB_MESSAGES = {
	EXTERNAL_ID_MISSING: {
		message: "'External ID' is empty, but 'If External ID Was Used Before' is set to {choice}",
		remedy:
			"Enter an 'External ID', or remove the option. If it is an expression, check that it finds the ID in this item.",
	},
	EXTERNAL_ID_NOT_CHECKED: {
		step: 'Create job',
		message: 'n8n can\'t check whether external ID "{externalId}" was used before: {reason}',
		remedy:
			"Run the workflow again, and check n8n's database. With 'If External ID Was Used Before' set to Create Another, the node doesn't need this check.",
	},
	EXTERNAL_ID_UNCLEAR: {
		step: 'Create job',
		message: 'an earlier run was interrupted, so the job with external ID "{externalId}" {doubt}',
		remedy:
			'Search Verbit for external ID "{externalId}". If {ifUndone}, run this item once with \'If External ID Was Used Before\' set to Create Another. If {ifDone}, remove the item.{leftover}',
	},
	EXTERNAL_ID_USED: {
		step: 'Create job',
		message: 'external ID "{externalId}" was used before',
		remedy:
			"Search Verbit for this external ID. To create another job for it, set 'If External ID Was Used Before' to Create Another.{leftover}",
	},
	JOB_ALREADY_STARTED: {
		kind: 'response',
		step: 'Start transcription',
		message: 'the job was already started (status {status}; Verbit returned {response})',
		remedy: 'Continue with Wait for Completion. Verbit starts a job only once.',
	},
	JOB_MAY_EXIST: {
		kind: 'response',
		step: 'Create job',
		message: '{reason}',
		remedy: 'The job may or may not have been created. {advice}',
	},
	JOB_NOT_READY: {
		kind: 'response',
		step: 'Start transcription',
		message: "the job can't be started yet (Verbit returned {response})",
		remedy:
			'Attach its recording with Add Media or Merge first. Verbit starts a job only when it has media.',
	},
	START_REFUSED: {
		kind: 'response',
		step: 'Start transcription',
		message: "the job can't be started (status {status}; Verbit returned {response})",
		remedy: '{advice}',
	},
} as const satisfies Record<string, Message>;
