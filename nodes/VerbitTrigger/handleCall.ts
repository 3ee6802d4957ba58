import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { apiVersionIn } from '../Verbit/parameters/jobCall';
import type { Output } from '../Verbit/run/operation';
import { StepError } from '../Verbit/errors/stepError';
import type { JobCall } from '../Verbit/api/jobCall';
import { redactUrlsIn } from '../Verbit/http/redactUrlsIn';
import { type Callback, readCallback } from './callback';
import { captionsOf } from './captions';
import { confirm } from './confirm';
import { EmittedEvents } from './emittedEvents';
import { oneAtATime } from './oneAtATime';
import { Refusal } from './refusal';
import { checkSecret } from './secret';

/** How the service spells the end of a job, by the event that it is. */
const STATUS_OF_EVENT: Record<string, string> = { completed: 'Completed', failed: 'Failure' };

/** What a call starts the workflow with. */
export interface Emission {
	item: INodeExecutionData;
	/** To be called when it starts the workflow: a repeat is dropped from then on. */
	remember(): void;
	/** To be called when n8n could not start the workflow after all. */
	forget(): void;
}

/**
 * From a call of the service to what it starts the workflow with, or to nothing for a repeat and an event that is not
 * listened to. What the service confirms counts before what the call says.
 * @throws Refusal where the service is to call again
 */
export async function handleCall(context: IWebhookFunctions): Promise<Emission | undefined> {
	checkSecret(context);
	const callback = readBody(context);
	const emitted = emittedEventsOf(context);
	if (!isNews(context, emitted, callback)) return undefined;
	return await oneAtATime(
		`${placeOf(context)}/${callback.jobId}`,
		async () => await emissionOf(context, emitted, callback),
		() => {
			throw new Refusal(503, 'The same job is being looked up');
		},
	);
}

async function emissionOf(
	context: IWebhookFunctions,
	emitted: EmittedEvents | undefined,
	callback: Callback,
): Promise<Emission | undefined> {
	const call = jobCallOf(context, callback);
	const job = await endedJobOf(context, call, callback);
	if (!isNews(context, emitted, job)) return undefined;
	const event = nameOf(job);
	return {
		item: await itemOf(context, call, job),
		remember: () => emitted?.add(event),
		forget: () => emitted?.remove(event),
	};
}

function jobCallOf(context: IWebhookFunctions, { jobId }: Callback): JobCall {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	return { jobId, apiVersion: apiVersionIn(options) };
}

interface EndedJob extends Callback {
	/** The answer of job/info, where it was asked for. */
	info?: IDataObject;
}

async function endedJobOf(
	context: IWebhookFunctions,
	call: JobCall,
	callback: Callback,
): Promise<EndedJob> {
	if (context.getNodeParameter('confirmJob') === false) return callback;
	return { ...callback, ...(await confirm(context, call)) };
}

async function itemOf(context: IWebhookFunctions, call: JobCall, job: EndedJob): Promise<Output> {
	const json = outputOf(job);
	const isWithCaptions =
		job.state === 'completed' && context.getNodeParameter('downloadCaptions') === true;
	if (!isWithCaptions) return { json };
	const captions = await captionsOf(context, call, json);
	return { json: { ...json, ...captions.json }, binary: captions.binary };
}

function outputOf({ jobId, externalId, state, info }: EndedJob): IDataObject {
	const called = { job_id: jobId, external_id: externalId, status: STATUS_OF_EVENT[state] };
	if (info === undefined) return { ...called, confirmed: false };
	const { job_id, status } = called;
	return { ...called, ...redactUrlsIn(info), job_id, status, confirmed: true };
}

function readBody(context: IWebhookFunctions): Callback {
	try {
		return readCallback(context.getBodyData());
	} catch (error) {
		throw error instanceof StepError ? new Refusal(400, error.message) : error;
	}
}

function isNews(
	context: IWebhookFunctions,
	emitted: EmittedEvents | undefined,
	job: Callback,
): boolean {
	const events = context.getNodeParameter('events') as string[];
	return events.includes(job.state) && emitted?.has(nameOf(job)) !== true;
}

function nameOf({ jobId, state }: Callback): string {
	return `${jobId}:${state}`;
}

/** None for the editor's test event: it is tried with the same job again and again. */
function emittedEventsOf(context: IWebhookFunctions): EmittedEvents | undefined {
	if (context.getMode() === 'manual') return undefined;
	return new EmittedEvents(placeOf(context), context.getWorkflowStaticData('node'));
}

function placeOf(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id}/${context.getNode().id}`;
}
