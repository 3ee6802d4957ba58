import type { Message } from '../stepError';

/** Parameters and input that can't be used. Nothing has been sent when one of these is thrown. */
export const INPUT_MESSAGES = {
	JOB_ID_INVALID: {
		message: {
			repeated: "'Job ID' contains the same ID twice (got {value})",
			other: "'Job ID' must be a positive whole number (got {value})",
		},
		remedy: {
			repeated: "Keep one expression in 'Job ID', such as the default one, and remove the other.",
			other:
				"Use the job_id that Create, Submit or Transcribe returned. If 'Job ID' is an expression, check that it finds the ID in this item.",
		},
	},
	VALUE_INVALID: {
		message: "'{field}' must be {form} (got {value})",
		remedy: {
			json: 'Enter JSON with names and texts in double quotes, or use an expression that returns it.',
			other: 'Correct the value, or check what the expression returns for this item.',
		},
	},
	CREDENTIAL_CHANGED: {
		message: 'An earlier attempt of this execution used a credential of another account',
		remedy:
			'Its jobs go on and are paid for: get their text with Get Captions or Transcript, with the earlier credential{job}. To submit again with the new credential, run the workflow again.',
	},
	CREDENTIAL_NOT_FOUND: {
		message: "{n8n's message}",
		remedy:
			'Choose a Verbit credential in the node again, and save the workflow. Then retry the failed execution with the saved workflow: it continues with its jobs.',
	},
	EXPRESSION_FAILED: {
		message: "{n8n's message}",
		remedy: 'Fix the expression in the field that n8n names.',
	},
	OPERATION_UNKNOWN: {
		message: 'This version of the Verbit node has no operation {operation}',
		remedy: 'Update n8n-nodes-verbit, or select another operation.',
	},
	SOURCE_CHANGED: {
		message: 'An earlier attempt of this execution sent another file or URL',
		remedy:
			'To use the new file or URL, run the workflow again. To finish the earlier attempt, restore its file or URL and retry.',
	},
	UNEXPECTED_ERROR: {
		message: "{n8n's message}",
		remedy:
			"Check the message and n8n's log. If they don't help, report the problem and include both.",
	},
	EXTRA_FIELD_HAS_OWN_FIELD: {
		message: "'{field}' contains {key}, but the node sends it from the field '{ownField}'",
		remedy: "Set '{ownField}' instead, and remove {key} from '{field}'.",
	},
	FIELD_EMPTY: {
		message: "'{field}' is empty",
		remedy: 'Enter {example}. If it is an expression, check what it returns for this item.',
	},
	FINISH_IN_MISSING: {
		message: "'Sandbox: Finish With Error' is set without 'Sandbox: Finish In'",
		remedy: "Add the option 'Sandbox: Finish In'. It sets when the sandbox job finishes.",
	},
} as const satisfies Record<string, Message>;
