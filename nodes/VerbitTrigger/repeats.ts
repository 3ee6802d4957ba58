import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hostsOf } from '../../credentials/verbitApi/hosts';
import { sentence } from '../Verbit/errors/createError';
import { hintOnce } from '../Verbit/errors/hints';
import { shortHash } from '../Verbit/journal/hashes';
import { Records } from '../Verbit/n8n/records';
import { logOf } from '../Verbit/secrets/secrets';

/** Which event an item stands for, empty where repeated calls are accepted; it isn't output. */
export const EVENT_KEY = 'event_key';

/**
 * Runs in the execution that a call has started: an event counts as seen only once n8n has it, and only there can be recorded.
 * @returns no items for an event that another execution has started with
 */
export async function withoutRepeats(
	context: IExecuteFunctions,
	{ json: { [EVENT_KEY]: key, ...json }, ...file }: INodeExecutionData,
): Promise<INodeExecutionData[]> {
	const item = { ...file, json };
	// The editor's test event is tried with the same job again and again.
	if (key === '' || context.getMode() === 'manual') return [item];
	const isSeen = await isRecorded(context, String(key)).catch((error: Error) => {
		// To start twice is better than never.
		const text = sentence('EVENT_NOT_RECORDED', { reason: error.message });
		logOf(context).warn(`${context.getNode().name}: ${text}`);
		return false;
	});
	// A user's Retry is meant to run again.
	if (!isSeen || context.getMode() !== 'webhook') return [item];
	const values = { jobId: Number(json.job_id), event: String(json.event) };
	hintOnce(context, 'EVENT_REPEATED', values);
	logOf(context).info(`${context.getNode().name}: ${sentence('EVENT_REPEATED', values)}`);
	return [];
}

async function isRecorded(context: IExecuteFunctions, key: string): Promise<boolean> {
	// The same number in the sandbox is another job.
	const { baseUrl } = hostsOf(await context.getCredentials('verbitApi'));
	// n8n 1 runs an execution again whose worker is gone, under the same ID.
	const ownEntry = `execution ${context.getExecutionId()}`;
	const earlier = await new Records(context, 'event1:').write(shortHash([baseUrl, key]), [
		'1',
		ownEntry,
	]);
	return earlier.length > 0 && !earlier.includes(ownEntry);
}
