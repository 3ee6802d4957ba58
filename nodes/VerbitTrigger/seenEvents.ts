import { type IExecuteFunctions, type INodeExecutionData, sleep } from 'n8n-workflow';

import { sentence } from '../Verbit/errors/createError';
import { Slots } from '../Verbit/run/slots';

/** Two for each of the newest thousand events: about 60 KB in n8n's database. */
const MAX_ENTRIES = 2000;

/** What another process takes at most between its reading and its writing of the list, ms. */
const WRITE_MS = 250;

const MAX_CHECKS = 5;

/** n8n reads, changes and writes the list without a lock. */
const turns = new Slots(1);

/**
 * Runs inside the execution that a call has started, because an event may count as seen only where n8n has its
 * execution. A webhook has no helper for n8n's list of processed data either.
 * @returns no items for an event that another execution has started with
 */
export async function withoutRepeats(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { job_id: jobId, event } = items[0]?.json ?? {};
	// The editor's test event is tried with the same job again and again.
	if (jobId === undefined || context.getMode() === 'manual') return items;
	const isSeen = await recordEvent(context, `${jobId}:${event}`).catch((error: Error) => {
		// To start twice is better than never.
		const text = sentence('EVENT_NOT_RECORDED', { reason: error.message });
		context.logger.warn(`${context.getNode().name}: ${text}`);
		return false;
	});
	// A user's Retry is meant to run again.
	if (!isSeen || context.getMode() !== 'webhook') return items;
	const message = sentence('EVENT_REPEATED', { jobId: Number(jobId), event: String(event) });
	context.logger.info(`${context.getNode().name}: ${message}`);
	context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	return [];
}

/**
 * Two processes that record at the same moment may overwrite each other's entries, so they are looked for once more.
 * @returns whether another execution has recorded the event before
 */
async function recordEvent(context: IExecuteFunctions, event: string): Promise<boolean> {
	// n8n 1 runs an execution again whose worker is gone, under the same ID.
	const ownEntry = `${event} in execution ${context.getExecutionId()}`;
	const record = async () => await checkAndRecord(context, [event, ownEntry]);
	// Two processes that record the first events of a node insert the same row, and one of them fails.
	const known = await record().catch(record);
	let isWritten = known.length > 0;
	for (let check = 0; check < MAX_CHECKS && !isWritten; check++) {
		await sleep(WRITE_MS);
		isWritten = (await record()).length === 2;
	}
	return known.includes(event) && !known.includes(ownEntry);
}

async function checkAndRecord(context: IExecuteFunctions, entries: string[]): Promise<string[]> {
	return await turns.use(async () => {
		const { processed } = await context.helpers.checkProcessedAndRecord(entries, 'node', {
			mode: 'entries',
			maxEntries: MAX_ENTRIES,
		});
		return processed.map(String);
	});
}
