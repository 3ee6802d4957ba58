import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { toNodeError } from '../Verbit/errors/nodeErrors';
import type { Emission } from './handleCall';
import { Refusal } from './refusal';

/** Exactly this body ends the repeats of Verbit. */
export const ACCEPTED = 'OK';

const PLAIN_TEXT = 'text/plain; charset=utf-8';

/**
 * The answer to a call that is done with. Where it starts the workflow, n8n sends it (`responseData` of the webhook)
 * after it has started it: a failure of that is answered 500.
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
 * Answers a call that starts nothing, and says why in n8n's log.
 * @throws for anything but a Refusal: n8n answers 500 then and saves a failed execution, so that a credential that is
 * not accepted any more, or an expression that fails, is seen
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
