import { fillIn, type Values } from './message';

/** Sentences for users that are no errors: in a list of the editor, in n8n's log, and in the details of a rejected call. */
export const NOTES = {
	CALL_FIELD_AMBIGUOUS: "{name} isn't a single text, number or boolean",
	CALL_FIELD_TOO_LONG: '{name} is too long',
	CALL_SECRET_WITHOUT_VALUE: "the expression in 'Secret' has no value",
	PROFILES_NOT_LISTED:
		"This environment has no list of profiles: choose 'By Name' and enter the profile",
	WAITS_FOR_AGENT: 'an AI agent is waiting for the result',
	WAITS_FOR_CALLER: 'the result is needed right away',
	WAITS_IN_OLD_N8N: "this version of n8n can't suspend it",
	WAITS_IN_OLD_SUB_WORKFLOW: 'this version of n8n loses the errors of sub-workflows that wait',
	WAITS_IN_SUB_WORKFLOW_OF_ITEM:
		'a sub-workflow with one item may have been called once for each item',
} as const satisfies Record<string, string>;

type NoteCode = keyof typeof NOTES;

/** A sentence of these, e.g. `noteText('CALL_FIELD_TOO_LONG', { name })`. @param values for the names in braces in it */
export function noteText<C extends NoteCode>(code: C, values: Values<(typeof NOTES)[C]>): string {
	return fillIn(NOTES[code], values);
}
