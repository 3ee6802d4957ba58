import type { Message } from '../message';

/**
 * Calls that Verbit Trigger receives. The message of a `CALL_…` entry is also the body that the caller gets, and anybody
 * can call: it holds no value.
 */
export const TRIGGER_MESSAGES = {
	SECRET_NOT_URL_SAFE: {
		message: "'Secret' may contain only letters, digits and - . _ ~",
		remedy:
			"Choose another 'Secret'. Any other character would have to be encoded in the URL that you give to Verbit.",
	},
	SECRET_EMPTY: {
		message: "The expression in 'Secret' has no value",
		remedy: "Fix the expression in 'Secret', or clear the field to accept calls without a secret.",
	},
	CONFIRMED_STATUS_UNKNOWN: {
		kind: 'response',
		step: 'Get job',
		message: 'Verbit returned the unknown status "{status}"',
		remedy: "Check 'Base URL' in the credential and the option 'API Version'.",
	},
	CONFIRMATION_TIMED_OUT: {
		kind: 'response',
		step: 'Get job',
		message: "Verbit didn't return the job within {seconds} s",
		remedy: 'Verbit calls again within 48 hours. If this continues, check whether Verbit is down.',
		retriable: true,
	},
	CALL_SECRET_WRONG: {
		message: 'The secret is missing or wrong',
		remedy: "Append ?secret=YOUR_SECRET to the URL that you gave to Verbit, or clear 'Secret'.",
	},
	CALL_UNREADABLE: {
		message: 'The call has a field that is too long or contradicts itself',
		remedy: "Verbit doesn't send such calls. Check which other program uses the URL.",
	},
	CALL_WITHOUT_JOB: {
		message: 'The call contains no job ID',
		remedy: 'Nothing to do after a test event: it shows that Verbit reaches n8n.',
	},
	CALL_WITHOUT_EVENT: {
		message: 'The call contains no event that this node knows',
		remedy: 'Nothing to do after a test event. Otherwise, check for a newer version of this node.',
	},
	CALL_JOB_UNKNOWN: {
		kind: 'response',
		step: 'Get job',
		message: 'Verbit has no such job',
		remedy:
			'Check that the credential belongs to the Verbit account and environment that send the calls. Nothing to do after a test event.',
	},
	CALL_JOB_UNFINISHED: {
		kind: 'response',
		step: 'Get job',
		message: "The job hasn't finished",
		remedy: 'Nothing to do: Verbit calls again. If nobody submitted the job, set a secret.',
	},
	CALL_DRAFT_NOT_READY: {
		kind: 'response',
		step: 'Get job',
		message: 'The job has no draft yet',
		remedy: 'Nothing to do: Verbit calls again. If nobody submitted the job, set a secret.',
	},
	CALL_JOB_UNCONFIRMED: {
		kind: 'response',
		step: 'Get job',
		message: "The job couldn't be confirmed",
		remedy: 'Nothing to do: Verbit calls again.',
		retriable: true,
	},
	CALL_CAPTIONS_UNAVAILABLE: {
		kind: 'response',
		step: 'Get captions',
		message: "The captions couldn't be downloaded",
		remedy: 'Nothing to do: Verbit calls again.',
		retriable: true,
	},
	CALL_JOB_BUSY: {
		kind: 'response',
		message: 'Another call for this job is being handled',
		remedy: 'Nothing to do: Verbit calls again.',
		retriable: true,
	},
	TOO_MANY_CALLS: {
		kind: 'response',
		message: 'Too many calls are waiting',
		remedy:
			'Nothing to do: Verbit calls again. If this continues, set a secret to keep other callers out.',
		retriable: true,
	},
	EVENT_REPEATED: {
		message: 'An earlier execution started with this event ({event} of job {jobId})',
		remedy:
			'Nothing to do if that execution finished. If it crashed or was stopped, retry it in the list of executions.',
	},
	EVENT_NOT_RECORDED: {
		message:
			"n8n couldn't record an event ({reason}), so a repeated call can start the workflow again",
		remedy: "Update n8n to 1.66 or newer. If it already is, check n8n's database.",
	},
} as const satisfies Record<string, Message>;

/** Codes of calls that start nothing. */
export type CallCode = Extract<keyof typeof TRIGGER_MESSAGES, `CALL_${string}` | 'TOO_MANY_CALLS'>;
