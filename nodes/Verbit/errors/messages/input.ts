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
} as const satisfies Record<string, Message>;
