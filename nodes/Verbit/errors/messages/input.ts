import type { Message } from '../message';

/** Parameters and input that can't be used. Nothing has been sent when one of these is thrown. */
export const INPUT_MESSAGES = {
	JOB_ID_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'Job ID' must be a positive whole number (got {value})",
		remedy:
			"Use the job_id that Create or Submit Recording returned. If 'Job ID' is an expression, check that it finds the ID in this item.",
		cause: 'The job ID is missing, is not a number, or its expression finds nothing in the item.',
	},
	CREDENTIAL_CHANGED: {
		kind: 'input',
		step: 'Check input',
		message:
			'The credential changed since an earlier try of this execution, which worked in another account',
		remedy:
			'Run the workflow again for the new account. To finish what the earlier try began, select the earlier credential and retry.',
		cause:
			'A retry uses another credential or environment than the try that created a job, uploaded a file or called Verbit before.',
	},
	EXPRESSION_FAILED: {
		kind: 'input',
		step: 'Check input',
		message: '{reason}',
		remedy: 'Fix the expression in the field that n8n names.',
		cause: 'n8n cannot resolve an expression for this item. The message is from n8n.',
	},
	JOB_STARTED_TWICE: {
		kind: 'input',
		step: 'Check input',
		message: 'Job {jobId} appears in {count} items, but can be started only once',
		remedy: 'Pass one item per job to this node, for example with Remove Duplicates before it.',
		cause: 'Several items of Start Transcription have the same job ID.',
	},
	OPERATION_UNKNOWN: {
		kind: 'input',
		step: 'Check input',
		message: 'This version of the Verbit node has no operation {operation}',
		remedy: 'Update n8n-nodes-verbit, or select another operation.',
		cause: 'The workflow comes from a newer version of the node.',
	},
	SOURCE_CHANGED: {
		kind: 'input',
		step: 'Check input',
		message:
			'The file or URL changed since an earlier try of this execution, which sent another one',
		remedy:
			'Run the workflow again for the new file or URL. To finish what the earlier try began, restore the earlier one and retry.',
		cause:
			'A retry finds another file, URL or asset at a place where an earlier try had already uploaded or attached one.',
	},
	UNEXPECTED_ERROR: {
		kind: 'input',
		step: 'Check input',
		message: '{reason}',
		remedy: "Look at the message and at n8n's log. If they don't help, report a problem with both.",
		cause: 'n8n or this node failed in a way that the node does not know.',
	},
} as const satisfies Record<string, Message>;
