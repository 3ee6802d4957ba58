import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { toNodeError } from '../Verbit/errors/nodeErrors';
import type { Emission } from './handleCall';
import { Refusal } from './refusal';

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
	const { status, code, message, answer } = error;
	context.logger.warn(`${context.getNode().name}: call answered ${status} ${code}: ${message}`);
	if (status === 200) return accept(context);
	const response = context.getResponseObject();
	response.statusCode = status;
	response.setHeader('Content-Type', PLAIN_TEXT);
	response.setHeader('Content-Length', Buffer.byteLength(answer));
	response.end(answer);
	return { noWebhookResponse: true };
}
