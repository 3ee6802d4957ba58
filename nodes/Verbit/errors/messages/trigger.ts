import type { CatalogueEntry } from './message';

/** Errors for calls that Verbit Trigger receives. The caller gets the message, which has no values, because anybody can call. */
export const TRIGGER_MESSAGES = {
	CALL_UNREADABLE: {
		message: "The call can't be read",
		remedy: 'Check which other program uses the URL.',
	},
	CALL_IGNORED: {
		message: 'The call names no known job or event',
		remedy:
			'Nothing to do after a test event. Otherwise, check that the credential belongs to the Verbit account and environment that send the calls, and update this node.',
	},
	CALL_TOO_EARLY: {
		activity: 'Get job',
		message: 'Verbit returns the job as unfinished, or without a draft',
		remedy: 'Nothing to do: Verbit calls again when the job finishes.',
	},
	CALL_POSTPONED: {
		message: "The call can't be handled right now",
		remedy:
			'Nothing to do: Verbit calls again. If this continues, check whether Verbit is down, or whether another program uses the URL.',
		retriable: true,
		advisedTry: 'none',
	},
} as const satisfies Record<string, CatalogueEntry>;

export type CallCode = keyof typeof TRIGGER_MESSAGES;
