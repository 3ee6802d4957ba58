import type { CatalogueEntry } from './message';
import { SENTENCES } from './sentences';

export const INPUT_MESSAGES = {
	JOB_ID_INVALID: {
		message: "'Job ID' must be a positive whole number (got {value})",
		remedy:
			"Use the job_id that Create, Submit or Transcribe returned. If 'Job ID' is an expression, check that it is the only one in the field and finds the ID in this item.",
		agentRemedy: 'Use the job_id that an earlier call returned.',
	},
	VALUE_INVALID: {
		message: {
			'Empty part': "A part of '{field}' is empty: {value}",
			'Other field': "Enter {value} in {form}, not in '{field}'",
			other: "'{field}' must be {form} (got {value})",
		},
		remedy: 'Correct the value. If an expression sets it, check what it returns for this item.',
		agentRemedy: "Correct the value if you set it. If you didn't, tell the user.",
	},
	CREDENTIAL_CHANGED: {
		message:
			'An earlier attempt of this execution used a credential of another account or environment',
		remedy:
			'Choose the earlier credential again, with the environment that it had, and save the workflow.',
		failsAllItems: true,
	},
	CREDENTIAL_NOT_FOUND: {
		message: "{n8n's message}",
		remedy:
			'Choose a Verbit credential in the node again, and save the workflow (in n8n 2, publish it too).',
		failsAllItems: true,
	},
	EXPRESSION_FAILED: {
		message: "{n8n's message}",
		remedy: 'Open the node: the field with the expression shows the same message. Fix it there.',
		agentRemedy: "Tell the user that one of this tool's fields can't be evaluated.",
	},
	OPERATION_UNKNOWN: {
		message: 'This version of the Verbit node has no operation {operation}',
		remedy: 'Update n8n-nodes-verbit, or select another operation.',
		failsAllItems: true,
	},
	SOURCE_CHANGED: {
		message: 'An earlier attempt of this execution sent another file or URL',
		remedy: `Restore the file or URL that it sent. To send the new one, ${SENTENCES.AGAIN_BY_ID_OR_ALONE}.`,
	},
	UNEXPECTED_ERROR: {
		message: "{n8n's message}",
		remedy:
			"Check the message and n8n's log. If they don't help, report the problem and include both.",
	},
	FIELD_EMPTY: {
		message: "'{field}' is empty",
		remedy: 'Enter {example}. If it is an expression, check what it returns for this item.',
		agentRemedy: "Pass {example}. If you can't, tell the user.",
	},
} as const satisfies Record<string, CatalogueEntry>;
