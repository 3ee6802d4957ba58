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
		message: 'An earlier try of this execution used another Verbit account',
		remedy:
			'To use the new account, run the workflow again. To finish the earlier try, select its credential and retry.',
		cause:
			'A retry uses another credential or environment than the try that created a job, uploaded a file or called Verbit before.',
	},
	SWITCH_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' must be true or false (got {value})",
		remedy: 'Turn the switch on or off, or check what its expression returns for this item.',
		cause:
			"An expression returns another value, such as a word. In a field outside 'Options', nothing is another value too.",
	},
	CHOICE_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' must be one of {choices} (got {value})",
		remedy: 'Select an entry of the list, or check what its expression returns for this item.',
		cause: "An expression returns a value that isn't in the list of the field.",
	},
	CREDENTIAL_NOT_FOUND: {
		kind: 'input',
		step: 'Check input',
		message: '{reason}',
		remedy: 'Choose a Verbit credential in the node again, and save the workflow.',
		cause:
			'The Verbit credential of the node was deleted, or the workflow comes from another n8n. The message is from n8n.',
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
		message: 'An earlier try of this execution sent another file or URL',
		remedy:
			'To use the new file or URL, run the workflow again. To finish the earlier try, restore its file or URL and retry.',
		cause:
			'A retry finds another file, URL or asset at a place where an earlier try had already uploaded or attached one.',
	},
	UNEXPECTED_ERROR: {
		kind: 'input',
		step: 'Check input',
		message: '{reason}',
		remedy:
			"Check the message and n8n's log. If they don't help, report the problem and include both.",
		cause: 'n8n or this node failed unexpectedly.',
	},
	API_VERSION_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'API Version' must be a positive whole number (got {value})",
		remedy: 'Remove the option, or set it to {default}.',
		cause: "The option 'API Version' is not a number.",
	},
	EXTRA_FIELD_HAS_OWN_FIELD: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' contains {key}, but the node sends it from the field '{ownField}'",
		remedy: "Set '{ownField}' instead, and remove {key} from '{field}'.",
		cause: 'The JSON has a field of the API for which the node has a field of its own.',
	},
	EXTRA_FIELDS_NOT_AN_OBJECT: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' must be a JSON object (got {value})",
		remedy: 'Enter names and values in braces, or use an expression that returns an object.',
		cause: 'The value is a list, a number or a text.',
	},
	EXTRA_FIELDS_NOT_JSON: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' can't be parsed as JSON",
		remedy: 'Enter a JSON object, with names and texts in double quotes.',
		cause: 'The text is not valid JSON.',
	},
	FINISH_IN_MISSING: {
		kind: 'input',
		step: 'Check input',
		message: "'Sandbox: Finish With Error' is set without 'Sandbox: Finish In'",
		remedy: "Add the option 'Sandbox: Finish In'. It sets when the sandbox job finishes.",
		cause: "The sandbox needs 'Sandbox: Finish In' to end a job.",
	},
	LANGUAGE_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' isn't a valid language tag (got {value})",
		remedy: 'Use a tag such as en-US, es or pt-BR, with hyphens.',
		cause: 'The value is a language name, or has underscores.',
	},
	LIST_ENTRY_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' contains {value}, which isn't text",
		remedy: 'Add one entry for each value, or use an expression that returns an array of strings.',
		cause: 'An expression returns an object, a boolean or nested lists.',
	},
	LIST_NOT_JSON: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' looks like a JSON array but can't be parsed",
		remedy:
			'Fix the JSON, separate the values with commas, or use an expression that returns an array.',
		cause: "The text starts with a bracket, but isn't valid JSON.",
	},
	METADATA_NOT_AN_OBJECT: {
		kind: 'input',
		step: 'Check input',
		message: "'Job Metadata' must be a JSON object",
		remedy: 'Enter a JSON object with simple values, such as a department and a room.',
		cause: 'The value is a list, a number or a text.',
	},
	METADATA_NOT_FLAT: {
		kind: 'input',
		step: 'Check input',
		message: "'Job Metadata' can't have nested values, but {key} is an object or a list",
		remedy: 'Verbit accepts text, numbers and booleans. Turn nested values into text.',
		cause: 'The object has objects or lists inside it.',
	},
	METADATA_NOT_JSON: {
		kind: 'input',
		step: 'Check input',
		message: "'Job Metadata' can't be parsed as JSON",
		remedy: 'Enter a JSON object with simple values, such as a department and a room.',
		cause: 'The text is not valid JSON.',
	},
	NUMBER_OUT_OF_RANGE: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' must be a whole number from {min} to {max} (got {value})",
		remedy: 'Enter a value in range or remove the option.',
		cause: 'The value is out of range, or is not a whole number.',
	},
	NUMBER_OUT_OF_RANGE_WITH_DEFAULT: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' must be a whole number from {min} to {max} (got {value})",
		remedy: 'Enter a value in range or remove the option. The default is {default}.',
		cause: 'The value is out of range, or is not a whole number.',
	},
	PROCESSING_MODE_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'Translation Processing Mode' must be {modes} (got {value})",
		remedy: 'Select one of the modes.',
		cause: 'An expression returns another value.',
	},
	PROFILE_MISSING: {
		kind: 'input',
		step: 'Check input',
		message: "'Profile' is empty",
		remedy: 'Select a profile from the list, or enter its name.',
		cause: 'No profile is selected, or an expression finds none.',
	},
	TEXT_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' must be text (got {value})",
		remedy: 'If you use an expression, check what it returns for this item.',
		cause: 'An expression returns an object, a list or a boolean.',
	},
	UPLOAD_URL_NAME_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' isn't a valid name (got {value})",
		remedy: 'Remove the option, or set it to a value such as {example}.',
		cause: 'The value would lead to another host or replace another parameter.',
	},
} as const satisfies Record<string, Message>;
