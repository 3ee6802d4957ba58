import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { type CallCode, TRIGGER_MESSAGES } from '../Verbit/errors/messages/trigger';
import { toNodeError } from '../Verbit/errors/nodeErrors';
import type { Emission } from './events';

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
	readonly body: string;

	/** @param details for the log only; never a secret, never a text of the caller */
	constructor(
		readonly code: CallCode,
		details?: string,
	) {
		const { message, remedy } = TRIGGER_MESSAGES[code];
		super(`${message}${details === undefined ? '' : ` (${details})`}. ${remedy}`);
		this.status = STATUSES[code];
		this.body = message;
	}
}

/** Only exactly this body stops Verbit from repeating the call. */
export const ACCEPTED = 'OK';

const PLAIN_TEXT = 'text/plain; charset=utf-8';

/**
 * The response to a call that is done. If it starts the workflow, n8n sends it (`responseData` of the webhook)
 * after the start: if the start fails, n8n responds with 500.
 */
export function accept(context: IWebhookFunctions, emission?: Emission): IWebhookResponseData {
	const response = context.getResponseObject();
	response.setHeader('Content-Type', PLAIN_TEXT);
	if (emission === undefined) return { webhookResponse: ACCEPTED };
	emission.remember();
	response.once('finish', () => {
		if (response.statusCode >= 400) emission.forget();
	});
	return { workflowData: [[emission.item]] };
}

/**
 * Responds to a call that starts nothing, and logs why.
 * @throws for anything but a Refusal: n8n then responds with 500 and saves a failed execution. That shows a
 * credential that is no longer accepted, or an expression that fails.
 */
export function refuse(context: IWebhookFunctions, error: unknown): IWebhookResponseData {
	if (!(error instanceof Refusal)) throw toNodeError(context.getNode(), error, 0);
	const { status, code, message, body } = error;
	context.logger.warn(`${context.getNode().name}: call answered ${status} ${code}: ${message}`);
	if (status === 200) return accept(context);
	const response = context.getResponseObject();
	response.statusCode = status;
	response.setHeader('Content-Type', PLAIN_TEXT);
	response.setHeader('Content-Length', Buffer.byteLength(body));
	response.end(body);
	return { noWebhookResponse: true };
}
