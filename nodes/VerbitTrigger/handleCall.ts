import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { ServiceClient } from '../Verbit/api/client';
import { readCaptionChoice } from '../Verbit/captions/captionFields';
import { downloadCaptions } from '../Verbit/captions/captions';
import { CONTENT_FIELDS } from '../Verbit/captions/captionText';
import { hasCode } from '../Verbit/errors/createError';
import type { ErrorCode } from '../Verbit/errors/messages/catalogue';
import { StepError } from '../Verbit/errors/stepError';
import type { CaptionChoice } from '../Verbit/journal/saved';
import { leadWith, simplified } from '../Verbit/parameters/simplify';
import { Slots } from '../Verbit/run/slots';
import {
	confirmJob,
	eventOutput,
	type JobEvent,
	keyOf,
	readCallback,
	readEvents,
} from './jobEvent';
import { acceptRepeats, toConfirm, withCaptions } from './properties';
import { EVENT_KEY } from './repeats';
import { RejectedCall } from './respond';

/** Bounds what is kept in memory, where somebody floods the URL. */
const MAX_JOBS = 500;

/** A hundred jobs can finish at one moment: asked for all at once, many would take longer than a call may. */
const confirmations = new Slots(10, MAX_JOBS);

/** A slow download must not delay the responses to other calls. */
const downloads = new Slots(5, MAX_JOBS);

/** How long Verbit is to call again for captions that can't be had, ms. After 48 hours it gives up, and the event is lost. */
const CAPTIONS_AWAITED_MS = 60 * 60 * 1000;

/** What no later call changes, as a refusal of Verbit's own. After anything else the captions may still come. */
const FINAL: ErrorCode[] = ['CAPTIONS_NOT_STORED', 'CAPTIONS_NOT_TEXT', 'CAPTIONS_UNAVAILABLE'];

const missingSince = new Map<string, number>();

/** Notes that captions can't be had now. Returns whether Verbit is to call again for them. */
function noteMissing(key: string): boolean {
	if (!missingSince.has(key) && missingSince.size === MAX_JOBS) missingSince.clear();
	const since = missingSince.get(key) ?? Date.now();
	missingSince.set(key, since);
	return Date.now() - since < CAPTIONS_AWAITED_MS;
}

async function inTurn<T>(slots: Slots, work: () => Promise<T>): Promise<T> {
	if (slots.isFull) throw new RejectedCall('CALL_POSTPONED', 'too many calls are waiting');
	return await slots.use(work);
}

/**
 * Makes the item of a call; nothing for an event that isn't selected.
 * @throws RejectedCall for a call that starts nothing for another reason
 */
export async function handleCall(
	context: IWebhookFunctions,
): Promise<INodeExecutionData | undefined> {
	// From version 1.1 on, n8n reads no body of a Content-Type that it doesn't parse.
	if (context.getBodyData() === undefined) await context.getRequestObject().readRawBody();
	const claim = readCallback(context);
	const selected = readEvents(context.getNodeParameter('events'));
	if (claim === undefined || !selected.includes(claim.event)) return undefined;
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const job = toConfirm.readIn(options)
		? await inTurn(confirmations, async () => await confirmJob(context, claim))
		: claim;
	if (job === undefined || !selected.includes(job.event)) return undefined;
	const { json, ...file } = await itemOf(context, job, options);
	const key = acceptRepeats.readIn(options) ? '' : keyOf(job);
	return { json: { ...json, [EVENT_KEY]: key }, ...file };
}

async function itemOf(
	context: IWebhookFunctions,
	job: JobEvent,
	options: IDataObject,
): Promise<INodeExecutionData> {
	const json = eventOutput(job, simplified.readIn(options));
	const parameter = context.getNodeParameter('downloadCaptions');
	if (!withCaptions.read(parameter) || job.event === 'failed') return { json };
	const request = readCaptionChoice({
		read: (name) => context.getNodeParameter(name, ''),
		options: { ...options, draft: job.event === 'draftReady' },
	});
	const download = async () => await captionsOf(context, job, request, json);
	const { json: fields, ...file } = await inTurn(downloads, download);
	// The content stands at the top of the item, where a next step looks for it; what is known of it is in `captions`.
	const content = Object.entries(fields).filter(([name]) => CONTENT_FIELDS.includes(name));
	const about = Object.entries(fields).filter(([name]) => !CONTENT_FIELDS.includes(name));
	const all = { ...json, captions: Object.fromEntries(about), ...Object.fromEntries(content) };
	return { json: leadWith(['text', ...CONTENT_FIELDS], all), ...file };
}

/**
 * The captions for the item. If Verbit refuses them, or doesn't return them for an hour, the workflow starts without them.
 * @param jobFields fields of the job, for the file's name
 * @throws RejectedCall where they may be had a little later
 */
async function captionsOf(
	context: IWebhookFunctions,
	job: JobEvent,
	request: CaptionChoice,
	jobFields: IDataObject,
): Promise<INodeExecutionData> {
	const client = new ServiceClient(context, { maxAttempts: 1 });
	// The work goes on when the caller hangs up, so nothing aborts it; the download ends by itself when no data arrives.
	const tools = { context, client, signal: new AbortController().signal };
	const key = `${context.getWorkflow().id} ${keyOf(job)}`;
	const download = downloadCaptions(tools, job.jobId, request, jobFields);
	const captions = await download.catch((error: unknown) => {
		if (!(error instanceof StepError)) throw error;
		const { message, details } = error;
		// Without a type, a gateway may have refused it.
		const isRefused = details.code === 'CALL_REFUSED' && details.errorType !== undefined;
		if (!isRefused && !hasCode(error, ...FINAL) && noteMissing(key))
			throw new RejectedCall('CALL_POSTPONED', message);
		return { json: { caption_format: request.format, error: message } };
	});
	if (captions.json.error === undefined) missingSince.delete(key);
	return captions;
}
