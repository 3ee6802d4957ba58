import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { sentence } from '../Verbit/errors/createError';
import { Records } from '../Verbit/n8n/records';
import { logOf } from '../Verbit/secrets/secrets';

/** Which event an item stands for; it isn't output. Without it the workflow starts in any case. */
export const EVENT_KEY = 'event_key';

/**
 * Runs inside the execution that a call has started, because an event may count as seen only where n8n has its
 * execution. A webhook has no helper for n8n's list of processed data either.
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
	context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
	return [];
}

/** Records the event. @returns whether another execution has recorded it before */
async function isRecorded(context: IExecuteFunctions, key: string): Promise<boolean> {
	// n8n 1 runs an execution again whose worker is gone, under the same ID.
	const ownEntry = `execution ${context.getExecutionId()}`;
	const known = await new Records(context).write(key, ['1', ownEntry]);
	return known.length > 0 && !known.includes(ownEntry);
}
