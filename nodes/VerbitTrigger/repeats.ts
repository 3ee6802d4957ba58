import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	sleep,
} from 'n8n-workflow';

import { fillIn } from '../Verbit/errors/message';
import { TRIGGER_MESSAGES } from '../Verbit/errors/messages/trigger';
import { Slots } from '../Verbit/run/slots';
import { emittedEventsOf, eventKey } from './emittedEvents';

/** Two for each of the newest thousand events: about 60 KB in n8n's database. */
const MAX_ENTRIES = 2000;

/** What n8n takes at most to write the entries, ms: another process that began before can't overwrite them later. */
const WRITE_MS = 250;

/** How often entries are written again that another process has overwritten. */
const MAX_CHECKS = 5;

/** n8n reads, changes and writes the entries without a lock, so each process does it once at a time. */
const turns = new Slots(1);

/**
 * Records in n8n's database that an execution has started with an event. Unlike static data, n8n writes it at once, and
 * every process reads it.
 *
 * Where two processes record the same event within milliseconds, both may go on. A claim before the call is answered, as
 * for External IDs (`records.ts`), is not possible: n8n gives webhook functions no helper for its list of processed data.
 * A row of its own for each event would decide here, in the execution; but a trigger gets an event for each job, and n8n
 * keeps rows until the workflow is deleted.
 * @returns whether another execution had started with it before
 * @throws Error where n8n can't record it
 */
async function recordEvent(context: IExecuteFunctions, event: string): Promise<boolean> {
	// n8n 1 runs an execution again whose worker is gone, under the same ID: that isn't a repeat.
	const ownEntry = `${event} in execution ${context.getExecutionId()}`;
	const entries = [event, ownEntry];
	const known = await checkAndRecord(context, entries).catch(async () => {
		// The first entries of a node fail where another process writes its first ones at the same moment.
		return await checkAndRecord(context, entries);
	});
	if (known.length === 0) await keepRecorded(context, entries);
	return known.includes(event) && !known.includes(ownEntry);
}

async function keepRecorded(context: IExecuteFunctions, entries: string[]): Promise<void> {
	for (let check = 1; check <= MAX_CHECKS; check++) {
		await sleep(WRITE_MS);
		const known = await checkAndRecord(context, entries);
		if (known.length === entries.length) return;
	}
}

/** @returns the entries that n8n had; it has all of them then */
async function checkAndRecord(context: IExecuteFunctions, entries: string[]): Promise<string[]> {
	return await turns.use(async () => {
		const { processed } = await context.helpers.checkProcessedAndRecord(entries, 'node', {
			mode: 'entries',
			maxEntries: MAX_ENTRIES,
		});
		return processed.map(String);
	});
}

/** Whether n8n's log of this process has it already that events can't be recorded. */
let isFailureLogged = false;

/**
 * Runs inside the execution that a call has started. In the process that took the call, the event goes into static data,
 * which n8n saves when the execution ends or waits. A worker gets no stored static data and would replace that of other
 * nodes, so it records the event in n8n's database.
 * @returns the items, without those of an event that another execution has started with
 */
export async function withoutRepeats(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const emitted = emittedEventsOf(context);
	if (emitted === undefined) return items;
	const kept: INodeExecutionData[] = [];
	for (const item of items) {
		const event = eventOf(item.json);
		const isEmittedHere = event !== undefined && emitted.isOfThisProcess(event);
		if (isEmittedHere) emitted.store();
		if (event === undefined || isEmittedHere || !(await isRepeat(context, event))) kept.push(item);
		else report(context, item.json);
	}
	const entry = context.getExecuteData();
	if (kept.length === 0) entry.node = { ...entry.node, alwaysOutputData: false };
	return kept;
}

function eventOf({ job_id: jobId, event }: IDataObject): string | undefined {
	if (typeof jobId !== 'number' || typeof event !== 'string') return undefined;
	return eventKey({ jobId, event });
}

/** Only a call can be a repeat: an execution that a user retries is meant to run again. */
async function isRepeat(context: IExecuteFunctions, event: string): Promise<boolean> {
	try {
		const isKnown = await recordEvent(context, event);
		return isKnown && context.getMode() === 'webhook';
	} catch (error) {
		const reason = (error as Error).message;
		const text = logText('EVENT_NOT_RECORDED', { reason });
		if (!isFailureLogged) context.logger.warn(`${context.getNode().name}: ${text}`);
		isFailureLogged = true;
		return false;
	}
}

/** Logs why there is no output, in n8n's log and in the execution. */
function report(context: IExecuteFunctions, { job_id: jobId, event }: IDataObject): void {
	const text = logText('EVENT_REPEATED', { jobId: Number(jobId), event: String(event) });
	context.logger.info(`${context.getNode().name}: ${text}`);
	context.addExecutionHints?.({ message: text, type: 'info', location: 'outputPane' });
}

function logText(
	code: 'EVENT_NOT_RECORDED' | 'EVENT_REPEATED',
	values: Record<string, string | number>,
): string {
	const { message, remedy } = TRIGGER_MESSAGES[code];
	return `${fillIn(message, values)}. ${remedy}`;
}
