import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { ServiceClient } from '../Verbit/api/client';
import { readCaptionChoice } from '../Verbit/captions/captionFields';
import { CONTENT_FIELDS } from '../Verbit/captions/captionText';
import { downloadCaptions } from '../Verbit/captions/downloadCaptions';
import { hasCode } from '../Verbit/errors/createError';
import type { ErrorCode } from '../Verbit/errors/messages/catalogue';
import { StepError } from '../Verbit/errors/stepError';
import { getOrInsert } from '../Verbit/inspect/inspect';
import type { CaptionChoice } from '../Verbit/journal/saved';
import { leadWith, simplify, simplifyField } from '../Verbit/parameters/simplify';
import { Slots } from '../Verbit/run/slots';
import { confirmJob, eventKeyOf, type JobEvent, readCallback, readEvents } from './jobEvent';
import { acceptRepeatsField, downloadCaptionsField, verifyField } from './properties';
import { EVENT_KEY } from './repeats';
import { RejectedCall } from './respond';

/** Max number of waiting calls and of remembered events, so that a flood of calls can't fill the memory. */
const MAX_JOBS = 500;

/** Slots for confirmations. A hundred jobs may finish at once, and a hundred requests at a time would take too long. */
const confirmations = new Slots(10);

/** Separate slots for downloads, so that a slow download doesn't delay the responses to other calls. */
const downloads = new Slots(5);

/** How long missing captions make Verbit call again, ms. Verbit stops calling after 48 hours, and the event would be lost. */
const CAPTIONS_AWAITED_MS = 60 * 60 * 1000;

/** Errors that a later call doesn't change. After any other error the captions may still arrive. */
const FINAL_ERRORS: ErrorCode[] = [
	'CAPTIONS_NOT_STORED',
	'CAPTIONS_NOT_TEXT',
	'CAPTIONS_UNAVAILABLE',
];

/** When the captions of an event were missing first, ms since 1970. */
const missingSince = new Map<string, number>();

async function inTurn<T>(slots: Slots, work: () => Promise<T>): Promise<T> {
	if (slots.waiting.length >= MAX_JOBS)
		throw new RejectedCall('CALL_POSTPONED', 'too many calls are waiting');
	return await slots.use(work);
}

export async function handleCall(context: IWebhookFunctions) {
	// From version 1.1 of the node on, n8n doesn't read a body whose Content-Type it can't parse.
	if (context.getBodyData() === undefined) {
		const reading = context.getRequestObject().readRawBody();
		await reading.catch(() => {
			throw new RejectedCall('CALL_UNREADABLE', 'its body is too long or incomplete');
		});
	}
	const claim = readCallback(context);
	const selected = readEvents(context.getNodeParameter('events'));
	if (claim === undefined || !selected.includes(claim.event)) return undefined;
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const job = verifyField.readIn(options)
		? await inTurn(confirmations, async () => await confirmJob(context, claim))
		: claim;
	if (job === undefined || !selected.includes(job.event)) return undefined;
	const { json, ...file } = await itemOf(context, job, options);
	const key = acceptRepeatsField.readIn(options) ? '' : eventKeyOf(job);
	return { json: { ...json, [EVENT_KEY]: key }, ...file };
}

const SIMPLE_FIELDS = [
	'job_id',
	'event',
	'job_status',
	'job_name',
	'profile',
	'language',
	'external_id',
	'draft_ready',
	'errors',
	'confirmed',
];

async function itemOf(context: IWebhookFunctions, job: JobEvent, options: IDataObject) {
	const { jobId, event } = job;
	const isDraft = event === 'draftReady';
	// The node's fields come last, so that they replace Verbit's fields of the same names.
	const output = { ...job.fields, ...(isDraft && { draft_ready: true }), job_id: jobId, event };
	const json = simplify(output, SIMPLE_FIELDS, simplifyField.readIn(options));
	const parameter = context.getNodeParameter('downloadCaptions');
	if (!downloadCaptionsField.read(parameter) || event === 'failed') return { json };
	const read = (name: string) => context.getNodeParameter(name, '');
	const choice = readCaptionChoice(read, { ...options, draft: isDraft }, false);
	const download = async () => await downloadOrPostpone(context, job, choice, json);
	const { json: fields, ...file } = await inTurn(downloads, download);
	// The content is at the top of the item, where users look for it, and its details are in `captions`.
	const isContent = ([name]: [string, unknown]) => CONTENT_FIELDS.includes(name);
	const content = Object.fromEntries(Object.entries(fields).filter(isContent));
	const captions = Object.fromEntries(Object.entries(fields).filter((field) => !isContent(field)));
	const all = { ...json, captions, ...content };
	return { json: leadWith(['text', ...CONTENT_FIELDS], all), ...file };
}

/** Downloads captions. If Verbit refuses them, or doesn't return them for an hour, the workflow starts without captions. */
async function downloadOrPostpone(
	context: IWebhookFunctions,
	job: JobEvent,
	choice: CaptionChoice,
	jobFields: IDataObject,
): Promise<INodeExecutionData> {
	const client = new ServiceClient(context, { maxAttempts: 1 });
	// The signal never aborts: the download continues when the caller hangs up, and ends itself without data.
	const tools = { context, client, signal: new AbortController().signal };
	const key = `${context.getWorkflow().id} ${eventKeyOf(job)}`;
	const download = downloadCaptions(tools, job.jobId, choice, jobFields);
	const captions: INodeExecutionData = await download.catch((error: unknown) => {
		if (!(error instanceof StepError)) throw error;
		const { message, details } = error;
		// A refusal without an error type may come from a gateway.
		const isRefused = details.code === 'CALL_REFUSED' && details.errorType !== undefined;
		if (!isRefused && !hasCode(error, ...FINAL_ERRORS)) {
			if (!missingSince.has(key) && missingSince.size === MAX_JOBS) missingSince.clear();
			const since = getOrInsert(missingSince, key, Date.now);
			if (Date.now() - since < CAPTIONS_AWAITED_MS)
				throw new RejectedCall('CALL_POSTPONED', message);
		}
		return { json: { caption_format: choice.format, error: message } };
	});
	missingSince.delete(key);
	return captions;
}
