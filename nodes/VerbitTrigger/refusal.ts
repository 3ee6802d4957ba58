import { type CallCode, TRIGGER_MESSAGES } from '../Verbit/errors/messages/trigger';

/**
 * HTTP status of the response, by code. After `OK` Verbit is done; after any other it calls again, for up to 48
 * hours.
 */
const STATUSES: Record<CallCode, number> = {
	CALL_SECRET_WRONG: 403,
	CALL_UNREADABLE: 400,
	CALL_WITHOUT_JOB: 200,
	CALL_WITHOUT_EVENT: 200,
	CALL_JOB_UNKNOWN: 200,
	CALL_JOB_UNFINISHED: 409,
	CALL_DRAFT_NOT_READY: 409,
	CALL_JOB_UNCONFIRMED: 503,
	CALL_CAPTIONS_UNAVAILABLE: 503,
	CALL_JOB_BUSY: 503,
	TOO_MANY_CALLS: 503,
};

/**
 * Why a call starts nothing, and the response to it. A call that no repeat would fix gets 200 `OK`. The error's
 * message is for n8n's log: what happened, the details, and what to do.
 */
export class Refusal extends Error {
	override readonly name = 'Refusal';

	/** HTTP status of the response. */
	readonly status: number;

	/** Body of the response if the status isn't 200. The caller may be anybody: it reveals nothing about this n8n. */
	readonly answer: string;

	/** @param details for the log only; never a secret, never a text of the caller */
	constructor(
		readonly code: CallCode,
		details?: string,
	) {
		const { message, remedy } = TRIGGER_MESSAGES[code];
		super(`${message}${details === undefined ? '' : ` (${details})`}. ${remedy}`);
		this.status = STATUSES[code];
		this.answer = message;
	}
}
