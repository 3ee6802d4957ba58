import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { type CallCode, TRIGGER_MESSAGES } from '../Verbit/errors/messages/trigger';
import { toNodeError } from '../Verbit/errors/nodeErrors';
import { logOf, secretsOf } from '../Verbit/secrets/secrets';

/** After any response but 200 `OK`, Verbit repeats the call for up to 48 hours. */
const STATUSES: Record<CallCode, number> = {
	CALL_UNREADABLE: 400,
	CALL_IGNORED: 200,
	CALL_TOO_EARLY: 409,
	CALL_POSTPONED: 503,
};

export class RejectedCall extends Error {
	/** @param details for the log only; never text from the caller */
	constructor(
		readonly code: CallCode,
		details: string,
	) {
		const { message, remedy } = TRIGGER_MESSAGES[code];
		super(`${message} (${details}). ${remedy}`);
	}
}

/** Only exactly this body stops Verbit from repeating the call. */
export const ACCEPTED = 'OK';

const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** Responds to a call. If it starts the workflow, n8n responds after it has saved the execution, or with 500 if it can't. */
export function accept(context: IWebhookFunctions, item?: INodeExecutionData) {
	context.getResponseObject().setHeader('Content-Type', PLAIN_TEXT);
	if (item === undefined) return { webhookResponse: ACCEPTED };
	return { workflowData: [[{ ...item, json: secretsOf(context).redactOutput(item.json) }]] };
}

/**
 * Responds to a call that starts no workflow, and logs the reason. Only a listening editor shows the reason, as the node's
 * error.
 * @throws an error that isn't a RejectedCall: n8n responds with 500 and saves a failed execution that shows the error
 */
export function reject(context: IWebhookFunctions, error: unknown): IWebhookResponseData {
	if (!(error instanceof RejectedCall)) throw toNodeError(context, error, 0);
	const { code, message } = error;
	const status = STATUSES[code];
	logOf(context).warn(`${context.getNode().name}: call answered ${status} ${code}: ${message}`);
	// Showing an item ends the editor's listening, so a call that Verbit will repeat isn't shown.
	const isShown = context.getMode() === 'manual' && status < 409;
	const item = isShown ? { json: { refused: code } } : undefined;
	if (status === 200) return accept(context, item);
	const body = TRIGGER_MESSAGES[code].message;
	const response = context.getResponseObject();
	response.statusCode = status;
	response.setHeader('Content-Type', PLAIN_TEXT);
	response.setHeader('Content-Length', Buffer.byteLength(body));
	response.end(body);
	return { noWebhookResponse: true, workflowData: item && [[item]] };
}
