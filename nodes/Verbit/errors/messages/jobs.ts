import type { Message } from '../message';

/** Creating and starting jobs. */
export const JOB_MESSAGES = {
	CREATE_NOT_REPEATED: {
		kind: 'answer',
		step: 'Create job',
		message: 'not tried again, because an earlier try in this execution got no response',
		remedy:
			"The job may or may not have been created: search Verbit for it before you create it again. Set an 'External ID' to let the node retry safely.",
		cause:
			'An earlier try of the node sent the job without an external ID and got no response. Another try might create a second job.',
	},
	JOB_ALREADY_STARTED: {
		kind: 'answer',
		step: 'Start transcription',
		message: "the job can't be started again, its status is {status}: {reason}",
		remedy: 'Continue with Wait for Completion. Verbit starts a job only once.',
		cause: 'The job is In Progress or Completed.',
	},
	JOB_ENDED: {
		kind: 'answer',
		step: 'Start transcription',
		message: "the job can't be started any more, its status is {status}: {reason}",
		remedy: 'Create a new job for the recording. Verbit starts a job only once.',
		cause: 'The job failed or was canceled.',
	},
	JOB_MAY_EXIST: {
		kind: 'answer',
		step: 'Create job',
		message: '{reason}',
		remedy:
			'The job may or may not have been created. Search Verbit for external ID "{externalId}" and delete any duplicates.',
		cause: 'Verbit returned no clear response to the creation, in any attempt.',
	},
	JOB_MAY_EXIST_UNNAMED: {
		kind: 'answer',
		step: 'Create job',
		message: '{reason}',
		remedy:
			"The job may or may not have been created: search Verbit for it before you create it again. Set an 'External ID' to let the node retry safely.",
		cause:
			'Verbit returned no clear response to the creation, and without an external ID the node does not repeat it.',
	},
	JOB_NOT_READY: {
		kind: 'answer',
		step: 'Start transcription',
		message: "the job can't be started yet: {reason}",
		remedy:
			'Attach its recording with Add Media or Merge first. Verbit starts a job only when it has media.',
		cause: 'The job is Pending, most likely without media.',
	},
	START_REFUSED: {
		kind: 'answer',
		step: 'Start transcription',
		message: "the job can't be started: {reason}",
		remedy: 'Check its status with Get. If it has no media yet, attach some with Add Media first.',
		cause: 'Verbit refused the start, and the status of the job does not tell why.',
	},
} as const satisfies Record<string, Message>;
