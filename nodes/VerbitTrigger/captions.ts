import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { readCaptionOrder } from '../Verbit/parameters/readCaptionOrder';
import { type Captions, downloadCaptions } from '../Verbit/download/captions';
import { StepError } from '../Verbit/errors/stepError';
import type { JobCall } from '../Verbit/api/jobCall';
import { ServiceClient } from '../Verbit/api/client';
import { Refusal } from './refusal';

/**
 * The captions of a completed job, for the item that the workflow starts with. Those that Verbit does not give do not hold
 * the workflow up: the item says why.
 * @param job what is known of it
 * @throws Refusal 503 where they can be had a little later: Verbit calls again
 */
export async function captionsOf(
	context: IWebhookFunctions,
	call: JobCall,
	job: IDataObject,
): Promise<Captions> {
	const order = readCaptionOrder({
		read: (parameter) => context.getNodeParameter(parameter, ''),
		options: context.getNodeParameter('options', {}) as IDataObject,
	});
	const client = new ServiceClient(context, undefined, { attempts: 1 });
	// The webhook's own work goes on when its caller hangs up; a connection that stalls ends by itself.
	const tools = { context, client, signal: new AbortController().signal };
	return await downloadCaptions(tools, call, order, job).then(
		({ json: { text, transcript, ...captions }, binary }) => ({
			json: {
				captions,
				...(text === undefined ? {} : { text }),
				...(transcript === undefined ? {} : { transcript }),
			},
			binary,
		}),
		(error: unknown) => {
			if (!(error instanceof StepError)) throw error;
			const { message } = error;
			if (error.details.retriable) {
				throw new Refusal(503, 'The captions could not be downloaded now', message);
			}
			return { json: { captions: { caption_format: order.format, error: message } } };
		},
	);
}
