import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { ServiceClient } from '../Verbit/api/client';
import type { JobCall } from '../Verbit/api/serviceCall';
import { type Captions, downloadCaptions } from '../Verbit/download/captions';
import { StepError } from '../Verbit/errors/stepError';
import { readCaptionOrder } from '../Verbit/parameters/captionFields';
import { Refusal } from './respond';

/**
 * The captions of a completed job, or the draft of one that goes on, for the item that the workflow starts with. Captions
 * that Verbit refuses do not keep the workflow from starting: the item says why.
 * @param job what is known of it, for the file's name
 * @param isDraft whether the draft is wanted
 * @throws Refusal 503 where they may be had a little later: Verbit calls again
 */
export async function captionsOf(
	context: IWebhookFunctions,
	call: JobCall,
	job: IDataObject,
	isDraft: boolean,
): Promise<Captions> {
	const order = readCaptionOrder({
		read: (parameter) => context.getNodeParameter(parameter, ''),
		options: { ...(context.getNodeParameter('options', {}) as IDataObject), draft: isDraft },
	});
	const client = new ServiceClient(context, undefined, { attempts: 1 });
	// The webhook's own work goes on when its caller hangs up; a stalled connection is cut by the download's own watch.
	const tools = { context, client, signal: new AbortController().signal };
	return await downloadCaptions(tools, call, order, job).then(asFields, (error: unknown) => {
		if (!(error instanceof StepError)) throw error;
		const { message } = error;
		if (error.details.retriable) throw new Refusal('CALL_CAPTIONS_UNAVAILABLE', message);
		return { json: { captions: { caption_format: order.format, error: message } } };
	});
}

/** Text stands at the top of the item, where a next step looks for it; what is known of it stands in `captions`. */
function asFields({ json: { text, transcript, ...captions }, binary }: Captions): Captions {
	return {
		json: {
			captions,
			...(text === undefined ? {} : { text }),
			...(transcript === undefined ? {} : { transcript }),
		},
		...(binary === undefined ? {} : { binary }),
	};
}
