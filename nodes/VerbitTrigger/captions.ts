import type { IWebhookFunctions } from 'n8n-workflow';

import { readWantedCaptions } from '../Verbit/parameters/captionFields';
import { downloadCaptions } from '../Verbit/run/downloadCaptions';
import type { Output } from '../Verbit/run/operation';
import { downloadFile } from '../Verbit/download/downloadFile';
import { StepError } from '../Verbit/errors/stepError';
import type { JobCall } from '../Verbit/api/jobCall';
import { ServiceClient } from '../Verbit/api/client';
import { Refusal } from './refusal';

/**
 * The captions of a completed job, for the item that the workflow starts with. Those that the service will not give do
 * not hold the workflow up: the item says why.
 * @throws Refusal 503 where they can be had a little later: the service calls again
 */
export async function captionsOf(context: IWebhookFunctions, call: JobCall): Promise<Output> {
	const wanted = readWantedCaptions((parameter) => context.getNodeParameter(parameter));
	const client = new ServiceClient(context, undefined, { attempts: 1 });
	// The webhook's own work goes on when its caller hangs up; a connection that stalls ends by itself.
	const tools = { context, client, signal: new AbortController().signal };
	const run = { client, download: downloadFile.bind(undefined, tools) };
	return await downloadCaptions(run, call, wanted).then(
		({ json, binary }) => ({ json: { captions: json }, binary }),
		(error: unknown) => {
			if (!(error instanceof StepError)) throw error;
			const { message } = error;
			if (error.details.retriable) {
				throw new Refusal(503, 'The captions could not be downloaded now', message);
			}
			return { json: { captions: { caption_format: wanted.format, error: message } } };
		},
	);
}
