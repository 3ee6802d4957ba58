import type { Message } from '../message';

/**
 * Calls that Verbit Trigger receives. The message of a `CALL_…` entry is also the body that the caller gets, and anybody
 * can call: it holds no value.
 */
export const TRIGGER_MESSAGES = {
	SECRET_NOT_URL_SAFE: {
		kind: 'input',
		step: 'Check input',
		message: "'Secret' may contain only letters, digits and - . _ ~",
		remedy:
			"Choose another 'Secret'. Any other character would have to be encoded in the URL that you give to Verbit.",
		cause:
			"'Secret' has a space, an accent or a sign such as & or +. Checked when the workflow is published and when it listens for a test event.",
	},
	SECRET_EMPTY: {
		kind: 'input',
		step: 'Check input',
		message: "The expression in 'Secret' has no value",
		remedy: "Fix the expression in 'Secret', or clear the field to accept calls without a secret.",
		cause: "'Secret' is an expression that returns nothing, so every call would be rejected.",
	},
	CONFIRMED_STATUS_UNKNOWN: {
		kind: 'response',
		step: 'Get job',
		message: 'Verbit returned the unknown status "{status}"',
		remedy: "Check 'Base URL' in the credential and the option 'API Version'.",
		cause:
			'Verbit was asked for the job before the workflow starts, and returned a status that this node does not know.',
	},
	CONFIRMATION_TIMED_OUT: {
		kind: 'response',
		step: 'Get job',
		message: "Verbit didn't return the job within {seconds} s",
		remedy: 'Verbit calls again within 48 hours. If this continues, check whether Verbit is down.',
		cause: "'Confirm Job' is on, and Verbit is slow or busy.",
		retriable: true,
	},
	CALL_SECRET_WRONG: {
		kind: 'input',
		step: 'Check input',
		message: 'The secret is missing or wrong',
		remedy: "Append ?secret=YOUR_SECRET to the URL that you gave to Verbit, or clear 'Secret'.",
		cause: "'Secret' is set, and the URL that was called does not carry it. Returns 403.",
	},
	CALL_UNREADABLE: {
		kind: 'input',
		step: 'Check input',
		message: 'The call has a field that is too long or contradicts itself',
		remedy: "Verbit doesn't send such calls. Check which other program uses the URL.",
		cause:
			"A field is longer than 4,096 characters, isn't text, or appears twice with two values. Returns 400.",
	},
	CALL_WITHOUT_JOB: {
		kind: 'input',
		step: 'Check input',
		message: 'The call contains no job ID',
		remedy: 'Nothing to do after a test event: it shows that Verbit reaches n8n.',
		cause:
			'SEND TEST EVENT in My Account, or a call from elsewhere. Returns OK and starts nothing.',
	},
	CALL_WITHOUT_EVENT: {
		kind: 'input',
		step: 'Check input',
		message: 'The call contains no event that this node knows',
		remedy: 'Nothing to do after a test event. Otherwise, check for a newer version of this node.',
		cause:
			'The status is missing or is a new word, and no draft is ready. Returns OK and starts nothing.',
	},
	CALL_JOB_UNKNOWN: {
		kind: 'response',
		step: 'Get job',
		message: 'Verbit has no such job',
		remedy:
			'Check that the credential belongs to the Verbit account and environment that send the calls. Nothing to do after a test event.',
		cause:
			"'Confirm Job' is on, and Verbit does not know the job: a test event, a forged call, or the credential of another account. Returns OK and starts nothing.",
	},
	CALL_JOB_UNFINISHED: {
		kind: 'response',
		step: 'Get job',
		message: "The job hasn't finished",
		remedy: 'Nothing to do: Verbit calls again. If nobody submitted the job, set a secret.',
		cause:
			'The call says that the job finished, but Verbit returns it as Pending or In Progress. Returns 409.',
	},
	CALL_DRAFT_NOT_READY: {
		kind: 'response',
		step: 'Get job',
		message: 'The job has no draft yet',
		remedy: 'Nothing to do: Verbit calls again. If nobody submitted the job, set a secret.',
		cause:
			'The call says that a draft is ready, but Verbit returns the job without draft_ready. Returns 409.',
	},
	CALL_JOB_UNCONFIRMED: {
		kind: 'response',
		step: 'Get job',
		message: "The job couldn't be confirmed",
		remedy: 'Nothing to do: Verbit calls again.',
		cause: "'Confirm Job' is on, and Verbit is down, slow or busy. Returns 503.",
		retriable: true,
	},
	CALL_CAPTIONS_UNAVAILABLE: {
		kind: 'response',
		step: 'Get captions',
		message: "The captions couldn't be downloaded",
		remedy: 'Nothing to do: Verbit calls again.',
		cause: "'Download Captions' is on, and the download failed. Returns 503.",
		retriable: true,
	},
	CALL_JOB_BUSY: {
		kind: 'response',
		step: 'Check input',
		message: 'Another call for this job is being handled',
		remedy: 'Nothing to do: Verbit calls again.',
		cause:
			'Two calls for one job arrived at the same time. Returns 503 until the first call has its response.',
		retriable: true,
	},
	TOO_MANY_CALLS: {
		kind: 'response',
		step: 'Check input',
		message: 'Too many calls are waiting',
		remedy:
			'Nothing to do: Verbit calls again. If this continues, set a secret to keep other callers out.',
		cause: 'More than 500 calls are waiting in one n8n process. Returns 503.',
		retriable: true,
	},
	EVENT_REPEATED: {
		kind: 'input',
		step: 'Check input',
		message: 'An earlier execution started with this event ({event} of job {jobId})',
		remedy:
			'Nothing to do if that execution finished. If it crashed or was stopped, retry it in the list of executions.',
		cause:
			"Queue mode: Verbit repeated a call, and the repeat reached another n8n process. The execution outputs nothing and says this in its output pane and in n8n's log.",
	},
	EVENT_NOT_RECORDED: {
		kind: 'input',
		step: 'Check input',
		message:
			"n8n couldn't record an event ({reason}), so a repeated call can start the workflow again",
		remedy: "Update n8n to 1.66 or newer. If it already is, check n8n's database.",
		cause:
			'Queue mode: n8n is too old, or its database failed. The workflow runs all the same. Each process logs this once.',
	},
} as const satisfies Record<string, Message>;

/** Codes of calls that start nothing. */
export type CallCode = Extract<keyof typeof TRIGGER_MESSAGES, `CALL_${string}` | 'TOO_MANY_CALLS'>;
