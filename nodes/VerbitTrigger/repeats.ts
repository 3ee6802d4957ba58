import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { hostsOf } from '../../credentials/verbitApi/hosts';
import { sentence } from '../Verbit/errors/createError';
import { Records } from '../Verbit/n8n/records';
import { shortHash } from '../Verbit/run/hashes';
import { logOf } from '../Verbit/secrets/secrets';
import { Refusal } from './respond';

/** How long equal calls are one burst, ms. A job that is completed again after a review takes longer. */
const BURST_MS = 10 * 60 * 1000;

const MAX_CALLS = 1000;

/** Calls by workflow, node and event, the oldest first. `isTaken`: whether the caller got `OK`. */
const calls = new Map<string, { begunAt: number; isTaken: Promise<boolean> }>();

/**
 * Handles a call. An equal one that this process handles at the moment, or has started the workflow with, is not handled
 * again: a burst costs no more than one call. Another process recognises a repeat by the record of the event.
 * @returns nothing for a repeat @throws Refusal for a repeat of a call that couldn't be handled
 */
export async function oncePerBurst<T>(
	context: IWebhookFunctions,
	key: string,
	handle: () => Promise<T | undefined>,
): Promise<T | undefined> {
	const { id, name } = context.getNode();
	const fullKey = `${context.getWorkflow().id} ${id} ${key}`;
	const before = calls.get(fullKey);
	if (before !== undefined && Date.now() - before.begunAt < BURST_MS) {
		if (!(await before.isTaken)) throw new Refusal('CALL_POSTPONED', 'an equal call failed');
		logOf(context).info(`${name}: a repeated call starts nothing (${key})`);
		return undefined;
	}
	const call = { begunAt: Date.now(), isTaken: whetherTaken(context) };
	calls.set(fullKey, call);
	if (calls.size > MAX_CALLS) calls.delete([...calls.keys()][0]);
	const handled = handle();
	void call.isTaken.then(async (isTaken) => {
		const item = await handled.catch(() => undefined);
		const isStarted = isTaken && item !== undefined;
		if (!isStarted && calls.get(fullKey) === call) calls.delete(fullKey);
	});
	return await handled;
}

/** n8n sends `OK` once it has the execution. The response isn't finished if the caller is gone before. */
async function whetherTaken(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	await new Promise<void>((resolve) => response.once('close', resolve));
	return response.writableFinished && response.statusCode === 200;
}

/** Which event an item stands for; it isn't output. Without it the workflow starts in any case. */
export const EVENT_KEY = 'event_key';

/**
 * Runs in the execution that a call has started: an event counts as seen only once n8n has it, and only there can be listed.
 * @returns no items for an event that another execution has started with
 */
export async function withoutRepeats(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { [EVENT_KEY]: key, ...json } = items[0]?.json ?? {};
	const item = { ...items[0], json };
	// The editor's test event is tried with the same job again and again.
	if (key === undefined || context.getMode() === 'manual') return [item];
	const isSeen = await isRecorded(context, String(key)).catch((error: Error) => {
		// To start twice is better than never.
		const text = sentence('EVENT_NOT_RECORDED', { reason: error.message });
		logOf(context).warn(`${context.getNode().name}: ${text}`);
		return false;
	});
	// A user's Retry is meant to run again.
	if (!isSeen || context.getMode() !== 'webhook') return [item];
	const values = { jobId: Number(json.job_id), event: String(json.event) };
	const message = sentence('EVENT_REPEATED', values);
	logOf(context).info(`${context.getNode().name}: ${message}`);
	context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
	return [];
}

async function isRecorded(context: IExecuteFunctions, key: string): Promise<boolean> {
	// The same number in the sandbox is another job.
	const { baseUrl } = hostsOf(await context.getCredentials('verbitApi'));
	// n8n 1 runs an execution again whose worker is gone, under the same ID.
	const ownEntry = `execution ${context.getExecutionId()}`;
	const known = await new Records(context).write(shortHash([baseUrl, key]), ['1', ownEntry]);
	return known.length > 0 && !known.includes(ownEntry);
}
