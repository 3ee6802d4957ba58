import type { Message } from '../message';

/** Parameters and input that can't be used. Nothing has been sent when one of these is thrown. */
export const INPUT_MESSAGES = {
	JOB_ID_INVALID: {
		message: "'Job ID' must be a positive whole number (got {value})",
		remedy:
			"Use the job_id that Create or Submit Recording returned. If 'Job ID' is an expression, check that it finds the ID in this item.",
	},
	CREDENTIAL_CHANGED: {
		message: 'An earlier try of this execution used another Verbit account',
		remedy:
			'To use the new account, run the workflow again. To finish the earlier try, select its credential and retry.',
	},
	SWITCH_INVALID: {
		message: "'{field}' must be true or false (got {value})",
		remedy: 'Turn the switch on or off, or check what its expression returns for this item.',
	},
	CHOICE_INVALID: {
		message: "'{field}' must be one of {choices} (got {value})",
		remedy: 'Select an entry of the list, or check what its expression returns for this item.',
	},
	CREDENTIAL_NOT_FOUND: {
		message: '{reason}',
		remedy: 'Choose a Verbit credential in the node again, and save the workflow.',
	},
	EXPRESSION_FAILED: {
		message: '{reason}',
		remedy: 'Fix the expression in the field that n8n names.',
	},
	JOB_STARTED_TWICE: {
		message: 'Job {jobId} appears in {count} items, but can be started only once',
		remedy: 'Pass one item per job to this node, for example with Remove Duplicates before it.',
	},
	OPERATION_UNKNOWN: {
		message: 'This version of the Verbit node has no operation {operation}',
		remedy: 'Update n8n-nodes-verbit, or select another operation.',
	},
	SOURCE_CHANGED: {
		message: 'An earlier try of this execution sent another file or URL',
		remedy:
			'To use the new file or URL, run the workflow again. To finish the earlier try, restore its file or URL and retry.',
	},
	UNEXPECTED_ERROR: {
		message: '{reason}',
		remedy:
			"Check the message and n8n's log. If they don't help, report the problem and include both.",
	},
	API_VERSION_INVALID: {
		message: "'API Version' must be a positive whole number (got {value})",
		remedy: 'Remove the option, or set it to {default}.',
	},
	EXTRA_FIELD_HAS_OWN_FIELD: {
		message: "'{field}' contains {key}, but the node sends it from the field '{ownField}'",
		remedy: "Set '{ownField}' instead, and remove {key} from '{field}'.",
	},
	EXTRA_FIELDS_NOT_AN_OBJECT: {
		message: "'{field}' must be a JSON object (got {value})",
		remedy: 'Enter names and values in braces, or use an expression that returns an object.',
	},
	EXTRA_FIELDS_NOT_JSON: {
		message: "'{field}' can't be parsed as JSON",
		remedy: 'Enter a JSON object, with names and texts in double quotes.',
	},
	FINISH_IN_MISSING: {
		message: "'Sandbox: Finish With Error' is set without 'Sandbox: Finish In'",
		remedy: "Add the option 'Sandbox: Finish In'. It sets when the sandbox job finishes.",
	},
	LANGUAGE_INVALID: {
		message: "'{field}' isn't a valid language tag (got {value})",
		remedy: 'Use a tag such as en-US, es or pt-BR, with hyphens.',
	},
	LIST_ENTRY_INVALID: {
		message: "'{field}' contains {value}, which isn't text",
		remedy: 'Add one entry for each value, or use an expression that returns an array of strings.',
	},
	LIST_NOT_JSON: {
		message: "'{field}' looks like a JSON array but can't be parsed",
		remedy:
			'Fix the JSON, separate the values with commas, or use an expression that returns an array.',
	},
	METADATA_NOT_AN_OBJECT: {
		message: "'Job Metadata' must be a JSON object",
		remedy: 'Enter a JSON object with simple values, such as a department and a room.',
	},
	METADATA_NOT_FLAT: {
		message: "'Job Metadata' can't have nested values, but {key} is an object or a list",
		remedy: 'Verbit accepts text, numbers and booleans. Turn nested values into text.',
	},
	METADATA_NOT_JSON: {
		message: "'Job Metadata' can't be parsed as JSON",
		remedy: 'Enter a JSON object with simple values, such as a department and a room.',
	},
	NUMBER_OUT_OF_RANGE: {
		message: "'{field}' must be a whole number from {min} to {max} (got {value})",
		remedy: 'Enter a value in range or remove the option.',
	},
	NUMBER_OUT_OF_RANGE_WITH_DEFAULT: {
		message: "'{field}' must be a whole number from {min} to {max} (got {value})",
		remedy: 'Enter a value in range or remove the option. The default is {default}.',
	},
	PROCESSING_MODE_INVALID: {
		message: "'Translation Processing Mode' must be {modes} (got {value})",
		remedy: 'Select one of the modes.',
	},
	PROFILE_MISSING: {
		message: "'Profile' is empty",
		remedy: 'Select a profile from the list, or enter its name.',
	},
	TEXT_INVALID: {
		message: "'{field}' must be text (got {value})",
		remedy: 'If you use an expression, check what it returns for this item.',
	},
	UPLOAD_URL_NAME_INVALID: {
		message: "'{field}' isn't a valid name (got {value})",
		remedy: 'Remove the option, or set it to a value such as {example}.',
	},
} as const satisfies Record<string, Message>;
