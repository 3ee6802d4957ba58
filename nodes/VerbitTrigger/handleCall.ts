import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { ServiceClient } from '../Verbit/api/client';
import type { JobCall } from '../Verbit/api/serviceCall';
import { type Captions, downloadCaptions } from '../Verbit/download/captions';
import { StepError } from '../Verbit/errors/stepError';
import { readCaptionRequest } from '../Verbit/parameters/captionFields';
import { apiVersionIn } from '../Verbit/parameters/jobCall';
import { readSwitch } from '../Verbit/parameters/values';
import { Slots } from '../Verbit/run/slots';
import { readCallback } from './callback';
import { confirmJob } from './confirmJob';
import { emittedEventsOf, eventKey, nodePath } from './emittedEvents';
import { type Emission, eventOutput, type JobEvent, readEvents } from './events';
import { Refusal } from './respond';
import { checkSecret } from './secret';

/**
 * Lets some calls in at a time, and holds the others until it is their turn. A hundred jobs can finish at one moment: asked
 * for all at once, many of them would take longer than a call may.
 */
export class CallQueue {
	private readonly slots: Slots;

	private calls = 0;

	/**
	 * @param atATime calls that are handled at a time
	 * @param maxWaiting calls that wait beside them
	 */
	constructor(
		private readonly atATime: number,
		private readonly maxWaiting: number,
	) {
		this.slots = new Slots(atATime);
	}

	/** @throws Refusal 503 where too many are waiting */
	async run<T>(work: () => Promise<T>): Promise<T> {
		if (this.calls >= this.atATime + this.maxWaiting) throw new Refusal('TOO_MANY_CALLS');
		this.calls++;
		return await this.slots.use(work).finally(() => this.calls--);
	}
}

/** Jobs whose calls are being handled in this process. */
const busyJobs = new Set<string>();

/**
 * Handles one call for a job at a time.
 * @param key workflow, node and job
 * @throws Refusal 503 where another call for the job is being handled: `OK` may be said only once that has started
 * the workflow
 */
export async function oneCallPerJob<T>(key: string, work: () => Promise<T>): Promise<T> {
	if (busyJobs.has(key)) throw new Refusal('CALL_JOB_BUSY');
	busyJobs.add(key);
	return await work().finally(() => busyJobs.delete(key));
}

/**
 * Max number of waiting calls in each n8n process: five times a burst of a hundred. Memory stays bounded when
 * somebody floods the URL. A call that finds no place gets 503, and Verbit sends it again.
 */
const MAX_WAITING = 500;

const confirmations = new CallQueue(10, MAX_WAITING);

/** Downloads have a queue of their own: a slow one must not delay the responses to other calls. */
const downloads = new CallQueue(5, MAX_WAITING);

/**
 * From a call of Verbit to what it starts the workflow with, or to nothing for a repeat and an event that is not
 * selected. What Verbit confirms counts before what the call says.
 * @throws Refusal for a call that starts nothing for another reason
 */
export async function handleCall(context: IWebhookFunctions): Promise<Emission | undefined> {
	checkSecret(context);
	const called = readEvent(context);
	if (called === undefined || !isNewEvent(context, called)) return undefined;
	return await oneCallPerJob(
		`${nodePath(context)}/${called.jobId}`,
		async () => await emissionOf(context, called),
	);
}

/** @returns nothing for a status that is known and no event, such as In Progress */
function readEvent(context: IWebhookFunctions): JobEvent | undefined {
	const { jobId, event, state, externalId } = readCallback(context.getBodyData());
	if (jobId === undefined) throw new Refusal('CALL_WITHOUT_JOB');
	if (event !== undefined) return { jobId, event, externalId };
	if (state === 'unknown') throw new Refusal('CALL_WITHOUT_EVENT', `job ${jobId}`);
	return undefined;
}

async function emissionOf(
	context: IWebhookFunctions,
	called: JobEvent,
): Promise<Emission | undefined> {
	const call = jobCallOf(context, called);
	const job = await confirmedEvent(context, call, called);
	if (job === undefined || !isNewEvent(context, job)) return undefined;
	const item = await itemOf(context, call, job);
	const emitted = emittedEventsOf(context);
	const key = eventKey(job);
	return {
		item,
		remember: () => emitted?.add(key),
		forget: () => emitted?.remove(key),
	};
}

function jobCallOf(context: IWebhookFunctions, { jobId }: JobEvent): JobCall {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	return { jobId, apiVersion: apiVersionIn(options) };
}

async function confirmedEvent(
	context: IWebhookFunctions,
	call: JobCall,
	called: JobEvent,
): Promise<JobEvent | undefined> {
	if (!readSwitch('Confirm Job', context.getNodeParameter('confirmJob'))) return called;
	const confirmed = await confirmations.run(
		async () => await confirmJob(context, call, called.event),
	);
	const { event, info } = confirmed;
	return event === undefined ? undefined : { ...called, event, info };
}

async function itemOf(
	context: IWebhookFunctions,
	call: JobCall,
	job: JobEvent,
): Promise<INodeExecutionData> {
	const json = eventOutput(job);
	const downloadsCaptions = readSwitch(
		'Download Captions',
		context.getNodeParameter('downloadCaptions'),
	);
	if (!downloadsCaptions || job.event === 'failed') return { json };
	const isDraft = job.event === 'draftReady';
	const captions = await downloads.run(async () => {
		return await captionsOf(context, call, json, isDraft);
	});
	return { ...captions, json: { ...json, ...captions.json } };
}

/**
 * The captions of a completed job, or the draft of one that goes on, for the item that the workflow starts with. Captions
 * that Verbit refuses do not keep the workflow from starting: the item says why.
 * @param job what is known of it, for the file's name
 * @param isDraft whether the draft is wanted
 * @throws Refusal 503 where they may be had a little later: Verbit calls again
 */
async function captionsOf(
	context: IWebhookFunctions,
	call: JobCall,
	job: IDataObject,
	isDraft: boolean,
): Promise<Captions> {
	const order = readCaptionRequest({
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

function isNewEvent(context: IWebhookFunctions, job: JobEvent): boolean {
	if (!readEvents(context.getNodeParameter('events')).includes(job.event)) return false;
	return emittedEventsOf(context)?.has(eventKey(job)) !== true;
}
