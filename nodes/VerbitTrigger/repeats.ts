import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hostsOf } from '../../credentials/verbitApi/hosts';
import { sentence } from '../Verbit/errors/createError';
import { hintOnce } from '../Verbit/errors/hints';
import { shortHash } from '../Verbit/inspect/inspect';
import { Records } from '../Verbit/n8n/records';
import { logOf } from '../Verbit/secrets/secrets';

/** The item's field that identifies its event, empty if repeated calls are accepted. The field isn't output. */
export const EVENT_KEY = 'event_key';

/** Drops a repeated event. Runs inside the started execution, because a webhook can't write records and might lose the event. */
export async function withoutRepeats(
	context: IExecuteFunctions,
	{ json: { [EVENT_KEY]: key, ...json }, ...file }: INodeExecutionData,
): Promise<INodeExecutionData[]> {
	const item = { ...file, json };
	// In the editor, users try the same job again and again.
	if (key === '' || context.getMode() === 'manual') return [item];
	const isRepeated = await recordEvent(context, String(key)).catch((error: Error) => {
		// Starting twice is better than never.
		const text = sentence('EVENT_NOT_RECORDED', { reason: error.message });
		logOf(context).warn(`${context.getNode().name}: ${text}`);
		return false;
	});
	// A user's Retry always runs.
	if (!isRepeated || context.getMode() !== 'webhook') return [item];
	const values = { jobId: Number(json.job_id), event: String(json.event) };
	hintOnce(context, 'EVENT_REPEATED', values);
	logOf(context).info(`${context.getNode().name}: ${sentence('EVENT_REPEATED', values)}`);
	return [];
}

/** Records an event. Returns whether another execution has recorded it before. */
async function recordEvent(context: IExecuteFunctions, key: string): Promise<boolean> {
	// A job in the sandbox may have the same ID.
	const { baseUrl } = hostsOf(await context.getCredentials('verbitApi'));
	// n8n 1 runs an execution again under the same ID if its worker has died.
	const ownEntry = `execution ${context.getExecutionId()}`;
	const record = shortHash([baseUrl, key]);
	// Each record of an event has the entry `1`.
	const earlier = await new Records(context, 'event1:').write(record, ['1', ownEntry]);
	return earlier.length > 0 && !earlier.includes(ownEntry);
}
